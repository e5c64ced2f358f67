/* Called by levels_by_value.sh: a mesh updated at once and in ranges of levels, and a structured grid with too large a halo. */
#include "moved_openmp.h"
#include "cells.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 13, LEVELS = 9, VALUES = CELLS*LEVELS };

static int failures;

static void
report(int good, const char *what)
{
	printf("%s  %s\n", good ? "ok    " : "FAILED", what);
	failures += !good;
}

static int
at(int cell, int level)
{
	return INNERMOST ? cell*LEVELS + level : level*CELLS + cell;
}

/* What the stencil has at a cell and a level: t and s have levels 1 and more. */
static int
inside(int level)
{
	return level < 1 ? 1 : level > LEVELS - 1 ? LEVELS - 1 : level;
}

static double
difference(const double *u, int cell, int level)
{
	return u[at(cell, level)] - u[at(cell, level - 1)];
}

static int
update(const double *u, const int *k, double *d, int bottom, int top)
{
	const struct stencil_mesh mesh = {
		.end = CELLS, .bottom = bottom, .top = top, .cell_stride = CELLS, .height = INNERMOST ? LEVELS : 0, .cells = CELLS, .levels = LEVELS,
	};
	const size_t bytes = (CELLS_WORKSPACE(&mesh) + 63)/64*64;
	void *workspace = aligned_alloc(64, bytes);
	int status;

	memset(workspace, 0xff, bytes);
	status = CELLS_LAUNCH(&mesh, u, k, d, workspace);
	free(workspace);
	return status;
}

static void
try_ranges(void)
{
	static _Alignas(64) double u[VALUES], whole[VALUES], ranges[VALUES];
	static _Alignas(64) int k[VALUES];
	int equal = 1, right = 1, status = 0;

	for (int i = 0; i < VALUES; i++) {
		u[i] = (i*37 % 101)*0.0625;
		k[i] = i*11 % 17 - 4;
	}
	status |= update(u, k, whole, 1, LEVELS);
	status |= update(u, k, ranges, 1, 4);
	status |= update(u, k, ranges, 4, 5);
	status |= update(u, k, ranges, 5, LEVELS);
	for (int c = 0; c < CELLS; c++)
		for (int level = 1; level < LEVELS; level++) {
			const int i = at(c, level), to = inside(k[i]);
			const double t = difference(u, c, to), s = 0.5*difference(u, c, inside(k[at(c, to)] + 1));

			equal &= whole[i] == ranges[i];
			right &= whole[i] == s + t;
		}
	report(!status, "a mesh is updated at once, and in ranges");
	report(right, "all levels have what they should");
	report(equal, "ranges of levels have the same bits");
}

static int
update_columns(int levels, int bottom)
{
	static _Alignas(64) double u[4*LEVELS], d[4*LEVELS], workspace[16*LEVELS];
	static _Alignas(64) int k[4*LEVELS];
	const struct stencil_grid grid = { .width = 4, .height = 1, .row = 4, .bottom = bottom, .top = levels, .levels = levels, .stride = 4 };

	return launch_moved_regular_idxvar_openmp(&grid, u, k, d, workspace);
}

int
main(void)
{
	try_ranges();
	report(update_columns(LEVELS, 1) == 0, "a halo of the levels that are read");
	report(update_columns(LEVELS, 2) == STENCIL_WRONG_SIZE, "a larger halo is refused");
	return failures != 0;
}
