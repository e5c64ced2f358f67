#ifndef SPARSE_VARIANTS_H
#define SPARSE_VARIANTS_H

#include "generator/cli/catalogue.h"
#include "generator/grids/sparse_grid.h"
#include "generator/variants/choice.h"

/* The accesses of stencils on sparse grids. */

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
enum { MOST_PROBES = 1 << 26 };    /* of an evaluation */

struct sparse_access_info {
	const char *name;
	bool evaluation;
	const char *templates[TARGET_COUNT];
	const char *launches[TARGET_COUNT];
	enum parents_by parents;
	enum probe_layout layout;
};

extern const struct sparse_access_info sparse_accesses[SPARSE_ACCESS_COUNT];
extern const struct catalogue sparse_storage_words, sparse_access_words;

/* Whether a checked stencil on a sparse grid is an evaluation; else it is a sweep. */
bool sparse_is_evaluation(const struct stencil *stencil);

/* Whether the compiler must not unroll the loop over a block. */
bool sparse_stays_rolled(const struct variant *variant);

/* The access of a user who chooses none: nearly always the fastest. */
const char *sparse_usual_access(const struct stencil *stencil, enum target target, int levels);

#endif
