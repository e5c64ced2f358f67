#ifndef AXES_H
#define AXES_H

#include "runtime/cli/arguments.h"
#include "runtime/cli/lists.h"
#include "runtime/device/blocks.h"
#include "runtime/grid/grid.h"
#include "runtime/rows/results.h"

/* A sparse grid: see sparse_grid.h. */
struct sparse_size {
	int dim, level;
	bool padded;
};

/* The lists of the command line. Candidates are all combinations of their elements. */
struct axes {
	struct triple *sizes;
	int size_count;
	struct sparse_size *grids; /* --grid, or --dim and --level */
	int grid_count;
	const struct mesh_size *meshes; /* of --mesh: mesh_sizes.h */
	int mesh_count;
	struct order *orders;       /* of columns */
	int order_count;
	struct blocks *blocks; /* each of all kernels of a program, or one for each */
	int block_count;
	bool sweeps_blocks; /* also all shapes of sweep_blocks */
	bool usual_blocks;  /* none are named: each kernel has its usual one */
	bool usual_access;  /* none is named: each stencil on a plane has the one that stencilrun takes */
	enum layout *layouts;
	int layout_count;
	bool all_layouts;   /* layouts that a stencil cannot have are left out */
	enum levels *levels;
	int levels_count;
	bool all_levels;    /* those that a storage or an access cannot have are left out */
	enum type *precisions;
	int precision_count;
	struct storage_decision *decisions;   /* each of --store with each of --place */
	int decision_count;
	int *tunables[TUNABLE_COUNT]; /* NULL: the default */
	int tunable_counts[TUNABLE_COUNT];
	bool tunables_asked[TUNABLE_COUNT]; /* named, not only what --tune tries */
	bool tries;         /* --tune: numbers that are not named, too */
	bool caches[CACHE_COUNT];
};

/* The size if none is named. */
#define USUAL_SIZE "512x512x64"

/* Reads the lists, but for meshes and orders. Lists that are NULL get no values, but sizes the usual one. */
bool axes_read(struct axes *axes, struct arena *arena, const struct arguments *arguments, struct error *error);

/* The orders of columns. */
bool axes_read_orders(struct axes *axes, struct arena *arena, const char *list, struct error *error);

struct backend;

/* Completes what is not named by what the backend is: on a CPU the size is smaller, and --tune also tries kernels of CUDA with persistent blocks,
 * of 128 threads as many as fit a GPU where each has up to 128 registers. */
void axes_suit_backend(struct axes *axes, struct arena *arena, const struct arguments *arguments, const struct backend *backend);

/* The shapes that `--block sweep` tries: powers of two with 32 to 1024 threads and at least 32 in
 * x; narrow ones, too, for accesses that work by warps. Returns their count. */
int sweep_blocks(struct arena *arena, const struct variant *variant, struct triple **blocks);

#endif
