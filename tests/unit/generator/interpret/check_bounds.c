/* The interpreter: bounds of rounding errors. */

#include "tests/unit/generator/interpret/trial.h"
#include "tests/unit/generator/interpret/reference.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *bounds_suite(void);

TRIAL(copies_are_exact, true,
	"in a; out o; t = min(a, abs(a[west])); o = -t;",
	trial_bound(t, "o") == 0)

TRIAL(bound_holds_for_a_contracted_product, true,
	"in a, b; out o; o = a*b + b;",
	fabs(fma(HERE("a"), HERE("b"), HERE("b")) - HERE("o")) <= trial_bound(t, "o")
		&& trial_bound(t, "o") > 0 && trial_bound(t, "o") < 1e-15)

TRIAL(bound_covers_the_rounding_of_a_store, true,
	"in double a, b; out float o; o = a*b;",
	fabs(HERE("a")*HERE("b") - HERE("o")) <= trial_bound(t, "o"))

TRIAL(bounds_grow_through_an_output, true,
	"in a; inout u; out o; u = u*a; o = u + a;",
	trial_bound(t, "o") > trial_bound(t, "u") && trial_bound(t, "u") > 0)

TRIAL(bound_outside_of_a_branch_is_0, true,
	"inout u; if (u > 0) { u = 3*u; }",
	(trial_bound(t, "u") > 0) == (trial_before(t, "u") > 0))

static const struct {
	const char *body;
	double want;
} bounds[] = {
	{ "o = a*b > b*a ? 1 : 2;", INFINITY },
	{ "o = a*b > b*a ? a : a;", 0 },
	{ "o = a*b > b*a + 1e-12 ? 1 : 2;", 0 },
	{ "o = a >= a ? 1 : b;", 0 },
	{ "o = level == 2 ? 1 : b;", 0 },
	{ "o = a > 2 && a*b > b*a ? 1 : 2;", 0 },
	{ "o = a < 2 && a*b > b*a ? 1 : 2;", INFINITY },
	{ "o = a < 2 || a*b > b*a ? 1 : 2;", 0 },
	{ "o = !(a*b > b*a) ? 1 : 2;", INFINITY },
	{ "t = a*b > b*a; o = t ? 1 : 2;", INFINITY },
	{ "t = a*b > b*a ? 1 : 2; s = t[west]; o = s;", INFINITY },
	{ "if (a*b > b*a) { o = 1; } else { o = 2; }", INFINITY },
	{ "if (a*b > b*a) { o = a; } else { o = a; }", 0 },
	{ "if (a*b > b*a) { t = a; o = a; } else { t = b; o = a; }", 0 },
	{ "t = a; if (a*b > b*a) { t = b; } o = t;", INFINITY },
	{ "o = 1/(a*b - b*a);", INFINITY },
	{ "o = 0.001/(a*b - b*a + 1e-18);", INFINITY },
	{ "o = floor(a*b);", 0 },
	{ "o = floor(a*b - b*a);", INFINITY },
	{ "o = ceil(a*b - b*a + 7);", INFINITY },
	{ "o = sqrt(a*b - b*a);", INFINITY },
	{ "o = log(a*b - b*a);", INFINITY },
	{ "o = pow(a*b, 0);", 0 },
	{ "o = sign(a*b);", 0 },
	{ "o = sign(a*b - b*a);", INFINITY },
	{ "o = copysign(a, a*b);", 0 },
	{ "o = isnan(a*b) ? 1 : b;", 0 },
	{ "o = isfinite(a*b) ? 1 : b;", 0 },
	{ "o = isfinite(a*b*1e308*1e308) ? 1 : b;", INFINITY },
	{ "o = isnan(sqrt(a*b - b*a)) ? 1 : b;", INFINITY },
	{ "o = atan2(a*b - b*a, -2) > 0 ? 1 : 2;", INFINITY },
	{ "o = acos(a*b - b*a + 1);", INFINITY },
	{ "t = 0*a; o = t/t;", 0 },
	{ "t = 0*a; o = t/t + a*b;", 0 },
};

