/* The interpreter: sweeps and column variables. */

#include "tests/unit/generator/interpret/trial.h"

#include <check.h>

Suite *sweeps_suite(void);

enum { TOP = 4 }; /* the highest level of a trial */

static double
sum_below(const struct trial *t, const char *name)
{
	double sum = 0;

	for (int z = -t->point[2]; z <= 0; z++)
		sum = sum + trial_at(t, name, 0, 0, z);
	return sum;
}

static double
sum_above(const struct trial *t, const char *name)
{
	double sum = 0;

	for (int z = TOP - t->point[2]; z >= 0; z--)
		sum = sum + trial_at(t, name, 0, 0, z);
	return sum;
}

TRIAL(sweep_up_sees_what_it_left_below, false,
	"in a; out o; sweep up { if (below == 0) { o = 0 + a; } else { o = o[below] + a; } }",
	HERE("o") == sum_below(t, "a"))

TRIAL(sweep_down_sees_what_it_left_above, false,
	"in a; out o; sweep down { if (above == 0) { s = 0 + a; } else { s = s[above] + a; } o = s; }",
	HERE("o") == sum_above(t, "a"))

TRIAL(column_variable_goes_from_level_to_level, false,
	"in a; out o; column s = 0; sweep up { s = s + a; o = s; }",
	HERE("o") == sum_below(t, "a"))

TRIAL(column_variable_goes_from_sweep_to_sweep, false,
	"in a; out o; column s = 0; sweep up { s = s + a; } sweep down { o = s; s = s - a; }",
	t->point[2] < TOP || HERE("o") == sum_below(t, "a"))

TRIAL(column_variable_may_be_left_alone, false,
	"in a; out o; column s = 2; sweep up { if (a > 5) { s = a; } o = s; }",
	HERE("o") == 2)

TRIAL(column_field_gets_one_value, false,
	"in a; out column o; column s = 0; sweep up { s = s + a; } o = 2*s;",
	t->point[2] < TOP || HERE("o") == 2*sum_below(t, "a"))

TRIAL(column_field_may_be_assigned_in_a_sweep, false,
	"in a; out column o; sweep up { o = a; }",
	t->point[2] < TOP || HERE("o") == HERE("a"))

TRIAL(column_variable_is_read_beside_its_column, false,
	"in column h; out o; column g = 2*h; o = g[east] - g;",
	HERE("o") == 2*AT("h", 1, 0, 0) - 2*HERE("h"))

TRIAL(ahead_of_a_sweep_lies_what_was_before, false,
	"inout u; sweep up { if (above > 0) { u = u[above]; } }",
	HERE("u") == (t->point[2] < TOP ? trial_noise(trial_field(t, "u"),
		trial_index(t, trial_field(t, "u"), 0, 0, 1)) : trial_before(t, "u")))

TRIAL(temporary_ahead_has_its_version_before, false,
	"in a; out o; t = 3*a; sweep up { if (above > 0) { o = t[above]; } else { o = t; } t = a; }",
	HERE("o") == 3*(t->point[2] < TOP ? AT("a", 0, 0, 1) : HERE("a")))

TRIAL(temporary_is_the_version_before_until_assigned, false,
	"in a; out o, p; t = 3*a; sweep up { o = t; t = a; p = t; }",
	HERE("o") == 3*HERE("a") && HERE("p") == HERE("a"))

TRIAL(two_levels_behind_are_there, false,
	"in a; out o; sweep up { if (below > 1) { o = o[0,0,-2] + a; } else { o = a; } }",
	HERE("o") == (t->point[2] > 1 ? AT("o", 0, 0, -2) + HERE("a") : HERE("a")))

TRIAL(sweep_is_read_beside_its_column_after_it, false,
	"in a; out o; sweep up { if (below == 0) { s = 0 + a; } else { s = s[below] + a; } } o = s[west];",
	t->point[2] < 1 || HERE("o") == AT("o", 0, 0, -1) + AT("a", -1, 0, 0))

