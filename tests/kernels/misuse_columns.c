/* The same on unstructured grids, with levels outermost and innermost. Built with ASan. */

#include "reach/reach_openmp.h"
#include "reach/reach_innermost_openmp.h"

#include "run_tests.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* Columns of a box, row by row; its halo is not updated, nor are columns of whole rows around it. */
enum { NX = 7, NY = 8, COLUMNS = NX*NY, NZ = 13, PITCH = 16, SLOTS = REACH_CHASING_SLOTS, FAULT = 77 };
enum { FIRST = REACH_NORTH*NX + REACH_WEST, END = COLUMNS - REACH_SOUTH*NX - REACH_EAST };

static const int relations[SLOTS][2] = REACH_CHASING_RELATIONS;

/* Offsets within the box, as a grid with such a pitch has them. */
static void
fill_table(int *table, int pitch)
{
	for (int c = 0; c < COLUMNS; c++)
		for (int s = 0; s < SLOTS; s++) {
			const int offset = relations[s][0] + NX*relations[s][1];

			table[pitch ? c*SLOTS + s : s*COLUMNS + c] = c + offset < 0 || c + offset >= COLUMNS ? 0 : offset;
		}
}

struct model {
	int columns, first, end, levels, pitch;
	size_t u, v, h, p; /* elements */
};

static const struct model good = { COLUMNS, FIRST, END, NZ, PITCH, PITCH*COLUMNS, PITCH*COLUMNS, COLUMNS, NZ };

static void no_change(struct model *m) { (void)m; }
static void pitch_of_levels(struct model *m) { m->u = m->v = (size_t)(m->pitch = NZ)*COLUMNS; }
static void padding_not_in_the_arrays(struct model *m) { m->u = m->v = NZ*COLUMNS; }
static void columns_and_levels_swapped(struct model *m) { m->columns = NZ; m->levels = COLUMNS; }
static void columns_as_pitch(struct model *m) { m->pitch = COLUMNS; }
static void short_output(struct model *m) { m->v -= PITCH*COLUMNS/2; }
static void short_column(struct model *m) { m->h = FIRST; }
static void short_profile(struct model *m) { m->p = 1; }
static void pitch_without_halo(struct model *m) { m->pitch = NZ - REACH_BELOW - REACH_ABOVE; }
static void no_pitch(struct model *m) { m->pitch = 0; }
static void negative_pitch(struct model *m) { m->pitch = -PITCH; }
static void levels_all_halo(struct model *m) { m->levels = REACH_BELOW + REACH_ABOVE; }
static void negative_levels(struct model *m) { m->levels = INT_MIN; }
static void negative_first(struct model *m) { m->first = INT_MIN; }
static void no_inner_columns(struct model *m) { m->end = m->first; }
static void more_than_all_columns(struct model *m) { m->end = m->columns + 1; }
static void no_columns(struct model *m) { m->columns = 0; }
static void too_many_levels(struct model *m) { m->pitch = m->levels = (1 << 24) + 1; }

static const struct misuse {
	void (*set)(struct model *m);
	int refusal;
} misuses[] = {
	{ no_change, 0 },
	{ pitch_of_levels, 0 },
	{ padding_not_in_the_arrays, STENCIL_SHORT_ARRAY },
	{ columns_as_pitch, STENCIL_SHORT_ARRAY },
	{ short_output, STENCIL_SHORT_ARRAY },
	{ short_column, STENCIL_SHORT_ARRAY },
	{ short_profile, STENCIL_SHORT_ARRAY },
	{ columns_and_levels_swapped, STENCIL_SHORT_STRIDE },
	{ pitch_without_halo, STENCIL_SHORT_STRIDE },
	{ no_pitch, STENCIL_WRONG_LEVELS },
	{ negative_pitch, STENCIL_WRONG_LEVELS },
	{ levels_all_halo, STENCIL_WRONG_SIZE },
	{ negative_levels, STENCIL_WRONG_SIZE },
	{ negative_first, STENCIL_WRONG_SIZE },
	{ no_inner_columns, STENCIL_WRONG_SIZE },
	{ more_than_all_columns, STENCIL_SHORT_STRIDE },
	{ no_columns, STENCIL_SHORT_STRIDE },
	{ too_many_levels, STENCIL_LARGE_GRID },
};
enum { MISUSES = sizeof misuses/sizeof *misuses };

