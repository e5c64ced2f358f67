/* The interpreter: which points are computed. */

#include "tests/unit/generator/interpret/trial.h"

#include <check.h>
#include <math.h>

Suite *domains_suite(void);

static const struct {
	const char *body;
	int low[3], high[3];
} domains[] = {
	{ "in a; out o; o = a;", { 0, 0, 0 }, { 13, 9, 5 } },
	{ "out o; o = 2;", { 0, 0, 0 }, { 13, 9, 5 } },
	{ "in a; out o; o = a[-1,0] + a[2,-3,1];", { 1, 3, 0 }, { 11, 9, 4 } },
	{ "in a; out o; t = a[-1,0] + a[0,2]; o = t + t[0,1,-1];", { 1, 0, 1 }, { 13, 6, 5 } },
	{ "in a; out o; t = a[west]; o = t[east];", { 0, 0, 0 }, { 13, 9, 5 } },
	{ "in a; out o; t = a[west] + a; o = t[east];", { 0, 0, 0 }, { 12, 9, 5 } },
	{ "in a; out o; t = a[-4,0]; o = a;", { 0, 0, 0 }, { 13, 9, 5 } },
	{ "in a; out o; if (a > 0) { t = a[west]; o = a; } else { o = 1; }",
		{ 0, 0, 0 }, { 13, 9, 5 } },
	{ "in a; out o; if (a > 0) { o = a[west]; } else { o = a[2,0]; }", { 1, 0, 0 }, { 11, 9, 5 } },
	{ "in a; inout u; if (a[north] > 0) { u = 2; }", { 0, 1, 0 }, { 13, 9, 5 } },
	{ "in a; inout u; if (a[north] > 0) { if (a[above] > 0) { u = 2; } }",
		{ 0, 1, 0 }, { 13, 9, 4 } },
	{ "in a; out o; t = 1; if (a[west] > 0) { t = 2; } o = t[south];", { 1, 0, 0 }, { 13, 8, 5 } },
	{ "in a; out o; t = a[west]; if (a > 0) { t = a; } o = t;", { 1, 0, 0 }, { 13, 9, 5 } },
	{ "in a; out o; o = a > 0 ? a[west] : a[south];", { 1, 0, 0 }, { 13, 8, 5 } },
	{ "in a; out o, p; o = a[west]; p = a[east];", { 1, 0, 0 }, { 12, 9, 5 } },
	{ "in a; out o; o = a[west]; o = a;", { 1, 0, 0 }, { 13, 9, 5 } },
	{ "in a; out o; halo [3,2,1]; o = a[west];", { 3, 2, 1 }, { 10, 7, 4 } },
	{ "in column c; in profile p; out o; o = c[west] + p[above];", { 1, 0, 0 }, { 13, 9, 4 } },
	{ "in column c; out o; t = c[west]; o = t[above];", { 1, 0, 0 }, { 13, 9, 5 } },
	{ "in profile p; out o; t = p[above]; o = t[west];", { 0, 0, 0 }, { 13, 9, 4 } },
	{ "in a; out o; s = sum(a[west]); t = s*a; o = t[east];", { 1, 0, 0 }, { 12, 9, 5 } },
	{ "in a; out o; o = a[6,0] + a[-6,0];", { 6, 0, 0 }, { 7, 9, 5 } },
	{ "in a; out o; if (a > 0) { t = a; s = t; t = a[west]; o = s; } else { o = 1; }",
		{ 1, 0, 0 }, { 13, 9, 5 } },
};

START_TEST(domain_follows_from_the_reads)
{
	struct trial *t = trial_new(domains[_i].body);
	int low[3], high[3];

	ck_assert(interpret_domain(t->stencil, t->size, low, high));
	for (int a = 0; a < 3; a++)
		ck_assert_msg(low[a] == domains[_i].low[a] && high[a] == domains[_i].high[a],
			"%s: %d..%d along axis %d", domains[_i].body, low[a], high[a], a);
	trial_free(t);
}
END_TEST

START_TEST(domain_is_that_of_the_checker)
{
	struct trial *t = trial_new(domains[_i].body);

	for (int a = 0; a < 3; a++)
		ck_assert(t->stencil->border.low[a] == domains[_i].low[a] &&
			t->size[a] - t->stencil->border.high[a] == domains[_i].high[a]);
	trial_free(t);
}
END_TEST

static bool
is_inside(const struct trial *t, const int low[3], const int high[3])
{
	for (int a = 0; a < 3; a++)
		if (t->point[a] < low[a] || t->point[a] >= high[a])
			return false;
	return true;
}

START_TEST(only_the_domain_is_written)
{
	struct trial *t = trial_new(domains[_i].body);

	ck_assert(trial_run(t));
	for (t->point[2] = 0; t->point[2] < t->size[2]; t->point[2]++)
		for (t->point[1] = 0; t->point[1] < t->size[1]; t->point[1]++)
			for (t->point[0] = 0; t->point[0] < t->size[0]; t->point[0]++)
				for (const struct field *f = t->stencil->fields; f; f = f->next) {
					const bool inside = is_inside(t, domains[_i].low, domains[_i].high);
					const bool changed = !same_number(HERE(f->name), trial_before(t, f->name));

					ck_assert(!isnan(HERE(f->name)));
					ck_assert(f->role == ROLE_INOUT || changed == (f->role == ROLE_OUT && inside));
					ck_assert(inside || !changed);
				}
	trial_free(t);
}
END_TEST

START_TEST(empty_domain_does_nothing)
{
	struct trial *t = trial_new("in a; out o; o = a[7,0] + a[-6,0];");

	ck_assert(!trial_run(t) && HERE("o") == trial_before(t, "o"));
	trial_free(t);
}
END_TEST

Suite *
domains_suite(void)
{
	Suite *suite = suite_create("domains");
	TCase *tests = tcase_create("domains");

	LOOP(tests, domain_follows_from_the_reads, COUNT(domains));
	LOOP(tests, domain_is_that_of_the_checker, COUNT(domains));
	LOOP(tests, only_the_domain_is_written, COUNT(domains));
	tcase_add_test(tests, empty_domain_does_nothing);
	suite_add_tcase(suite, tests);
	return suite;
}