TRIAL(what_is_made_of_a_sweep_is_guarded, false,
	"in a; out o; sweep up { s = 2*a; } r = s + 1; o = above > 0 ? r[above] : 0;",
	HERE("o") == (t->point[2] < TOP ? 2*AT("a", 0, 0, 1) + 1 : 0))

TRIAL(sweep_stays_on_the_levels_of_the_domain, false,
	"inout u; halo [0,0,1]; sweep up { if (below == 0) { u = 7; } else { u = u[below] + 1; } }",
	HERE("u") == 6 + t->point[2])

TRIAL(level_below_the_domain_is_read_from_memory, false,
	"inout u; sweep up { u = u[below]; }",
	HERE("u") == trial_noise(trial_field(t, "u"), trial_index(t, trial_field(t, "u"), 0, 0, -t->point[2])))

TRIAL(sweep_has_bounds, true,
	"in a; out o; sweep up { if (below == 0) { o = a; } else { o = o[below] + a*a; } }",
	t->point[2] == 0 ? trial_bound(t, "o") == 0 : trial_bound(t, "o") > 0)

/* How a stencil of sweeps narrows the domain, and how many levels it needs. */
static const struct {
	const char *body;
	int low, high, least;
} levels[] = {
	{ "in a; out o; sweep up { if (below == 0) { o = a; } else { o = o[below]; } }", 0, 5, 1 },
	{ "in a; out o; sweep up { if (below == 0) { o = a[above]; } else { o = o[below]; } }", 0, 5, 2 },
	{ "in a; out o; sweep up { o = a[above]; }", 0, 4, 1 },
	{ "in a; out o; sweep up { t = a[below]; o = t; }", 1, 5, 1 },
	{ "inout u; sweep up { u = u[below]; }", 1, 5, 1 },
	{ "in a; out o; sweep up { t = a; } o = above > 1 ? t[0,0,2] : above == 1 ? t[above] : t;", 0, 5, 1 },
	{ "in a; out o; sweep up { t = a; } if (below == 1) { o = t[0,0,3]; } else { o = t; }", 0, 5, 5 },
};

START_TEST(domain_follows_from_what_sweeps_read)
{
	struct trial *t = trial_new(levels[_i].body);
	int low[3], high[3];

	ck_assert(interpret_domain(t->stencil, t->size, low, high));
	ck_assert_int_eq(low[2], levels[_i].low);
	ck_assert_int_eq(high[2], levels[_i].high);
	ck_assert_int_eq(t->stencil->border.low[2], low[2]);
	ck_assert_int_eq(t->stencil->border.high[2], t->size[2] - high[2]);
	for (t->size[2] = 1; !interpret_domain(t->stencil, t->size, low, high); t->size[2]++)
		;
	ck_assert_int_eq(high[2] - low[2], levels[_i].least);
	trial_free(t);
}
END_TEST

Suite *
sweeps_suite(void)
{
	const TTest *const trials[] = {
		sweep_up_sees_what_it_left_below, sweep_down_sees_what_it_left_above,
		column_variable_goes_from_level_to_level, column_variable_goes_from_sweep_to_sweep,
		column_variable_may_be_left_alone, column_field_gets_one_value,
		column_field_may_be_assigned_in_a_sweep, column_variable_is_read_beside_its_column,
		ahead_of_a_sweep_lies_what_was_before, temporary_ahead_has_its_version_before,
		temporary_is_the_version_before_until_assigned, two_levels_behind_are_there,
		sweep_is_read_beside_its_column_after_it, what_is_made_of_a_sweep_is_guarded,
		sweep_stays_on_the_levels_of_the_domain, level_below_the_domain_is_read_from_memory,
		sweep_has_bounds,
	};
	Suite *suite = suite_create("sweeps");
	TCase *tests = tcase_create("sweeps");

	for (size_t i = 0; i < COUNT(trials); i++)
		tcase_add_test(tests, trials[i]);
	LOOP(tests, domain_follows_from_what_sweeps_read, COUNT(levels));
	suite_add_tcase(suite, tests);
	return suite;
}