static struct stencil_grid
grid_of(const struct model *m)
{
	return reach_columns_grid(m->columns, m->first, m->end, m->levels, m->pitch);
}

static double *
array(size_t count)
{
	double *elements = malloc(count*sizeof *elements);

	ck_assert_ptr_nonnull(elements);
	for (size_t i = 0; i < count; i++)
		elements[i] = (double)(i*i % 101);
	return elements;
}

static int
launch(const struct model *m)
{
	struct reach_innermost_args args = {
		.w = array(m->u), .u = array(m->u), .v = array(m->v), .h = array(m->h), .p = array(m->p),
	};
	struct stencil_grid grid = grid_of(m);
	int table[SLOTS*COLUMNS], result;

	fill_table(table, PITCH);
	grid.table = table;
	result = reach_innermost_openmp_call(launch_reach_chasing_idxvar_innermost_openmp, &grid, &args);
	free((void *)args.w), free((void *)args.u), free(args.v), free((void *)args.h), free((void *)args.p);
	return result;
}

static struct model
model_of(const struct misuse *misuse)
{
	struct model m = good;

	misuse->set(&m);
	return m;
}

/* For a check alone a grid without a pitch is one with levels outermost. */
START_TEST(checks_tell)
{
	const struct model m = model_of(&misuses[_i]);
	const struct stencil_grid grid = grid_of(&m);
	const struct reach_innermost_elements elements = { .w = m.u, .u = m.u, .v = m.v, .h = m.h, .p = m.p };

	ck_assert_int_eq(reach_innermost_check(&grid, &elements), misuses[_i].set == no_pitch ? 0 : misuses[_i].refusal);
}
END_TEST

START_TEST(launchers_tell_what_they_can)
{
	const struct model m = model_of(&misuses[_i]);

	if (misuses[_i].refusal != STENCIL_SHORT_ARRAY)
		ck_assert_int_eq(launch(&m), misuses[_i].refusal);
}
END_TEST

/* Ends in a report of ASan. */
START_TEST(short_arrays_are_faults)
{
	const struct model m = model_of(&misuses[_i]);

	if (misuses[_i].refusal != STENCIL_SHORT_ARRAY)
		exit(FAULT);
	launch(&m);
}
END_TEST

/* What lies in column c on level k, however it lies there. */
static double
value(int c, int k)
{
	return (c*31 + k*7) % 17;
}

/* The result of a kernel for a grid with such a pitch in column c, level k; -1 where it writes nothing. */
static void
sweep(int pitch, double result[COLUMNS][NZ])
{
	const int step = pitch ? pitch : 1, jump = pitch ? 1 : COLUMNS;
	const size_t count = (size_t)(pitch ? pitch : NZ)*COLUMNS;
	double *w = array(count), *u = array(count), *v = array(count), *h = array(COLUMNS), *p = array(NZ);
	struct stencil_grid grid = reach_columns_grid(COLUMNS, FIRST, END, NZ, pitch);
	int table[SLOTS*COLUMNS];

	for (int c = 0; c < COLUMNS; c++)
		for (int k = 0; k < NZ; k++) {
			u[c*step + k*jump] = value(c, k);
			w[c*step + k*jump] = value(k, c);
			v[c*step + k*jump] = -1;
		}
	fill_table(table, pitch);
	grid.table = table;
	ck_assert_int_eq(stencil_check_table(&grid, SLOTS), 0);
	ck_assert_int_eq(pitch ? launch_reach_chasing_idxvar_innermost_openmp(&grid, w, u, v, h, p)
		: launch_reach_chasing_idxvar_openmp(&grid, w, u, v, h, p), 0);
	for (int c = 0; c < COLUMNS; c++)
		for (int k = 0; k < NZ; k++)
			result[c][k] = v[c*step + k*jump];
	free(w), free(u), free(v), free(h), free(p);
}

