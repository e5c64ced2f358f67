/* libstencil on columns of the caller's own that are a box of cells: halos are filled, and sums taken row by row. */

#include "runtime/library/stencil.h"

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

Suite *library_cells_suite(void);

/* Two columns lie in front, and are not of the box. */
enum { WIDTH = 9, HEIGHT = 7, CELLS = WIDTH*HEIGHT, BEFORE = 2, COLUMNS = CELLS + BEFORE, LEVELS = 3, SLOTS = 4 };
enum { LOW_X = 1, HIGH_X = 1, LOW_Y = 1, INNER = (WIDTH - LOW_X - HIGH_X)*(HEIGHT - LOW_Y) };

static const char text[] = "stencil fill { inout u; out v; out scalar s; boundary u = periodic x, mirror y;"
	" u = 3*u; v = u[west] + 2*u[east] - u[north]; s = sum(v); }";

static const char *const kernels[] = {
	"backend=openmp storage=chasing", "backend=openmp storage=chasing levels=innermost",
	"backend=host storage=chasing", "backend=host storage=chasing levels=innermost",
};
enum { KERNELS = sizeof kernels/sizeof *kernels };

static const int relations[SLOTS][2] = { { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } };
static struct stencil_error error;
static int columns_of[CELLS], neighbors[SLOTS*COLUMNS];

static bool
is_inner(int cell)
{
	return cell % WIDTH >= LOW_X && cell % WIDTH < WIDTH - HIGH_X && cell/WIDTH >= LOW_Y;
}

/* Inner cells first, in an order of no use, then the halo. */
static void
number(void)
{
	int inner = BEFORE, halo = BEFORE + INNER;

	for (int i = 0; i < CELLS; i++) {
		const int cell = i*25 % CELLS;

		columns_of[cell] = is_inner(cell) ? inner++ : halo++;
	}
	memset(neighbors, 0, sizeof neighbors);
	for (int s = 0; s < SLOTS; s++)
		for (int cell = 0; cell < CELLS; cell++) {
			const int other = (cell + relations[s][0] + WIDTH*relations[s][1] + CELLS) % CELLS;

			neighbors[s*COLUMNS + columns_of[cell]] = columns_of[other];
		}
}

static const struct stencil_table whole = {
	.first = BEFORE, .end = BEFORE + INNER, .slots = SLOTS, .relations = relations, .neighbors = neighbors,
	.width = WIDTH, .height = HEIGHT, .columns_of = columns_of,
};

static stencil_plan *
plan_of(const struct stencil_table *table, const char *options)
{
	const struct stencil_shape shape = { .size = { COLUMNS, 1, LEVELS }, .table = table };

	return stencil_plan_create_text(text, NULL, &shape, options, 0, &error);
}

static void
bind(stencil_plan *plan, double *u, double *v, double *s, size_t bytes)
{
	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_msg(!stencil_plan_bind(plan, "u", u, bytes, &error), "%s", error.text);
	ck_assert_msg(!stencil_plan_bind(plan, "v", v, bytes, &error), "%s", error.text);
	ck_assert_msg(!stencil_plan_bind(plan, "s", s, sizeof *s, &error), "%s", error.text);
	ck_assert_int_eq(stencil_execute(plan, NULL), 0);
	stencil_plan_destroy(plan);
}

static double
value(int cell, int level)
{
	return (cell*29 + level*11) % 97/7.0;
}

/* As a regular grid has it, the order of the sum included. */
START_TEST(halos_are_filled)
{
	const struct stencil_shape regular = { .size = { WIDTH, HEIGHT, LEVELS } };
	const bool innermost = strstr(kernels[_i], "innermost");
	static double u[CELLS*LEVELS], v[CELLS*LEVELS], own_u[COLUMNS*LEVELS], own_v[COLUMNS*LEVELS];
	double s = 0, own_s = 0;

	number();
	for (int k = 0; k < LEVELS; k++)
		for (int cell = 0; cell < CELLS; cell++) {
			const int c = columns_of[cell];

			u[k*CELLS + cell] = own_u[innermost ? c*LEVELS + k : k*COLUMNS + c] = value(cell, k);
		}
	bind(stencil_plan_create_text(text, NULL, &regular, "backend=openmp", 0, &error), u, v, &s, sizeof u);
	bind(plan_of(&whole, kernels[_i]), own_u, own_v, &own_s, sizeof own_u);
	ck_assert(s == own_s);
	for (int k = 0; k < LEVELS; k++)
		for (int cell = 0; cell < CELLS; cell++) {
			const int c = columns_of[cell], at = innermost ? c*LEVELS + k : k*COLUMNS + c;

			ck_assert_double_eq(own_u[at], u[k*CELLS + cell]);
			ck_assert_double_eq(own_v[at], v[k*CELLS + cell]);
		}
}
END_TEST

static void
refused(struct stencil_table table, const char *words)
{
	ck_assert_ptr_null(plan_of(&table, "backend=openmp storage=chasing"));
	ck_assert_int_eq(error.code, STENCIL_CODE_ARGUMENT);
	ck_assert_msg(strstr(error.text, words) != NULL, "%s", error.text);
}

/* A table with another column for a cell. */
static void
refused_cell(int cell, int column, const char *words)
{
	const int kept = columns_of[cell];

	columns_of[cell] = column;
	refused(whole, words);
	columns_of[cell] = kept;
}

START_TEST(wrong_boxes_are_refused)
{
	struct stencil_table table = whole;

	number();
	table.width = 2;
	refused(table, "the table's width is 2, all of it halo (1 + 1)");
	table.width = WIDTH - 1;
	refused(table, "the table's box has 56 cells, of which 36 are updated, but there are 65 columns, of which 42 are");
	refused_cell(3*WIDTH + 3, -1, "cell (3,3) of the table is column -1: there are columns 0 to 64");
	refused_cell(3*WIDTH + 3, COLUMNS, "is column 65: there are");
	refused_cell(3*WIDTH + 3, columns_of[3*WIDTH + 2], "as another cell is");
	refused_cell(3*WIDTH + 3, 0, "which is updated, is column 0, which is not");
	refused_cell(0, columns_of[CELLS - 2], "which is halo, is column");
}
END_TEST

Suite *
library_cells_suite(void)
{
	Suite *suite = suite_create("library_cells");
	TCase *tests = tcase_create("library_cells");

	tcase_add_loop_test(tests, halos_are_filled, 0, KERNELS);
	tcase_add_test(tests, wrong_boxes_are_refused);
	suite_add_tcase(suite, tests);
	return suite;
}
