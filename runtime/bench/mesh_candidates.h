#ifndef MESH_CANDIDATES_H
#define MESH_CANDIDATES_H

#include "runtime/bench/candidates.h"

/* Adds a stencil's kernels with all levels and tunables, on all meshes of the axes, in all orders and blocks. */
bool mesh_candidates(struct builder *builder, const struct unit *unit, const struct plan *plan, enum type precision,
	struct error *error);

#endif