START_TEST(bounds_say_what_is_certain)
{
	struct arena memory = { NULL };
	struct trial *t = trial_new(arena_printf(&memory, "in a, b; out o; %s", bounds[_i].body));

	t->bounded = true;
	ck_assert(trial_run(t));
	ck_assert_msg(trial_bound(t, "o") == bounds[_i].want, "%s: %g", bounds[_i].body, trial_bound(t, "o"));
	trial_free(t);
	arena_free(&memory);
}
END_TEST

/* Compares the float trial with a double one of the same stencil and data:
 * the bounds, infinite at a few points only, are to cover the difference. */
static void
assert_bounds_hold(struct trial *narrow, struct trial *wide, const char *what, int most_infinite)
{
	int infinite = 0;

	for (const struct field *f = narrow->stencil->fields; f; f = f->next)
		for (size_t i = 0; i < trial_count(narrow, f); i++)
			trial_put(wide, trial_field(wide, f->name), i, trial_get(narrow, f, i));
	narrow->bounded = true;
	ck_assert(trial_run(narrow) && trial_run(wide));
	for (bool more = trial_next(narrow, true); more; more = trial_next(narrow, false))
		for (const struct field *f = narrow->stencil->fields; f; f = f->next) {
			const size_t i = trial_index(narrow, f, 0, 0, 0);
			const double a = trial_get(narrow, f, i), b = trial_get(wide, trial_field(wide, f->name), i);

			if (f->role == ROLE_IN)
				continue;
			infinite += narrow->bounds[f->index][i] == INFINITY;
			ck_assert_msg(fabs(a - b) <= narrow->bounds[f->index][i],
				"%s: %g and %g differ by more than %g", what, a, b, narrow->bounds[f->index][i]);
		}
	ck_assert_msg(infinite <= most_infinite, "%s: %d bounds are infinite", what, infinite);
	trial_free(narrow);
	trial_free(wide);
}

/* Expressions of a and b. */
static const char *const operations[] = {
#define OPERATION(name, text, in_double, in_float) text,
#include "tests/unit/generator/interpret/operations.def"
};

START_TEST(bounds_of_operations_hold)
{
	struct arena memory = { NULL };
	const char *body = arena_printf(&memory, "in a, b; out o; o = %s;", operations[_i]);

	assert_bounds_hold(trial_new_in(TYPE_FLOAT, body), trial_new(body), body, 0);
	arena_free(&memory);
}
END_TEST

/* Of operands that rounding has spoilt by far more than the operation does. */
START_TEST(bounds_of_inexact_operations_hold)
{
	struct arena memory = { NULL };
	const char *body = arena_printf(&memory, "in p, q; out o;"
		"a = p + 2000*q - 2000*q; b = q + 1000*p - 1000*p; o = %s;", operations[_i]);
	const bool unsure = strstr(operations[_i], "==") || strstr(operations[_i], "!=")
		|| !strncmp(operations[_i], "is", 2);

	assert_bounds_hold(trial_new_in(TYPE_FLOAT, body), trial_new(body), body,
		unsure ? 13*9*5 : 10);
	arena_free(&memory);
}
END_TEST

START_TEST(bounds_of_stencils_hold)
{
	const char *name = references[_i].name;

	assert_bounds_hold(trial_of_file(name, TYPE_FLOAT, trial_size),
		trial_of_file(name, TYPE_DOUBLE, trial_size), name, 1);
}
END_TEST

Suite *
bounds_suite(void)
{
	Suite *suite = suite_create("bounds");
	TCase *tests = tcase_create("bounds");

	tcase_add_test(tests, copies_are_exact);
	tcase_add_test(tests, bound_holds_for_a_contracted_product);
	tcase_add_test(tests, bound_covers_the_rounding_of_a_store);
	tcase_add_test(tests, bounds_grow_through_an_output);
	tcase_add_test(tests, bound_outside_of_a_branch_is_0);
	LOOP(tests, bounds_say_what_is_certain, COUNT(bounds));
	LOOP(tests, bounds_of_operations_hold, COUNT(operations));
	LOOP(tests, bounds_of_inexact_operations_hold, COUNT(operations));
	LOOP(tests, bounds_of_stencils_hold, REFERENCES);
	suite_add_tcase(suite, tests);
	return suite;
}
