#ifndef COUNTERS_COLLECT_H
#define COUNTERS_COLLECT_H

#include "generator/base/error.h"
#include "runtime/rows/counters.h"

/* The path of ncu: $NCU, or in PATH, or in CUDA's folder. NULL with an error. */
const char *counters_find_ncu(struct arena *arena, struct error *error);

/* Runs a program under ncu and counts for the kernels whose names begin with one of the
 * stencils'. Counters that ncu does not know are left out. Fails with an error if there is no
 * ncu, or if it is not permitted to count. */
bool counters_collect(struct arena *arena, const char *const *program, const char *const *stencils,
	const struct launch **launches, struct error *error);

#endif