START_TEST(levels_lie_either_way)
{
	static double expected[COLUMNS][NZ], result[COLUMNS][NZ];
	int written = 0;

	sweep(0, expected);
	for (int c = 0; c < COLUMNS; c++)
		for (int k = 0; k < NZ; k++)
			written += expected[c][k] > -1;
	ck_assert_int_eq(written, (END - FIRST)*(NZ - REACH_BELOW - REACH_ABOVE));
	sweep(NZ, result);
	ck_assert(!memcmp(result, expected, sizeof result));
	sweep(stencil_pitch(NZ), result);
	ck_assert(!memcmp(result, expected, sizeof result));
}
END_TEST

START_TEST(kernels_want_their_levels)
{
	struct stencil_grid grid = reach_columns_grid(COLUMNS, FIRST, END, NZ, 0);
	double *a = array(PITCH*COLUMNS);
	int table[SLOTS*COLUMNS] = { 0 };

	grid.table = table;
	ck_assert_int_eq(launch_reach_chasing_idxvar_innermost_openmp(&grid, a, a, a, a, a), STENCIL_WRONG_LEVELS);
	grid = reach_columns_grid(COLUMNS, FIRST, END, NZ, PITCH);
	grid.table = table;
	ck_assert_int_eq(launch_reach_chasing_idxvar_openmp(&grid, a, a, a, a, a), STENCIL_WRONG_LEVELS);
	ck_assert_int_eq(launch_reach_regular_idxvar_openmp(&grid, a, a, a, a, a), STENCIL_WRONG_LEVELS);
	grid.table = NULL;
	ck_assert_int_eq(launch_reach_chasing_idxvar_innermost_openmp(&grid, a, a, a, a, a), STENCIL_NO_TABLE);
	free(a);
}
END_TEST

/* Entries of a column lie side by side; a table as for levels outermost leads astray somewhere. */
START_TEST(tables_are_looked_at)
{
	struct stencil_grid grid = grid_of(&good);
	int table[SLOTS*COLUMNS];

	fill_table(table, PITCH);
	grid.table = table;
	ck_assert_int_eq(stencil_check_table(&grid, SLOTS), 0);
	for (int i = 0; i < SLOTS*COLUMNS; i++) {
		const int kept = table[i], column = i/SLOTS;

		table[i] = -column - 1;
		ck_assert_int_eq(stencil_check_table(&grid, SLOTS), STENCIL_WRONG_TABLE);
		table[i] = COLUMNS - column;
		ck_assert_int_eq(stencil_check_table(&grid, SLOTS), STENCIL_WRONG_TABLE);
		table[i] = kept;
	}
	fill_table(table, 0);
	ck_assert_int_eq(stencil_check_table(&grid, SLOTS), STENCIL_WRONG_TABLE);
}
END_TEST

START_TEST(pitches_suit_vectors_and_lines)
{
	static const int levels[] = { 1, 4, 5, 16, 17, 60, 90, 1 << 24, 0, -5, (1 << 24) + 1, INT_MAX };
	static const int pitches[] = { 4, 4, 8, 16, 32, 64, 96, 1 << 24, 0, -5, (1 << 24) + 1, INT_MAX };

	for (size_t i = 0; i < sizeof levels/sizeof *levels; i++)
		ck_assert_int_eq(stencil_pitch(levels[i]), pitches[i]);
}
END_TEST

int
main(void)
{
	TCase *tcase = tcase_create("all");

	tcase_add_loop_test(tcase, checks_tell, 0, MISUSES);
	tcase_add_loop_test(tcase, launchers_tell_what_they_can, 0, MISUSES);
	tcase_add_loop_exit_test(tcase, short_arrays_are_faults, FAULT, 0, MISUSES);
	tcase_add_test(tcase, levels_lie_either_way);
	tcase_add_test(tcase, kernels_want_their_levels);
	tcase_add_test(tcase, tables_are_looked_at);
	tcase_add_test(tcase, pitches_suit_vectors_and_lines);
	return run_tests("misuse of columns", tcase);
}
