#ifndef MESH_STEPS_H
#define MESH_STEPS_H

#include "generator/base/error.h"
#include "runtime/meshranks/mesh_ranks.h"
#include "runtime/ranks/part_group.h"

/* Which step of its group the n-th one of `steps` is, from 1. */
struct part_step mesh_step_of(const struct mesh_parts *parts, int n, int steps);

/* Applies the kernel to all parts of this process, and fills halos for the next group; if parts have streams, it is only enqueued. False
 * with an error. */
bool mesh_parts_step(const struct mesh_parts *parts, const struct built *kernel, struct stencil_block block,
	const struct part_step *step, struct error *error);

#endif
