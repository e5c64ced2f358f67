#ifndef SPARSE_H
#define SPARSE_H

#include "generator/variants/choose.h"
#include "generator/emit/kernel.h"
#include "generator/grids/sparse_grid.h"

/* Kernels of stencils on sparse grids. */

enum sparse_access {
#define SWEEP(name, ...) SPARSE_SWEEP_##name,
#define EVALUATION(name, ...) SPARSE_EVALUATION_##name,
#include "generator/variants/sparse_variants.def"
	SPARSE_ACCESS_COUNT,
};

/* How the parents of a point in a dimension are found. */
enum parents_by {
	PARENTS_NONE,
	PARENTS_HALVING,  /* a loop over the levels */
	PARENTS_TABLE,    /* of all points of one dimension */
	PARENTS_COUNTING, /* of zero bits */
};

/* How the coordinates of probes lie in memory. */
enum probe_layout {
	PROBES_IN_ROWS,  /* those of a probe side by side */
	PROBES_IN_TILES, /* those of 32 probes side by side, a dimension after the other */
};

enum { SPARSE_EDGES_LEVELS = 16 }; /* access edges keeps a block on the stack */

struct sparse_access_info {
	const char *name;
	bool evaluation;
	const char *templates[TARGET_COUNT];
	const char *launches[TARGET_COUNT];
	enum parents_by parents;
	enum probe_layout layout;
};

extern const struct sparse_access_info sparse_accesses[SPARSE_ACCESS_COUNT];

struct sparse_variant {
	enum sparse_access access;
	struct sparse_grid grid;
	enum target target;
	enum type precision;
};

/* Whether a checked stencil on a sparse grid is an evaluation; else it is a sweep. */
bool sparse_is_evaluation(const struct stencil *stencil);

/* The variants of a stencil on a sparse grid that a choice selects. On an unknown
 * name, or one that is asked for and illegal, NULL with a message. */
struct sparse_variant *sparse_choose(struct arena *arena, const struct plan *plan,
	const struct choice *choice, int *count, const char **message);

/* sparse_ACCESS_dD_lL[_pad][_float] */
const char *sparse_stem(struct arena *arena, const struct sparse_variant *variant);

/* The text of a kernel's file. Errors in templates are reported to their
 * diagnostics; the text is then of no use. */
const char *sparse_emit(struct templates *templates, const struct source *source,
	const struct plan *plan, const struct sparse_variant *variant);

/* The text of STENCIL.h. */
const char *sparse_header(struct templates *templates, const struct source *source,
	const struct plan *plan);

/* What a kernel counts, for its first lines and kernels.def. */
const char *sparse_costs(struct arena *arena, const struct plan *plan,
	const struct sparse_variant *variant);

#endif
