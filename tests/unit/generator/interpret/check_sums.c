/* The interpreter: sums over the domain, and scalars. */

#include "tests/unit/generator/interpret/trial.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

Suite *sums_suite(void);

static double added(double a, double b) { return a + b; }
static double lesser(double a, double b) { return b < a ? b : a; }
static double greater(double a, double b) { return a < b ? b : a; }

/* The order of the language, written down as a recursion: what the element t of a block holds after the
 * step with s, of n elements from v on. */
static double
after_step(const double *v, int n, int t, int s, double (*op)(double, double))
{
	const double mine = s == 1024 ? v[t] : after_step(v, n, t, 2*s, op);

	if (s == 1024 || t >= s || t + s >= n)
		return mine;
	return op(mine, after_step(v, n, t + s, 2*s, op));
}

static double
tree(const double *v, int n, double (*op)(double, double))
{
	double blocks[64];
	int count = 0;

	if (n == 1)
		return v[0];
	for (int start = 0; start < n; start += 1024)
		blocks[count++] = after_step(v + start, n - start < 1024 ? n - start : 1024, 0, 1, op);
	return tree(blocks, count, op);
}

/* Of a squared, or of a, over the domain [1,1,0] of grids of any size. */
static double
expected(const struct trial *t, double (*op)(double, double), bool squared)
{
	const struct field *a = trial_field(t, "a");
	const int width = t->size[0] - 2, height = t->size[1] - 2;
	double *columns = calloc((size_t)(width*height), sizeof *columns), result;

	for (int j = 0; j < height; j++)
		for (int i = 0; i < width; i++)
			for (int k = 0; k < t->size[2]; k++) {
				const double value = trial_get(t, a, (size_t)((k*t->size[1] + j + 1)*t->size[0] + i + 1));
				const double x = squared ? value*value : value;

				columns[j*width + i] = k ? op(columns[j*width + i], x) : x;
			}
	result = tree(columns, width*height, op);
	free(columns);
	return result;
}

static const int sizes[][3] = {
	{ 13, 9, 5 }, { 3, 3, 1 }, { 4, 3, 7 }, { 34, 34, 2 }, { 35, 34, 1 }, { 67, 71, 3 }, { 258, 131, 1 },
};

static struct trial *
trial_of_size(const char *body, const int size[3])
{
	struct trial *t = trial_sized(body, size);

	ck_assert(trial_run(t));
	return t;
}

START_TEST(sums_have_one_order)
{
	struct trial *t = trial_of_size("in a; out scalar s, l, g; halo [1,1,0];"
		"s = sum(a*a); l = min(a); g = max(a);", sizes[_i]);

	ck_assert(trial_get(t, trial_field(t, "s"), 0) == expected(t, added, true));
	ck_assert(trial_get(t, trial_field(t, "l"), 0) == expected(t, lesser, false));
	ck_assert(trial_get(t, trial_field(t, "g"), 0) == expected(t, greater, false));
	trial_free(t);
}
END_TEST

#define VALUE(name) trial_get(t, trial_field(t, name), 0)

TRIAL(sum_is_of_what_a_field_holds_then, false,
	"inout u; out o; s = sum(u); u = 2*u; o = sum(u) - 2*s;", HERE("o") == 0)

TRIAL(several_sums_in_a_statement, false,
	"in a; out scalar m, n; m = sum(a)/sum(1); n = max(a) - min(a);",
	VALUE("m") < VALUE("n") && VALUE("n") > 0)

TRIAL(sum_in_a_sum, false,
	"in a; out scalar s; m = sum(a)/sum(1); s = sum(a - m) - sum(a - sum(a)/sum(1));", VALUE("s") == 0)

TRIAL(sum_of_what_is_computed_at_an_offset, false,
	"in a; out o; halo [1,0,0]; t = a; o = sum(t[west]) - sum(a[west]);", HERE("o") == 0)

TRIAL(sum_of_ints_is_real, false,
	"out o; o = sum(level)/sum(1) - 2;", HERE("o") == 0)

