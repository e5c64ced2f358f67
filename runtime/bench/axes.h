#ifndef AXES_H
#define AXES_H

#include "runtime/cli/arguments.h"
#include "runtime/cli/lists.h"
#include "runtime/grid/grid.h"
#include "runtime/report/results.h"

/* A sparse grid: see sparse_grid.h. */
struct sparse_size {
	int dim, level;
	bool padded;
};

/* What a sweep goes through: every list of the command line, read. */
struct axes {
	struct triple *sizes;
	int size_count;
	struct sparse_size *grids; /* --grid, or --dim and --level */
	int grid_count;
	struct order *orders;
	int order_count;
	struct triple *blocks;
	int block_count;
	bool sweeps_blocks; /* besides: what an access may have, by powers of two */
	enum layout *layouts;
	int layout_count;
	bool all_layouts;   /* then those that a stencil cannot have are passed over */
	enum type *precisions;
	int precision_count;
	int *tunables[TUNABLE_COUNT]; /* NULL: the default */
	int tunable_counts[TUNABLE_COUNT];
	bool caches[CACHE_COUNT];
};

/* The size if none is named. */
#define USUAL_SIZE "512x512x64"

/* Reads the lists. Lists that are NULL get no values, but sizes the usual one. Returns a status;
 * reports what is wrong. */
int axes_read(struct axes *axes, struct tool *tool, const struct arguments *arguments);

/* Every shape that a sweep tries: powers of two with 32 to 1024 threads, 32 of
 * them in x at least, and for whole warps some with fewer. */
int sweep_blocks(struct arena *arena, enum access access, struct triple **blocks);

#endif
