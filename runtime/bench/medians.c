#include "runtime/bench/medians.h"

#include <stdlib.h>

bool
candidate_is_measured(const struct candidate *candidate)
{
	return candidate->row && candidate->row->outcome == OUTCOME_MEASURED && row_time(candidate->row);
}

double
candidate_median(const struct candidate *candidate)
{
	return row_time(candidate->row)->median;
}

struct candidate *
candidates_fastest(struct candidate *candidates, int count)
{
	struct candidate *fastest = NULL;

	for (struct candidate *c = candidates; c < candidates + count; c++)
		if (candidate_is_measured(c) && (!fastest || candidate_median(c) < candidate_median(fastest)))
			fastest = c;
	return fastest;
}

static int
compare(const void *a, const void *b)
{
	const double x = candidate_median(a), y = candidate_median(b);

	return (x > y) - (x < y);
}

void
candidates_sort(struct candidate *measured, int count)
{
	qsort(measured, (size_t)count, sizeof *measured, compare);
}
