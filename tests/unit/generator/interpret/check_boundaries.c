/* The interpreter: what it fills halos with. */

#include "tests/unit/generator/interpret/trial.h"

#include <check.h>
#include <math.h>

Suite *boundaries_suite(void);

enum { LOW, HIGH };

/* halo [2,1,1] of 13x9x5 cells. */
static const int domain[2][3] = { { 2, 1, 1 }, { 11, 8, 4 } };

static const struct {
	const char *rules;
	char maps[4]; /* by axis: p, c, m: the kinds; k: kept; 5: 0.5, 7: -7 */
} rules[] = {
	{ "periodic xyz", "ppp" }, { "periodic", "ppk" }, { "copy xyz", "ccc" }, { "mirror xyz", "mmm" },
	{ "0.5 xyz", "555" }, { "mirror x, copy zy", "mcc" }, { "periodic y", "kpk" },
	{ "periodic xz, -7 y", "p7p" }, { "0.5 z, -7 x", "7k5" },
};

/* Where the cell i beyond the domain takes its value from. */
static int
mapped(char map, int axis, int i)
{
	const int low = domain[LOW][axis], high = domain[HIGH][axis];

	if (i >= low && i < high)
		return i;
	switch (map) {
	case 'p': return i < low ? i + (high - low) : i - (high - low);
	case 'c': return i < low ? low : high - 1;
	case 'm': return i < low ? 2*low - i - 1 : 2*high - i - 1;
	}
	return i;
}

/* What a cell holds: a number of the first axis that has one there, or what another cell held. */
static double
expected(const struct trial *t, const struct field *u, const char *maps)
{
	const struct trial from = { .size = { t->size[0], t->size[1], t->size[2] }, .point = {
		mapped(maps[0], 0, t->point[0]), mapped(maps[1], 1, t->point[1]), mapped(maps[2], 2, t->point[2]),
	} };

	for (int a = 0; a < 3; a++)
		if ((maps[a] == '5' || maps[a] == '7') && (t->point[a] < domain[LOW][a] || t->point[a] >= domain[HIGH][a]))
			return maps[a] == '5' ? 0.5 : -7;
	return trial_noise(u, trial_index(&from, u, 0, 0, 0));
}

static void
assert_filled(struct trial *t, const char *maps)
{
	const struct field *u = trial_field(t, "u");

	ck_assert(trial_run(t));
	for (t->point[2] = 0; t->point[2] < t->size[2]; t->point[2]++)
		for (t->point[1] = 0; t->point[1] < t->size[1]; t->point[1]++)
			for (t->point[0] = 0; t->point[0] < t->size[0]; t->point[0]++)
				ck_assert_msg(same_number(HERE("u"), expected(t, u, maps)), "%s: %g, not %g, at %d,%d,%d",
					maps, HERE("u"), expected(t, u, maps), t->point[0], t->point[1], t->point[2]);
	trial_free(t);
}

START_TEST(halo_is_filled)
{
	struct arena memory = { NULL };

	assert_filled(trial_new(arena_printf(&memory, "inout u; out o; halo [2,1,1]; boundary u = %s;"
		"o = u[2,0];", rules[_i].rules)), rules[_i].maps);
	arena_free(&memory);
}
END_TEST

/* Also where it is read through a temporary, in a branch or above. */
static const char *const reads[] = {
	"t = u; o = t[west];", "o = u[above];", "o = u > 0 ? 1 : u[north];", "if (u[east] > 0) { o = 1; } else { o = 2; }",
	"t = 1; if (u > 0) { t = 2; } o = t[below];",
};

START_TEST(halo_is_filled_where_it_is_read)
{
	struct arena memory = { NULL };

	assert_filled(trial_new(arena_printf(&memory, "inout u; out o; halo [2,1,1]; boundary u = mirror;"
		"%s", reads[_i])), "mmk");
	arena_free(&memory);
}
END_TEST

START_TEST(halo_that_nothing_reads_is_kept)
{
	assert_filled(trial_new("inout u; out o; halo [2,1,1]; boundary u = mirror; t = u[west]; o = t[east];"), "kkk");
}
END_TEST

TRIAL(halo_of_floats_is_filled, false,
	"inout float u; out o; halo [1,1,1]; boundary u = periodic x, 0.1 z; o = u[west] + 0*u[north];",
	t->point[0] > 1 || HERE("o") == AT("u", 10, 0, 0))

TRIAL(halo_has_the_bounds_of_what_fills_it, true,
	"inout u; out o; halo [1,1,1]; boundary u = 3 xyz; o = u[west] - u[west];",
	trial_bound(t, "o") == 0)

