/* Problems: their costs, their data, their params. */

#include "generator/plan/exact.h"
#include "runtime/cli/tool.h"
#include "tests/unit/runtime/problem/problem_trial.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *problem_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

static const struct {
	const char *stencil;
	enum type precision;
	double points, bytes;
} costs[] = {
	{ "copy", TYPE_DOUBLE, 512*512*64., 512*512*64*2*8. },
	{ "laplap", TYPE_DOUBLE, 508*508*64., 264257536 },
	{ "laplap", TYPE_FLOAT, 508*508*64., 132128768 },
	{ "hdiff", TYPE_DOUBLE, 508*508*64., 508*508*64*3*8. },
	{ "fastwaves", TYPE_DOUBLE, 508*508*60., 508*508*60*11*8. },
	{ "upwind", TYPE_DOUBLE, 510*510*64., 510*510*64*(2*4 + 2*8.) },
	{ "upwind", TYPE_FLOAT, 510*510*64., 510*510*64*(2*4 + 2*8.) },
	/* Two fields in place, and a column field. */
	{ "sponge", TYPE_DOUBLE, 512*512*64., 512*512*64*4*8. + 512*512*8. },
};

START_TEST(costs_are_those_of_the_domain)
{
	struct trial t;

	open_trial(&t, costs[_i].stencil, costs[_i].precision, 512, 512, 64);
	ck_assert_double_eq(problem_points(t.problem), costs[_i].points);
	ck_assert_double_eq(problem_bytes(t.problem), costs[_i].bytes);
	close_trial(&t);
}
END_TEST

START_TEST(empty_domain_has_no_points)
{
	static const int sizes[][3] = { { 4, 9, 9 }, { 9, 4, 9 }, { 1, 1, 1 }, { 3, 3, 9 } };
	struct error error = { 0 };
	struct trial t;

	for (int i = 0; i < COUNT(sizes); i++) {
		open_trial(&t, "laplap", TYPE_DOUBLE, sizes[i][0], sizes[i][1], sizes[i][2]);
		ck_assert_double_eq(problem_points(t.problem), 0);
		ck_assert_double_eq(problem_bytes(t.problem), 0);
		problem_fill(t.problem, 1);
		ck_assert(!problem_solve(t.problem, false, &error));
		ck_assert_ptr_nonnull(strstr(error.text, "nothing to compute"));
		close_trial(&t);
	}
}
END_TEST

static void
expect_no_repetition(const struct problem *p, const struct field *f)
{
	const size_t row = (size_t)p->size[0], element = field_element(f);
	const size_t rows = problem_elements(p, f)/row;
	const char *bytes = p->fields[f->index];

	for (size_t a = 0; a < rows; a++)
		for (size_t b = 0; b < a; b++)
			ck_assert_msg(memcmp(bytes + a*row*element, bytes + b*row*element, row*element),
				"%s: rows %zu and %zu are equal", f->name, a, b);
	for (size_t i = 1; i < rows*row; i++)
		ck_assert_msg(memcmp(bytes + i*element, bytes + (i - 1)*element, element),
			"%s: numbers %zu and %zu are equal", f->name, i - 1, i);
}

static const struct {
	const char *stencil;
	enum type precision;
} fills[] = {
	{ "laplap", TYPE_DOUBLE }, { "laplap", TYPE_FLOAT }, { "sponge", TYPE_DOUBLE },
	{ "sponge", TYPE_FLOAT }, { "upwind", TYPE_DOUBLE }, { "fastwaves", TYPE_DOUBLE },
};

