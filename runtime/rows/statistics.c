#include "runtime/rows/statistics.h"

#include "generator/base/list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const difference_names[DIFFERENCE_COUNT] = { "", "same", "faster", "slower" };

#define CONFIDENCE 0.95
/* The least relative difference that counts. */
#define LEAST_DIFFERENCE 0.01

void
samples_add(struct arena *arena, struct samples *samples, double seconds)
{
	samples->seconds = list_grow(arena, samples->seconds, sizeof seconds, samples->count, &samples->room);
	samples->seconds[samples->count++] = seconds;
}

static int
compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The value below which a share of the sorted samples lies. */
static double
quantile(const double *sorted, int count, double share)
{
	const double place = share*(count - 1);
	const int below = (int)place;
	const int above = below + 1 < count ? below + 1 : below;

	return sorted[below] + (place - below)*(sorted[above] - sorted[below]);
}

/* The number of samples below the median is binomial, which gives the exact probability that
 * the median lies outside an interval between two ranks. */
static void
find_interval(const double *sorted, int count, struct statistics *s)
{
	double beyond = 0;
	int low = -1;

	while (beyond <= (1 - CONFIDENCE)/2) {
		low++;
		beyond += exp(lgamma(count + 1) - lgamma(low + 1) - lgamma(count - low + 1)
			- count*log(2));
	}
	low = low ? low - 1 : 0;
	s->low = sorted[low];
	s->high = sorted[count - 1 - low];
}

struct statistics
statistics(const double *seconds, int count)
{
	struct statistics s = { .samples = count };
	double *sorted = count > 0 ? malloc((size_t)count*sizeof *sorted) : NULL;

	if (!sorted)
		return (struct statistics){ 0 };
	memcpy(sorted, seconds, (size_t)count*sizeof *sorted);
	qsort(sorted, (size_t)count, sizeof *sorted, compare);
	s.median = quantile(sorted, count, 0.5);
	s.low_quartile = quantile(sorted, count, 0.25);
	s.high_quartile = quantile(sorted, count, 0.75);
	s.minimum = sorted[0];
	s.maximum = sorted[count - 1];
	find_interval(sorted, count, &s);
	for (int i = 0; i < count; i++)
		sorted[i] = fabs(sorted[i] - s.median);
	qsort(sorted, (size_t)count, sizeof *sorted, compare);
	s.deviation = quantile(sorted, count, 0.5);
	free(sorted);
	return s;
}

bool
statistics_converged(const struct statistics *s, double share)
{
	return s->samples && s->high - s->low <= share*s->median;
}

enum difference
statistics_compare(const struct statistics *s, const struct statistics *baseline)
{
	const double difference = s->median - baseline->median;

	if (!s->samples || !baseline->samples)
		return DIFFERENCE_UNKNOWN;
	if (fabs(difference) <= LEAST_DIFFERENCE*baseline->median)
		return DIFFERENCE_SAME;
	if (s->low > baseline->high)
		return DIFFERENCE_SLOWER;
	return s->high < baseline->low ? DIFFERENCE_FASTER : DIFFERENCE_SAME;
}
