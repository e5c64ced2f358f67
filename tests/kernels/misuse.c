/* Calls that a model gets wrong: what a header offers refuses them, and without it they read or
 * write where they must not. Built with ASan. */

#include "reach/reach_openmp.h"
#include "hierarchize/hierarchize_d3_l4_openmp.h"
#include "evaluate/evaluate_d3_l4_openmp.h"

#include "run_tests.h"

#include <check.h>
#include <stdlib.h>

enum { NX = 7, NY = 8, NZ = 14, POINTS = NX*NY*NZ };

/* What a model has, all of it good. */
struct model {
	struct stencil_grid grid;
	struct reach_elements elements;
	struct reach_args args;
};

static double *
array(size_t count)
{
	double *elements = calloc(count, sizeof *elements);

	ck_assert_ptr_nonnull(elements);
	return elements;
}

/* Arrays have as many elements as the model says. */
static void
allocate(struct model *m)
{
	m->args = (struct reach_args){
		.w = array(m->elements.w), .u = array(m->elements.u), .v = array(m->elements.v),
		.h = array(m->elements.h), .p = array(m->elements.p),
	};
}

static void
release(struct model *m)
{
	free((void *)m->args.w);
	free((void *)m->args.u);
	free(m->args.v);
	free((void *)m->args.h);
	free((void *)m->args.p);
}

static const struct model good = {
	.elements = { .w = POINTS, .u = POINTS, .v = POINTS, .h = NX*NY, .p = NZ },
};

static void no_change(struct model *m) { m->grid = reach_grid(NX, NY, NZ); }
static void halo_not_in_the_arrays(struct model *m)
{
	m->grid = reach_grid(NX + REACH_WEST + REACH_EAST, NY + REACH_NORTH + REACH_SOUTH, NZ);
}
static void y_and_z_swapped(struct model *m) { m->grid = reach_grid(NX, NZ, NY); }
static void x_and_z_swapped(struct model *m) { m->grid = reach_grid(NZ, NY, NX); }
static void short_input(struct model *m) { m->elements.u -= NX*NY; }
static void short_output(struct model *m) { m->elements.v -= 3*NX*NY; }
static void short_column(struct model *m) { m->elements.h = 1; }
static void short_profile(struct model *m) { m->elements.p = 1; }

/* Where it is the grid that is wrong, launchers see it. */
static void no_halo(struct model *m)
{
	m->grid = (struct stencil_grid){
		.width = NX, .height = NY, .row = NX, .top = NZ, .levels = NZ, .stride = NX*NY,
	};
}
static void width_and_height_swapped(struct model *m)
{
	m->grid.width = NY - REACH_NORTH - REACH_SOUTH + REACH_WEST;
	m->grid.height = NX - REACH_WEST;
}
static void less_than_the_halo(struct model *m) { m->grid = reach_grid(REACH_WEST + REACH_EAST, NY, NZ); }
static void negative_size(struct model *m) { m->grid = reach_grid(NX, -NY, NZ); }
static void more_than_an_int(struct model *m) { m->grid = reach_grid(1 << 20, 1 << 20, NZ); }
static void too_many_levels(struct model *m) { m->grid = reach_grid(NX, NY, (1 << 24) + 1); }

static const struct misuse {
	void (*set)(struct model *m);
	int refusal;
} misuses[] = {
	{ no_change, 0 },
	{ halo_not_in_the_arrays, STENCIL_SHORT_ARRAY },
	{ y_and_z_swapped, STENCIL_SHORT_ARRAY },
	{ x_and_z_swapped, STENCIL_SHORT_ARRAY },
	{ short_input, STENCIL_SHORT_ARRAY },
	{ short_output, STENCIL_SHORT_ARRAY },
	{ short_column, STENCIL_SHORT_ARRAY },
	{ short_profile, STENCIL_SHORT_ARRAY },
	{ no_halo, STENCIL_SMALL_HALO },
	{ width_and_height_swapped, STENCIL_SMALL_HALO },
	{ less_than_the_halo, STENCIL_WRONG_SIZE },
	{ negative_size, STENCIL_WRONG_SIZE },
	{ more_than_an_int, STENCIL_WRONG_SIZE },
	{ too_many_levels, STENCIL_LARGE_GRID },
};
enum { MISUSES = sizeof misuses/sizeof *misuses, FAULT = 77 };

