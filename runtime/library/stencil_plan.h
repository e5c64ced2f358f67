#ifndef STENCIL_PLAN_H
#define STENCIL_PLAN_H

#include "runtime/library/stencil.h"

#include "generator/base/printed.h"
#include "generator/compile.h"
#include "runtime/device/blocks.h"
#include "runtime/grid/clusters.h"
#include "runtime/library/plan_options.h"

#include "stencil_probes.h"

/* The inside of a plan. */
struct stencil_plan {
	struct arena arena;
	struct stencil_error *error; /* of the call under way; never NULL then */
	struct printed said;         /* by the compiler */
	struct diagnostics diagnostics;
	struct templates templates;
	struct unit unit;
	const struct stencil *stencil; /* as callers see it: of several levels of time in a launch, with fields for their next values */
	const struct plan *plan;
	const struct planner *planner;
	struct plan_options options;
	unsigned flags;
	bool has_shape, has_wisdom;
	struct stencil_shape shape;
	struct stencil_field *fields; /* by index */
	struct backend backend;
	struct built kernel;

	/* What is executed. */
	const void **grids;     /* one after the other: view or probes, on a mesh a view for each run of elements */
	int grid_count;
	struct stencil_grid view;
	struct stencil_probes probes;
	struct blocks blocks;
	struct stencil_block *kernel_blocks; /* of a program of which each kernel runs on its grids before the next one; else NULL */
	int *kernel_grids;                   /* likewise: the number of these, the first ones */
	void **bound;           /* by field index */
	double *params;         /* by param index */
	bool *param_set;
	int fields_missing, params_missing;
	struct grid *numbered;  /* by the library, or NULL */
	int *own_table;         /* made from the caller's, or NULL */
	int *own_cells;         /* copied from the caller's table, or NULL */
	size_t table_entries, cluster_entries; /* of the view's */
	struct clusters own_clusters; /* found from own_table */
	void *placed[5];        /* tables on a device with memory of its own, or NULL */
	struct mesh_plan *mesh; /* on a mesh, else NULL */
	size_t workspace_bytes; /* that a program of several kernels needs, else 0 */
	void *workspace;        /* the plan's own, or NULL */
	void *given_workspace;  /* in its place, or NULL */
};

/* How plans are made on a family of grids. These return false after plan_fail. */
struct planner {
	bool strict;                              /* never contracts products and sums on a GPU */
	bool (*check)(struct stencil_plan *plan); /* the shape; before a backend is open */
	bool (*choose)(struct stencil_plan *plan);
	bool (*lay_out)(struct stencil_plan *plan); /* the grid; the kernel is there */

	/* Fills in axes, and once laid out shape, strides and alignment. */
	void (*describe)(const struct stencil_plan *plan, const struct field *field, struct stencil_field *to);
};

#define GRID(name, domain) extern const struct planner domain##_planner;
#include "generator/language/grids.def"

/* Sets the error, and returns false. */
bool plan_fail(struct stencil_plan *plan, enum stencil_code code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Completes the options by wisdom that fits, and else as usual. fits NULL: nothing is tuned for such stencils. */
bool plan_complete(struct stencil_plan *plan, bool (*fits)(const struct stencil_plan *, const struct variant *),
	const struct plan_options *usual);

/* A plan whose grid is one. */
void plan_set_grid(struct stencil_plan *plan, const void *grid);

/* The levels that a thread loads at once, 1 on a CPU. */
int plan_vector_levels(const struct stencil_plan *plan, const struct variant *variant);

/* Lets a thread load as many levels at once as the caller's columns allow, if nobody said how many. pitch: how far these are
 * apart; 0: as the library has them. */
bool plan_resolve_vector(struct stencil_plan *plan, int pitch);

/* Reads the block, and asks whether the kernel can have it; the usual one is for so many levels. */
bool plan_choose_block(struct stencil_plan *plan, int levels);

/* The variant that the options choose, which must be one. */
bool plan_choose(struct stencil_plan *plan);

/* Lets what sweeps keep lie where the variant is the faster on so many levels, if neither place nor block is given. */
bool plan_choose_place(struct stencil_plan *plan, int levels);

#endif