START_TEST(data_are_varied_and_the_same_each_time)
{
	struct trial t, again, other;

	open_trial(&t, fills[_i].stencil, fills[_i].precision, 13, 11, 7);
	open_trial(&again, fills[_i].stencil, fills[_i].precision, 13, 11, 7);
	open_trial(&other, fills[_i].stencil, fills[_i].precision, 13, 11, 7);
	problem_fill(t.problem, 5);
	problem_fill(again.problem, 5);
	problem_fill(other.problem, 6);
	for (const struct field *f = t.stencil->fields; f; f = f->next) {
		const size_t count = problem_elements(t.problem, f), bytes = count*field_element(f);
		const void *array = t.problem->fields[f->index];

		ck_assert_mem_eq(array, again.problem->fields[f->index], bytes);
		if (f->role == ROLE_OUT) {
			for (size_t i = 0; i < count; i++)
				ck_assert(isnan(element_number(f, array, i)));
			continue;
		}
		ck_assert_mem_ne(array, other.problem->fields[f->index], bytes);
		for (size_t i = 0; i < count; i++)
			ck_assert(fabs(element_number(f, array, i)) < 1 && element_number(f, array, i) != 0);
		if (f->shape == SHAPE_POINT)
			expect_no_repetition(t.problem, f);
		for (const struct field *g = t.stencil->fields; g != f; g = g->next)
			if (g->type == f->type && g->shape == f->shape && g->role != ROLE_OUT)
				ck_assert_mem_ne(array, t.problem->fields[g->index], bytes);
	}
	close_trial(&t);
	close_trial(&again);
	close_trial(&other);
}
END_TEST

static const struct {
	struct field field;
	double low, high;
} ranges[] = {
	{ { .type = TYPE_DOUBLE }, -1, 1 },
	{ { .type = TYPE_DOUBLE, .probe = true }, 0, 1 },
	{ { .type = TYPE_DOUBLE, .low = "3", .high = "4e0" }, 3, 4 },
	{ { .type = TYPE_FLOAT, .low = "-20", .high = "-.5" }, -20, -.5 },
	{ { .type = TYPE_DOUBLE, .low = "0.25", .high = "0.75", .probe = true }, .25, .75 },
	{ { .type = TYPE_FLOAT, .low = "7", .high = "7" }, 7, 7 },
	{ { .type = TYPE_FLOAT, .low = "1", .high = "1.0000001" }, 1, 1.00000011920928955078125 },
	{ { .type = TYPE_INT }, -1, 1 },
	{ { .type = TYPE_INT, .low = "-3", .high = "9" }, -3, 9 },
	{ { .type = TYPE_INT, .low = "-2147483647", .high = "2147483647" }, -2147483647, 2147483647 },
	{ { .type = TYPE_BOOL }, 0, 1 },
	{ { .type = TYPE_BOOL, .low = "1", .high = "1" }, 1, 1 },
};

/* They lie in the range, and reach to both its ends. */
START_TEST(data_keep_to_the_range_of_their_field)
{
	enum { COUNT = 5000 };
	const double low = ranges[_i].low, high = ranges[_i].high, near = (high - low)/100;
	double array[COUNT], least = INFINITY, most = -INFINITY;

	fill_numbers(&ranges[_i].field, array, COUNT, 3);
	for (size_t i = 0; i < COUNT; i++) {
		const double value = element_number(&ranges[_i].field, array, i);

		least = fmin(least, value);
		most = fmax(most, value);
	}
	ck_assert(least >= low && least <= low + near);
	ck_assert(most <= high && most >= high - near);
}
END_TEST

START_TEST(data_that_are_there_stay)
{
	struct trial t;
	double *given = malloc(9*9*3*sizeof *given);

	for (int i = 0; i < 9*9*3; i++)
		given[i] = i;
	open_trial(&t, "laplap", TYPE_DOUBLE, 9, 9, 3);
	t.problem->fields[0] = given;
	problem_fill(t.problem, 1);
	ck_assert_ptr_eq(t.problem->fields[0], given);
	ck_assert_double_eq(given[100], 100);
	close_trial(&t);
}
END_TEST

