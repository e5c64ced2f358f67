/* Statistics on numbers worked out by hand, and the verdict on noise that was
 * recorded. */

#include "runtime/rows/statistics.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

Suite *statistics_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

static void
equal(double got, double expected)
{
	ck_assert_msg(fabs(got - expected) <= 1e-12*fabs(expected), "%.17g, not %.17g", got, expected);
}

/* The interval of the median leaves out at each end as many samples as can lie
 * there by a chance of 2.5 % or less: none of eight (for one it is 9/256), one of
 * nine (10/512). */
static const struct {
	int count;
	double samples[8], median, deviation, low_quartile, high_quartile, minimum, maximum, low, high;
} cases[] = {
	{ 1, { 3 }, 3, 0, 3, 3, 3, 3, 3, 3 },
	{ 2, { 3, 1 }, 2, 1, 1.5, 2.5, 1, 3, 1, 3 },
	{ 3, { 5, 1, 2 }, 2, 1, 1.5, 3.5, 1, 5, 1, 5 },
	{ 4, { 4, 1, 8, 2 }, 3, 1.5, 1.75, 5, 1, 8, 1, 8 },
	{ 5, { 9, 7, 1, 3, 2 }, 3, 2, 2, 7, 1, 9, 1, 9 },
	{ 5, { 2, 2, 2, 2, 2 }, 2, 0, 2, 2, 2, 2, 2, 2 },
	{ 6, { 6, 5, 4, 3, 2, 1 }, 3.5, 1.5, 2.25, 4.75, 1, 6, 1, 6 },
	{ 8, { 8, 1, 7, 2, 6, 3, 5, 4 }, 4.5, 2, 2.75, 6.25, 1, 8, 1, 8 },
	{ 8, { 1, 1, 1, 1, 1, 1, 1, 100 }, 1, 0, 1, 1, 1, 100, 1, 100 },
};

START_TEST(statistics_are_right)
{
	const struct statistics s = statistics(cases[_i].samples, cases[_i].count);

	ck_assert_int_eq(s.samples, cases[_i].count);
	equal(s.median, cases[_i].median);
	equal(s.deviation, cases[_i].deviation);
	equal(s.low_quartile, cases[_i].low_quartile);
	equal(s.high_quartile, cases[_i].high_quartile);
	equal(s.minimum, cases[_i].minimum);
	equal(s.maximum, cases[_i].maximum);
	equal(s.low, cases[_i].low);
	equal(s.high, cases[_i].high);
}
END_TEST

/* Ranks by tables of the binomial distribution: of n numbered samples the interval
 * begins at this one, and ends as far from the other end. */
static const struct {
	int count, low;
} ranks[] = {
	{ 5, 1 }, { 6, 1 }, { 9, 2 }, { 12, 3 }, { 20, 6 }, { 25, 8 }, { 50, 18 }, { 100, 40 },
	{ 200, 86 }, { 5000, 2431 },
};

START_TEST(intervals_are_those_of_the_binomial)
{
	const int count = ranks[_i].count;
	double *samples = malloc((size_t)count*sizeof *samples);
	struct statistics s;

	for (int i = 0; i < count; i++)
		samples[i] = count - i;
	s = statistics(samples, count);
	equal(s.low, ranks[_i].low);
	equal(s.high, count + 1 - ranks[_i].low);
	free(samples);
}
END_TEST

START_TEST(samples_stay_as_they_were)
{
	const double samples[] = { 3, 1, 2 };

	statistics(samples, 3);
	equal(samples[0], 3);
	equal(samples[1], 1);
	ck_assert_int_eq(statistics(samples, 0).samples, 0);
}
END_TEST

START_TEST(settled_is_a_narrow_interval)
{
	const struct statistics none = { 0 };
	const struct statistics narrow = { .samples = 20, .median = 100, .low = 99.6, .high = 100.4 };
	const struct statistics wide = { .samples = 20, .median = 100, .low = 99, .high = 100.4 };

	ck_assert(!statistics_converged(&none, 0.01));
	ck_assert(statistics_converged(&narrow, 0.01));
	ck_assert(!statistics_converged(&wide, 0.01));
}
END_TEST

