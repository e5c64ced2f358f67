/* Comparisons within error bounds. */

#include "tests/unit/runtime/problem/laid_out.h"

#include <check.h>
#include <math.h>

Suite *tolerance_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

static void
set_bound(struct trial *t, const struct field *f, double expected, double bound)
{
	const size_t i = index_of(t->problem, AT_X, AT_Y, AT_Z);

	put_number(f, t->problem->expected[f->index], i, expected);
	t->problem->bounds[f->index][i] = bound;
}

static const struct {
	double expected, bound, got;
	int different, skipped;
} bounded[] = {
	{ 1, 0.25, 1, 0, 0 },
	{ 1, 0.25, 1.5, 0, 0 },   /* both may be off */
	{ 1, 0.25, 0.5, 0, 0 },
	{ 1, 0.25, 1.53125, 1, 0 },
	{ 1, 0.25, 0.46875, 1, 0 },
	{ 1, 0.25, NAN, 1, 0 },
	{ 1, 0.25, INFINITY, 1, 0 },
	{ 0, 0.25, -0.0, 0, 0 },
	{ 0, 0, -0.0, 0, 0 },
	{ NAN, 0.25, 1, 1, 0 },
	{ NAN, 0.25, NAN, 0, 0 },
	{ 1, 0, 1.0078125, 1, 0 },
	{ 1, INFINITY, 1, 0, 0 }, /* as it happens, equal */
	{ 1, INFINITY, 7, 0, 1 },
	{ 1, INFINITY, NAN, 0, 1 },
};

START_TEST(bounds_are_respected)
{
	for (int i = 0; i < COUNT(bounded); i++) {
		struct trial t;
		struct plane_device *x;
		struct verdict v;
		const struct field *f;

		open_memory(&t, _i, true);
		f = first_written(&t);
		set_bound(&t, f, bounded[i].expected, bounded[i].bound);
		x = lay_out(&t, _i);
		set_task(f, memory_place(x, AT_X, AT_Y, AT_Z), bounded[i].got);
		v = run_and_compare(x);
		ck_assert_msg(v.different == bounded[i].different && v.skipped == bounded[i].skipped,
			"%g +- %g expected, got %g: %g differ, %g skipped", bounded[i].expected,
			bounded[i].bound, bounded[i].got, v.different, v.skipped);
		binding_free(x);
		close_trial(&t);
	}
}
END_TEST

/* Where nothing is to be written there is no tolerance. */
START_TEST(halo_and_padding_have_no_bounds)
{
	const struct field *f;
	struct trial t;
	struct plane_device *x;

	open_memory(&t, _i, true);
	x = lay_out(&t, _i);
	f = first_written(&t);
	if (t.stencil->border.low[0] > 0) {
		set_task(f, memory_place(x, 0, AT_Y, AT_Z), 1e-300);
		expect_difference(x, point_text(&t.arena, f, 0, AT_Y, AT_Z));
	}
	binding_free(x);
	close_trial(&t);
}
END_TEST

/* A result that equals one that was right is not downloaded, but has points without a bound all the same. */
START_TEST(repeated_results_skip_as_many_points)
{
	const struct field *f;
	struct trial t;
	struct plane_device *x;
	struct verdict first, again;
	struct error error;

	open_trial(&t, "laplap", TYPE_DOUBLE, 4*X, Y, Z); /* so large that one point is few */
	problem_fill(t.problem, 1);
	ck_assert(problem_solve(t.problem, true, &error));
	f = first_written(&t);
	set_bound(&t, f, 1, INFINITY);
	x = lay_out(&t, 0);
	set_task(f, memory_place(x, AT_X, AT_Y, AT_Z), 7);
	first = run_and_compare(x);
	ck_assert(verdict_is_good(&first));
	ck_assert_double_eq(first.skipped, 1);
	again = run_and_compare(x);
	ck_assert_double_eq(again.skipped, 1);
	ck_assert_double_eq(again.points, first.points);
	binding_free(x);
	close_trial(&t);
}
END_TEST

START_TEST(a_few_points_may_be_skipped)
{
	struct verdict v = { .points = 10000, .skipped = 10 };

	ck_assert(verdict_is_good(&v));
	v.skipped = 11;
	ck_assert(!verdict_is_good(&v));
	v = (struct verdict){ .points = 999, .skipped = 1 };
	ck_assert(!verdict_is_good(&v));
	v = (struct verdict){ .points = 1e9, .different = 1 };
	ck_assert(!verdict_is_good(&v));
	v = (struct verdict){ .points = 1 };
	ck_assert(verdict_is_good(&v));
}
END_TEST

Suite *
tolerance_suite(void)
{
	Suite *suite = suite_create("tolerance");
	TCase *tests = tcase_create("tolerance");

	tcase_add_loop_test(tests, bounds_are_respected, 0, MEMORIES*STORAGE_COUNT);
	tcase_add_loop_test(tests, halo_and_padding_have_no_bounds, 0, MEMORIES*STORAGE_COUNT);
	tcase_add_test(tests, repeated_results_skip_as_many_points);
	tcase_add_test(tests, a_few_points_may_be_skipped);
	suite_add_tcase(suite, tests);
	return suite;
}