START_TEST(params_are_read)
{
	static const struct {
		const char *text, *message; /* NULL: it is good */
		int index;
		double value;
	} cases[] = {
		{ "dt=0.25", NULL, 0, 0.25 },
		{ "dt=-1e3", NULL, 0, -1000 },
		{ "thickness=7", NULL, 1, 7 },
		{ "depth=-3", NULL, 2, -3 },
		{ "depth=-100000000", NULL, 2, -100000000 },
		{ "depth=2.5", "param depth needs a whole number, not '2.5'", 0, 0 },
		{ "depth=100000001", "param depth needs a whole number from -100000000 to 100000000, not "
			"'100000001'", 0, 0 },
		{ "dt", "param dt needs a number, not ''", 0, 0 },
		{ "dt=", "param dt needs a number, not ''", 0, 0 },
		{ "dt=x", "param dt needs a number, not 'x'", 0, 0 },
		{ "dt=1x", "param dt needs a number, not '1x'", 0, 0 },
		{ "dt=inf", "param dt needs a number, not 'inf'", 0, 0 },
		{ "dt=1e-310", NULL, 0, 1e-310 },
		{ "dt=1e300", NULL, 0, 1e300 },
		{ "dt=1e-999", "param dt needs a number, not '1e-999'", 0, 0 },
		{ "dt=1e999", "param dt needs a number, not '1e999'", 0, 0 },
		{ "dept=1", "'sponge' has no param 'dept'; did you mean 'depth'?", 0, 0 },
		{ "=1", "'sponge' has no param ''", 0, 0 },
		{ "wind=1", "'sponge' has no param 'wind'", 0, 0 },
	};
	struct trial t;

	open_trial(&t, "sponge", TYPE_DOUBLE, 3, 3, 3);
	for (int i = 0; i < COUNT(cases); i++) {
		double params[3] = { 10, 50, 12 };
		bool given[3] = { false };
		struct error error = { .text = "" };
		const bool good = read_param(&t.arena, t.stencil, cases[i].text, params, given, &error);

		ck_assert_msg(good == !cases[i].message, "%s: %s", cases[i].text, error.text);
		for (int p = 0; p < 3; p++)
			ck_assert_int_eq(given[p], good && p == cases[i].index);
		if (good)
			ck_assert_double_eq(params[cases[i].index], cases[i].value);
		else
			ck_assert_msg(strstr(error.text, cases[i].message) == error.text, "%s", error.text);
		ck_assert(good || (params[0] == 10 && params[1] == 50 && params[2] == 12));
	}
	ck_assert_double_eq(t.problem->params[0], 10);
	ck_assert_double_eq(t.problem->params[2], 12);
	close_trial(&t);
}
END_TEST

/* With float fields, real params are floats. */
START_TEST(params_fit_their_type)
{
	static const char *const wrong[] = { "dt=1e300", "dt=-1e39", "dt=1e-310", "dt=1e-60" };
	struct trial t;
	double params[3] = { 10, 50, 12 };
	bool given[3] = { false };
	struct error error;

	open_trial(&t, "sponge", TYPE_FLOAT, 3, 3, 3);
	for (int i = 0; i < COUNT(wrong); i++) {
		ck_assert(!read_param(&t.arena, t.stencil, wrong[i], params, given, &error));
		ck_assert_ptr_nonnull(strstr(error.text, "param dt needs a number that a float can hold, not '"));
	}
	ck_assert(read_param(&t.arena, t.stencil, "dt=1e-40", params, given, &error));
	ck_assert(read_param(&t.arena, t.stencil, "dt=0", params, given, &error));
	close_trial(&t);
}
END_TEST

START_TEST(functions_of_libm_are_not_exact)
{
	struct trial t;

	open_trial(&t, "laplap", TYPE_DOUBLE, 9, 9, 3);
	ck_assert(is_exact(t.plan));
	close_trial(&t);
	open_trial(&t, "sponge", TYPE_DOUBLE, 9, 9, 3);
	ck_assert(!is_exact(t.plan));
	close_trial(&t);
}
END_TEST

Suite *
problem_suite(void)
{
	Suite *suite = suite_create("problem");
	TCase *tests = tcase_create("problem");

	tcase_add_loop_test(tests, costs_are_those_of_the_domain, 0, COUNT(costs));
	tcase_add_test(tests, empty_domain_has_no_points);
	tcase_add_loop_test(tests, data_are_varied_and_the_same_each_time, 0, COUNT(fills));
	tcase_add_loop_test(tests, data_keep_to_the_range_of_their_field, 0, COUNT(ranges));
	tcase_add_test(tests, data_that_are_there_stay);
	tcase_add_test(tests, params_are_read);
	tcase_add_test(tests, params_fit_their_type);
	tcase_add_test(tests, functions_of_libm_are_not_exact);
	suite_add_tcase(suite, tests);
	return suite;
}