/* Microseconds of laplap, regular, idxvar, 128x128x32, on one core of an EPYC that
 * had other things to do: twenty runs in a row. */
static const double recorded[] = {
	320.5, 319.9, 319.7, 338.5, 320.5, 337.8, 319.1, 320.8, 320.1, 318.2, 319.4, 318.2, 319.2, 318.2,
	319.4, 319.0, 316.5, 317.0, 344.3, 337.5,
};

/* The same noise, in another order, of a kernel so much slower. */
static struct statistics
planted(double slowdown)
{
	double samples[COUNT(recorded)];

	for (int i = 0; i < COUNT(recorded); i++)
		samples[i] = recorded[(7*i + 3) % COUNT(recorded)]*(1 + slowdown);
	return statistics(samples, COUNT(recorded));
}

static const struct {
	double slowdown;
	enum difference difference;
} plants[] = {
	{ 0.03, DIFFERENCE_SLOWER }, { 0.003, DIFFERENCE_SAME }, { 0, DIFFERENCE_SAME }, { -0.03, DIFFERENCE_FASTER },
	{ -0.003, DIFFERENCE_SAME }, { 0.0099, DIFFERENCE_SAME }, { 0.0101, DIFFERENCE_SLOWER }, { 1, DIFFERENCE_SLOWER },
};

START_TEST(planted_differences_are_judged)
{
	const struct statistics baseline = statistics(recorded, COUNT(recorded));
	const struct statistics s = planted(plants[_i].slowdown);

	ck_assert_msg(statistics_compare(&s, &baseline) == plants[_i].difference, "%g", plants[_i].slowdown);
}
END_TEST

/* Three per cent between medians mean nothing where the noise is as large. */
START_TEST(intervals_that_overlap_are_no_difference)
{
	double noisy[COUNT(recorded)], slower[COUNT(recorded)];
	struct statistics s, baseline;

	for (int i = 0; i < COUNT(recorded); i++) {
		noisy[i] = 100 + (i % 2 ? 1 : -1)*(double)i/2;
		slower[i] = 1.03*noisy[i];
	}
	s = statistics(slower, COUNT(recorded));
	baseline = statistics(noisy, COUNT(recorded));
	ck_assert_int_eq(statistics_compare(&s, &baseline), DIFFERENCE_SAME);
	ck_assert_int_eq(statistics_compare(&baseline, &s), DIFFERENCE_SAME);
}
END_TEST

START_TEST(nothing_is_not_judged)
{
	const struct statistics none = { 0 }, s = statistics(recorded, COUNT(recorded));

	ck_assert_int_eq(statistics_compare(&none, &s), DIFFERENCE_UNKNOWN);
	ck_assert_int_eq(statistics_compare(&s, &none), DIFFERENCE_UNKNOWN);
}
END_TEST

Suite *
statistics_suite(void)
{
	Suite *suite = suite_create("statistics");
	TCase *numbers = tcase_create("numbers"), *verdicts = tcase_create("verdicts");

	tcase_add_loop_test(numbers, statistics_are_right, 0, COUNT(cases));
	tcase_add_loop_test(numbers, intervals_are_those_of_the_binomial, 0, COUNT(ranks));
	tcase_add_test(numbers, samples_stay_as_they_were);
	tcase_add_test(numbers, settled_is_a_narrow_interval);
	tcase_add_loop_test(verdicts, planted_differences_are_judged, 0, COUNT(plants));
	tcase_add_test(verdicts, intervals_that_overlap_are_no_difference);
	tcase_add_test(verdicts, nothing_is_not_judged);
	suite_add_tcase(suite, numbers);
	suite_add_tcase(suite, verdicts);
	return suite;
}
