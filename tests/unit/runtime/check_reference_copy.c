/* The mix of reads and writes that a stream takes from a stencil. */

#include "runtime/bench/reference_copy.h"

#include <check.h>

Suite *reference_copy_suite(void);

static const struct {
	double written;
	struct mix mix;
} shares[] = {
	{ 0, { 7, 1 } }, { 0.17, { 5, 1 } }, { 0.33, { 2, 1 } }, { 0.5, { 1, 1 } }, { 0.62, { 3, 5 } }, { 0.67, { 1, 2 } }, { 1, { 0, 1 } },
};

START_TEST(mixes_are_of_few_arrays)
{
	const struct mix mix = mix_of_share(shares[_i].written);

	ck_assert_int_eq(mix.reads, shares[_i].mix.reads);
	ck_assert_int_eq(mix.writes, shares[_i].mix.writes);
}
END_TEST

Suite *
reference_copy_suite(void)
{
	Suite *suite = suite_create("yardsticks");
	TCase *tests = tcase_create("streams");

	tcase_add_loop_test(tests, mixes_are_of_few_arrays, 0, (int)(sizeof shares/sizeof *shares));
	suite_add_tcase(suite, tests);
	return suite;
}
