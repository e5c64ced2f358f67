#ifndef CANDIDATES_H
#define CANDIDATES_H

#include "runtime/device/kernel_build.h"
#include "runtime/bench/axes.h"
#include "generator/variants/choose.h"
#include "runtime/report/results.h"

/* A kernel on a grid with a block, to be measured. */
struct candidate {
	const struct unit *unit;
	const struct plan *plan;
	struct built *kernel;  /* shared by all of its grids and blocks */
	const struct sparse_size *grid; /* NULL: on a plane, of which the next three are */
	struct triple size, block;
	struct order order;
	bool swept;            /* nobody asked for just this block */
	const char *dropped;   /* why the model leaves it out; NULL */
	struct row *row;       /* what came of it */
};

/* Candidates in the order of their rows: those of one problem, a stencil with
 * data, stand together, and among these those of one grid. */
struct candidates {
	struct candidate *items;
	int count;
};

/* Every legal combination of what the axes and the choice of storages and accesses
 * name, for the stencils of the units. Builds the kernels. Returns a status. */
int candidates_create(struct candidates *candidates, struct tool *tool, const struct axes *axes,
	const struct choice *choice, const struct unit *units, int unit_count, struct backend *backend);

/* Whether two candidates are of one problem. */
bool same_problem(const struct candidate *a, const struct candidate *b);

#endif