static struct model
model_of(const struct misuse *misuse)
{
	struct model m = good;

	m.grid = reach_grid(NX, NY, NZ);
	misuse->set(&m);
	return m;
}

START_TEST(checks_tell)
{
	const struct model m = model_of(&misuses[_i]);

	ck_assert_int_eq(reach_check(&m.grid, &m.elements), misuses[_i].refusal);
}
END_TEST

/* A launcher does not know how long arrays are. */
START_TEST(launchers_tell_what_they_can)
{
	struct model m = model_of(&misuses[_i]);
	int refusal = misuses[_i].refusal;

	if (refusal == STENCIL_SHORT_ARRAY)
		return;
	allocate(&m);
	ck_assert_int_eq(reach_openmp_call(launch_reach_regular_idxvar_openmp, &m.grid, &m.args), refusal);
	release(&m);
}
END_TEST

/* Ends in a report of ASan. */
START_TEST(short_arrays_are_faults)
{
	struct model m = model_of(&misuses[_i]);

	if (misuses[_i].refusal != STENCIL_SHORT_ARRAY)
		exit(FAULT);
	allocate(&m);
	reach_openmp_call(launch_reach_regular_idxvar_openmp, &m.grid, &m.args);
	release(&m);
}
END_TEST

START_TEST(pointers_are_looked_at)
{
	struct model m = model_of(&misuses[0]);

	allocate(&m);
	ck_assert_int_eq(reach_check(NULL, &m.elements), STENCIL_NULL_POINTER);
	ck_assert_int_eq(reach_check(&m.grid, NULL), STENCIL_NULL_POINTER);
	ck_assert_int_eq(reach_openmp_call(launch_reach_regular_idxvar_openmp, &m.grid, NULL),
		STENCIL_NULL_POINTER);
	ck_assert_int_eq(reach_openmp_call(launch_reach_regular_idxvar_openmp, NULL, &m.args),
		STENCIL_NULL_POINTER);
	release(&m);
}
END_TEST

/* UBSan would tell. */
START_TEST(misaligned_pointers_are_refused)
{
	struct model m = model_of(&misuses[0]);
	struct reach_args wrong;

	allocate(&m);
	wrong = m.args;
	wrong.h = (const double *)((const char *)wrong.h + 4);
	ck_assert_int_eq(reach_openmp_call(launch_reach_regular_idxvar_openmp, &m.grid, &wrong),
		STENCIL_MISALIGNED);
	wrong = m.args;
	wrong.v = (double *)((char *)wrong.v + 1);
	ck_assert_int_eq(reach_openmp_call(launch_reach_regular_idxvar_openmp, &m.grid, &wrong),
		STENCIL_MISALIGNED);
	release(&m);
}
END_TEST

/* A ring of columns: the neighbours of one, and all have the same. */
START_TEST(tables_are_looked_at)
{
	enum { COLUMNS = 12, SLOTS = 2 };
	int table[SLOTS*COLUMNS] = { 0 }, pattern[COLUMNS] = { 0 };
	struct stencil_grid grid = { .stride = COLUMNS, .table = table };

	for (int c = 0; c < COLUMNS; c++)
		table[c] = c + 1 < COLUMNS ? 1 : -c, table[COLUMNS + c] = c ? -1 : COLUMNS - 1;
	ck_assert_int_eq(stencil_check_table(&grid, SLOTS), 0);
	table[COLUMNS - 1] = 1;
	ck_assert_int_eq(stencil_check_table(&grid, SLOTS), STENCIL_WRONG_TABLE);
	ck_assert_int_eq(stencil_check_table(&grid, 0), 0);
	table[COLUMNS - 1] = -COLUMNS;
	ck_assert_int_eq(stencil_check_table(&grid, SLOTS), STENCIL_WRONG_TABLE);
	table[COLUMNS - 1] = INT_MIN;
	ck_assert_int_eq(stencil_check_table(&grid, SLOTS), STENCIL_WRONG_TABLE);
	table[COLUMNS - 1] = INT_MAX;
	ck_assert_int_eq(stencil_check_table(&grid, SLOTS), STENCIL_WRONG_TABLE);

	grid.pattern = pattern;
	ck_assert_int_eq(stencil_check_table(&grid, 1), STENCIL_WRONG_SIZE);
	grid.patterns = 2;
	table[0] = table[1] = 0;
	ck_assert_int_eq(stencil_check_table(&grid, 1), 0);
	pattern[3] = 2;
	ck_assert_int_eq(stencil_check_table(&grid, 1), STENCIL_WRONG_TABLE);
	pattern[3] = -1;
	ck_assert_int_eq(stencil_check_table(&grid, 1), STENCIL_WRONG_TABLE);
	ck_assert_int_eq(stencil_check_table(NULL, 1), STENCIL_NULL_POINTER);
	grid.table = NULL;
	ck_assert_int_eq(stencil_check_table(&grid, 1), STENCIL_NULL_POINTER);
}
END_TEST

