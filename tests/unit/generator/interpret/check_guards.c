/* The interpreter: distances to the sides of the domain, and what conditions on them leave of reads. */

#include "tests/unit/generator/interpret/trial.h"

#include <check.h>
#include <math.h>
#include <string.h>

Suite *guards_suite(void);

static const struct {
	const char *body;
	int low[3], high[3]; /* cells of the border */
	int least[3];        /* cells of the domain */
} guards[] = {
	{ "in a; out o; o = west > 0 ? a[west] : a;", { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
	{ "in a; out o; o = 0 < west ? a[west] : a;", { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
	{ "in a; out o; o = west != 0 ? a[west] : a;", { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
	{ "in a; out o; o = west == 0 ? a : a[-3,0];", { 2, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
	{ "in a; out o; o = west != 1 ? a[west] : a;", { 1, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
	{ "in a; out o; o = west > 0 || a > 0 ? a[west] : a;", { 1, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
	{ "in a; out o; o = west > 0 && a > 0 ? a[west] : a;", { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
	{ "in a; out o; o = !(west < 2 || a > 0) ? a[-2,0] : a;", { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
	{ "in a; out o; o = !(west < 2 && a > 0) ? a[-2,0] : a;", { 2, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
	{ "in a; out o; o = west > 3*2 - 4 - -1 ? a[-4,0] : a;", { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
	{ "in a; param int n = 1; out o; o = west > n ? a[west] : a;", { 1, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
	{ "in a; out o; o = level > 0 ? a[below] : a;", { 0, 0, 1 }, { 0, 0, 0 }, { 0, 0, 0 } },
	{ "in a; out o; o = below == 0 ? a[above] : a;", { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 2 } },
	{ "in a; out o; o = below <= 1 ? a[0,0,2] : a;", { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 4 } },
	{ "in a; out o; o = south > 0 && below > 0 ? a[south.below] : a;", { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
	{ "in a; out o; t = a[west]; o = west > 0 ? t : a;", { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
	{ "in a; out o; t = a[west]; s = t[west]; o = west > 1 ? s[east] + s : a;",
		{ 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
	{ "in a; out o; t = west > 0 ? a[west] : a; o = t;", { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
	{ "in a; out o; t = west > 0 ? a[-2,0] : 0; o = t[5,0] + t[-4,0];", { 1, 0, 0 }, { 3, 0, 0 }, { 0, 0, 0 } },
	{ "in a; out o; t = west < 0 ? 2*a[east] - a[2,0] : a; o = t[west] + t[east] - 2*t;",
		{ 0, 0, 0 }, { 1, 0, 0 }, { 2, 0, 0 } },
	{ "in a; out o; if (north > 0) { if (south > 0) { o = a[north] + a[south]; } else { o = a[north]; } }"
		" else { o = a[0,3]; }", { 0, 0, 0 }, { 0, 0, 0 }, { 0, 4, 0 } },
	{ "in a; out o; if (a[east] > 0) { t = a; } else { t = -a; } o = east > 0 ? t : 0;",
		{ 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
	{ "in a; out o; if (west > 0) { t = a[west]; o = t; } else { o = 0; }", { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
	{ "in a; out o; t = 0; if (west > 0) { t = a[west]; } o = t;", { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
	{ "in a; out o; halo [1,1,1]; o = west == 0 ? a[west] : a[north];", { 1, 1, 1 }, { 1, 1, 1 }, { 0, 0, 0 } },
	{ "in column c; in profile p; out o; o = west > 0 && above > 0 ? c[west] + p[above] : 0;",
		{ 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
};

START_TEST(guards_leave_reads_out_of_the_border)
{
	struct trial *t = trial_new(guards[_i].body);
	int low[3], high[3];

	ck_assert(interpret_domain(t->stencil, t->size, low, high));
	for (int a = 0; a < 3; a++) {
		ck_assert_msg(low[a] == guards[_i].low[a] && t->size[a] - high[a] == guards[_i].high[a],
			"%s: border %d, %d along axis %d", guards[_i].body, low[a], t->size[a] - high[a], a);
		ck_assert_int_eq(t->stencil->border.low[a], low[a]);
		ck_assert_int_eq(t->stencil->border.high[a], t->size[a] - high[a]);
		ck_assert_int_eq(t->stencil->least[a], guards[_i].least[a]);
	}
	trial_free(t);
}
END_TEST

/* The fields are NaN nowhere, and outside of them there is nothing else. */
START_TEST(nothing_outside_of_the_grid_is_chosen)
{
	struct trial *t = trial_new(guards[_i].body);

	ck_assert(trial_run(t));
	for (t->point[2] = 0; t->point[2] < t->size[2]; t->point[2]++)
		for (t->point[1] = 0; t->point[1] < t->size[1]; t->point[1]++)
			for (t->point[0] = 0; t->point[0] < t->size[0]; t->point[0]++)
				ck_assert_msg(!isnan(HERE("o")), "%s", guards[_i].body);
	trial_free(t);
}
END_TEST

START_TEST(domain_has_the_least_cells)
{
	struct trial *t = trial_new(guards[_i].body);
	int low[3], high[3];

	for (int a = 0; a < 3; a++) {
		const int before = t->size[a], border = guards[_i].low[a] + guards[_i].high[a];
		const int least = guards[_i].least[a] > 1 ? guards[_i].least[a] : 1;

		t->size[a] = border + least;
		ck_assert(interpret_domain(t->stencil, t->size, low, high));
		t->size[a]--;
		ck_assert(!interpret_domain(t->stencil, t->size, low, high));
		t->size[a] = before;
	}
	trial_free(t);
}
END_TEST

START_TEST(distances_count_cells_of_the_domain)
{
	struct trial *t = trial_new("in a; out w, e, n, s, b, o; param int q = 5; halo [3,2,1];"
		"w = west; e = east; n = north*2; s = q - south; b = below; o = above;");

	t->params[0] = 5;
	ck_assert(trial_run(t));
	t->point[0] = 4, t->point[1] = 2, t->point[2] = 3;
	ck_assert(HERE("w") == 1 && HERE("e") == 13 - 4 - 4 && HERE("n") == 0 && HERE("s") == 5 - (9 - 2 - 3));
	ck_assert(HERE("b") == 2 && HERE("o") == 0);
	trial_free(t);
}
END_TEST

START_TEST(distances_beyond_the_domain_are_negative)
{
	struct trial *t = trial_new("in a; out o, p; t = west; s = above; o = t[-3,0] + a[east]; p = s[0,0,2];");

	ck_assert(trial_run(t));
	t->point[0] = 1, t->point[1] = 1, t->point[2] = 4;
	ck_assert(HERE("p") == -2 && trial_at(t, "o", 0, 0, 0) == 1 - 3 + trial_at(t, "a", 1, 0, 0));
	trial_free(t);
}
END_TEST

/* PolyBench's loops: rows are i, columns j. */
static void
fdtd_2d(int nx, int ny, double *ex, double *ey, double *hz, double fict)
{
	for (int j = 0; j < nx; j++)
		ey[j] = fict;
	for (int i = 1; i < ny; i++)
		for (int j = 0; j < nx; j++)
			ey[i*nx + j] = ey[i*nx + j] - 0.5*(hz[i*nx + j] - hz[(i - 1)*nx + j]);
	for (int i = 0; i < ny; i++)
		for (int j = 1; j < nx; j++)
			ex[i*nx + j] = ex[i*nx + j] - 0.5*(hz[i*nx + j] - hz[i*nx + j - 1]);
	for (int i = 0; i < ny - 1; i++)
		for (int j = 0; j < nx - 1; j++)
			hz[i*nx + j] = hz[i*nx + j]
				- 0.7*(ex[i*nx + j + 1] - ex[i*nx + j] + ey[(i + 1)*nx + j] - ey[i*nx + j]);
}

START_TEST(walls_are_those_of_polybench)
{
	enum { NX = 13, NY = 9, NZ = 2, LEVEL = NX*NY };
	static const int size[3] = { NX, NY, NZ };
	struct trial *t = trial_of_file("programs/fdtd_2d", TYPE_DOUBLE, size);
	double expected[3][NZ*LEVEL];

	t->params[0] = 0.25;
	for (int f = 0; f < 3; f++)
		memcpy(expected[f], t->fields[f], sizeof expected[f]);
	for (int k = 0; k < NZ; k++)
		fdtd_2d(NX, NY, expected[0] + k*LEVEL, expected[1] + k*LEVEL, expected[2] + k*LEVEL, 0.25);
	ck_assert(trial_run(t));
	for (int f = 0; f < 3; f++)
		ck_assert_mem_eq(t->fields[f], expected[f], sizeof expected[f]);
	trial_free(t);
}
END_TEST

Suite *
guards_suite(void)
{
	Suite *suite = suite_create("guards");
	TCase *tests = tcase_create("guards");

	LOOP(tests, guards_leave_reads_out_of_the_border, COUNT(guards));
	LOOP(tests, nothing_outside_of_the_grid_is_chosen, COUNT(guards));
	LOOP(tests, domain_has_the_least_cells, COUNT(guards));
	tcase_add_test(tests, distances_count_cells_of_the_domain);
	tcase_add_test(tests, distances_beyond_the_domain_are_negative);
	tcase_add_test(tests, walls_are_those_of_polybench);
	suite_add_tcase(suite, tests);
	return suite;
}