TRIAL(scalar_given_by_the_caller, false,
	"in scalar c; out o; o = c;", HERE("o") == VALUE("c"))

TRIAL(scalar_keeps_its_value_in_an_if, false,
	"in a; in scalar c; out o; t = 2*c; if (a > 0) { t = a; } o = t[west];",
	HERE("o") == (AT("a", -1, 0, 0) > 0 ? AT("a", -1, 0, 0) : 2*VALUE("c")))

TRIAL(scalar_condition, false,
	"in a; out o; big = max(a) > 0.5; o = big ? 1 : 2;", HERE("o") == 1)

TRIAL(sum_of_floats_is_a_float, false,
	"in float a; out double scalar s; s = sum(a);", VALUE("s") == (float)VALUE("s"))

TRIAL(sum_has_a_bound, true,
	"in a; out scalar s; out o; s = sum(a*a); o = max(a);",
	trial_bound(t, "o") == 0 && t->bounds[0][0] == 0 && t->bounds[1][0] > 0 && t->bounds[1][0] < 1e-10)

static const char gradients[] = "inout x, r, p; in b; out scalar rest; boundary p = 0 xyz;"
	"q = 6*p - p[west] - p[east] - p[north] - p[south] - p[below] - p[above];"
	"rr = sum(r*r); pq = sum(p*q); alpha = rr/pq; x = x + alpha*p; r = r - alpha*q; rest = sum(r*r); p = r + rest/rr*p;";

/* The residual of the seven-point Laplacian at a point, with zeros around the domain [1,1,1]. */
static double
residual(const struct trial *t)
{
	double sum = HERE("b") - 6*HERE("x");

	for (int axis = 0; axis < 3; axis++)
		for (int step = -1; step <= 1; step += 2) {
			const int at = t->point[axis] + step;

			if (at > 0 && at < t->size[axis] - 1)
				sum += AT("x", axis == 0 ? step : 0, axis == 1 ? step : 0, axis == 2 ? step : 0);
		}
	return sum;
}

START_TEST(conjugate_gradients_solve)
{
	const int size[] = { 12, 11, 10 };
	struct trial *t = trial_sized(gradients, size);
	double first, left = 0;

	for (size_t i = 0; i < trial_count(t, trial_field(t, "b")); i++) {
		trial_put(t, trial_field(t, "x"), i, 0);
		trial_put(t, trial_field(t, "r"), i, trial_get(t, trial_field(t, "b"), i));
		trial_put(t, trial_field(t, "p"), i, trial_get(t, trial_field(t, "b"), i));
	}
	ck_assert(trial_run(t));
	first = VALUE("rest");
	for (int step = 1; step < 60; step++)
		ck_assert(trial_run(t));
	for (bool more = trial_next(t, true); more; more = trial_next(t, false))
		left += residual(t)*residual(t);
	ck_assert_msg(first > 1 && left < 1e-18 && VALUE("rest") < 1e-18, "%g, then %g, in truth %g", first,
		VALUE("rest"), left);
	trial_free(t);
}
END_TEST

Suite *
sums_suite(void)
{
	Suite *suite = suite_create("sums");
	TCase *tests = tcase_create("sums");

	LOOP(tests, sums_have_one_order, COUNT(sizes));
	tcase_add_test(tests, sum_is_of_what_a_field_holds_then);
	tcase_add_test(tests, several_sums_in_a_statement);
	tcase_add_test(tests, sum_in_a_sum);
	tcase_add_test(tests, sum_of_what_is_computed_at_an_offset);
	tcase_add_test(tests, sum_of_ints_is_real);
	tcase_add_test(tests, scalar_given_by_the_caller);
	tcase_add_test(tests, scalar_keeps_its_value_in_an_if);
	tcase_add_test(tests, scalar_condition);
	tcase_add_test(tests, sum_of_floats_is_a_float);
	tcase_add_test(tests, sum_has_a_bound);
	tcase_add_test(tests, conjugate_gradients_solve);
	suite_add_tcase(suite, tests);
	return suite;
}
