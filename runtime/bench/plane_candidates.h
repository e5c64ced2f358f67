#ifndef PLANE_CANDIDATES_H
#define PLANE_CANDIDATES_H

#include "runtime/bench/candidates.h"

/* Adds a stencil's kernels with all layouts and tunables, on all sizes, in all orders and blocks. */
bool plane_candidates(struct builder *builder, const struct unit *unit, const struct plan *plan,
	enum type precision, struct error *error);

#endif