/* On an unstructured grid any column of a level may be a neighbour. */
START_TEST(unstructured_grids_need_whole_levels)
{
	const struct stencil_grid grid = {
		.first = 4, .end = 8, .width = 4, .bottom = 1, .top = 2, .levels = 4, .stride = 10,
	};
	struct reach_elements elements = { .w = 40, .u = 40, .v = 40, .h = 10, .p = 4 };

	ck_assert_int_eq(reach_check(&grid, &elements), 0);
	elements.h = 9;
	ck_assert_int_eq(reach_check(&grid, &elements), STENCIL_SHORT_ARRAY);
	elements.h = 10;
	elements.u = 39;
	ck_assert_int_eq(reach_check(&grid, &elements), STENCIL_SHORT_ARRAY);
}
END_TEST

START_TEST(sparse_sizes_are_looked_at)
{
	const struct hierarchize_elements enough = { .u = HIERARCHIZE_D3_L4_SIZE };
	const struct hierarchize_elements few = { .u = HIERARCHIZE_D3_L4_SIZE - 1 };
	struct evaluate_elements elements = { .u = EVALUATE_D3_L4_SIZE, .x = 33*3, .v = 33 };
	const struct hierarchize_args args = { .u = array(HIERARCHIZE_D3_L4_SIZE) };

	ck_assert_int_eq(hierarchize_d3_l4_check(&enough), 0);
	ck_assert_int_eq(hierarchize_openmp_call(launch_hierarchize_sparse_basic_d3_l4_openmp, &args), 0);
	ck_assert_int_eq(hierarchize_openmp_call(launch_hierarchize_sparse_basic_d3_l4_openmp, NULL),
		STENCIL_NULL_POINTER);
	ck_assert_int_eq(hierarchize_d3_l4_check(&few), STENCIL_SHORT_ARRAY);
	ck_assert_int_eq(hierarchize_d3_l4_check(NULL), STENCIL_NULL_POINTER);
	ck_assert_int_eq(evaluate_d3_l4_check(&elements, 33), 0);
	ck_assert_int_eq(evaluate_d3_l4_check(&elements, 34), STENCIL_SHORT_ARRAY);
	ck_assert_int_eq(evaluate_d3_l4_check(&elements, -1), STENCIL_WRONG_SIZE);
	ck_assert_int_eq(evaluate_d3_l4_check_tiles(&elements, 33), STENCIL_SHORT_ARRAY);
	elements.x = 64*3;
	ck_assert_int_eq(evaluate_d3_l4_check_tiles(&elements, 33), 0);
	elements.u--;
	ck_assert_int_eq(evaluate_d3_l4_check(&elements, 33), STENCIL_SHORT_ARRAY);
	free(args.u);
}
END_TEST

int
main(void)
{
	TCase *tcase = tcase_create("all");

	tcase_add_loop_test(tcase, checks_tell, 0, MISUSES);
	tcase_add_loop_test(tcase, launchers_tell_what_they_can, 0, MISUSES);
	tcase_add_loop_exit_test(tcase, short_arrays_are_faults, FAULT, 0, MISUSES);
	tcase_add_test(tcase, pointers_are_looked_at);
	tcase_add_test(tcase, misaligned_pointers_are_refused);
	tcase_add_test(tcase, tables_are_looked_at);
	tcase_add_test(tcase, unstructured_grids_need_whole_levels);
	tcase_add_test(tcase, sparse_sizes_are_looked_at);
	return run_tests("misuse", tcase);
}