START_TEST(domain_is_as_wide_as_the_halo)
{
	static const struct { const char *body; bool good; } wide[] = {
		{ "inout u; out o; halo [4,0,0]; boundary u = mirror; o = u[-4,0];", true },
		{ "inout u; out o; halo [5,0,0]; boundary u = mirror; o = u[-4,0];", false },
		{ "inout u; out o; halo [5,0,0]; boundary u = periodic; o = u[-4,0];", false },
		{ "inout u; out o; halo [5,0,0]; boundary u = copy; o = u[-4,0];", true },
		{ "inout u; out o; halo [5,0,0]; boundary u = mirror y; o = u[-4,0];", true },
	};

	for (size_t i = 0; i < COUNT(wide); i++) {
		struct trial *t = trial_new(wide[i].body);

		ck_assert_msg(trial_run(t) == wide[i].good, "%s", wide[i].body);
		trial_free(t);
	}
}
END_TEST

TRIAL(halo_is_filled_again_after_an_assignment, false,
	"in a; inout u; out o; boundary u = periodic; t = u[west]; u = a; o = u[west] + 0*t;",
	t->point[0] > 1 || HERE("o") == AT("a", 11, 0, 0))

TRIAL(halo_of_an_out_is_filled, false,
	"in u; out h, g, k; halo [1,1,1]; boundary h = periodic x, copy y, 0.5 z; h = u; g = h[west]; k = h[west.south.above];",
	HERE("g") == AT("u", t->point[0] > 1 ? -1 : 10, 0, 0)
	&& HERE("k") == (t->point[2] == 3 ? 0.5 : AT("u", t->point[0] > 1 ? -1 : 10, t->point[1] < 7 ? 1 : 0, 1)))

TRIAL(halo_of_an_out_is_filled_again_and_for_temporaries, false,
	"in u; out h, g, k; halo [2,1,1]; boundary h = mirror x; h = u; t = 2*h; h = 3*u; g = t[-2,0]; k = h[west];",
	HERE("g") == 2*AT("u", t->point[0] > 3 ? -2 : t->point[0] > 2 ? -1 : 1, 0, 0)
	&& HERE("k") == 3*AT("u", t->point[0] > 2 ? -1 : 0, 0, 0))

TRIAL(halo_is_what_it_was_when_its_reader_happens, false,
	"in a; inout u; out o, p; boundary u = copy; t = u[west]; u = a; p = u[west]; o = t;",
	t->point[0] > 1 || HERE("o") == trial_before(t, "u"))

/* The sum of a field over the domain. */
static double
total(struct trial *t, const char *name)
{
	double sum = 0;

	for (bool more = trial_next(t, true); more; more = trial_next(t, false))
		sum += HERE(name);
	return sum;
}

static double
change_of_a_wave(const char *boundary)
{
	struct arena memory = { NULL };
	struct trial *t = trial_new(arena_printf(&memory, "inout u, old; halo [1,1,1]; boundary u = %s;"
		"new = 2*u - old + 0.1*(u[west] + u[east] + u[north] + u[south] + u[below] + u[above] - 6*u);"
		"old = u; u = new;", boundary));
	const struct field *u = trial_field(t, "u"), *old = trial_field(t, "old");
	double before, after;

	for (size_t i = 0; i < trial_count(t, u); i++)
		trial_put(t, old, i, trial_get(t, u, i));
	before = total(t, "u");
	for (int step = 0; step < 20; step++)
		ck_assert(trial_run(t));
	after = total(t, "u");
	trial_free(t);
	arena_free(&memory);
	return fabs(after - before);
}

/* Between mirrors and around a torus what flows out of one cell flows into another. */
START_TEST(a_wave_keeps_its_sum)
{
	ck_assert(change_of_a_wave("mirror xyz") < 1e-11);
	ck_assert(change_of_a_wave("periodic xyz") < 1e-11);
	ck_assert(change_of_a_wave("copy x, mirror yz") < 1e-11);
	ck_assert(change_of_a_wave("0 xyz") > 1e-3);
}
END_TEST

Suite *
boundaries_suite(void)
{
	Suite *suite = suite_create("boundaries");
	TCase *tests = tcase_create("boundaries");

	LOOP(tests, halo_is_filled, COUNT(rules));
	LOOP(tests, halo_is_filled_where_it_is_read, COUNT(reads));
	tcase_add_test(tests, halo_that_nothing_reads_is_kept);
	tcase_add_test(tests, halo_of_floats_is_filled);
	tcase_add_test(tests, halo_has_the_bounds_of_what_fills_it);
	tcase_add_test(tests, halo_is_filled_again_after_an_assignment);
	tcase_add_test(tests, halo_of_an_out_is_filled);
	tcase_add_test(tests, halo_of_an_out_is_filled_again_and_for_temporaries);
	tcase_add_test(tests, halo_is_what_it_was_when_its_reader_happens);
	tcase_add_test(tests, a_wave_keeps_its_sum);
	tcase_add_test(tests, domain_is_as_wide_as_the_halo);
	suite_add_tcase(suite, tests);
	return suite;
}
