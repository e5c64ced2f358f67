#ifndef PART_STEPS_H
#define PART_STEPS_H

#include "generator/base/error.h"
#include "runtime/device/blocks.h"
#include "runtime/planeparts/plane_parts.h"
#include "runtime/ranks/part_group.h"

/* Which step of its group the n-th one of `steps` is, from 1; behind the last step of all nothing is exchanged. */
struct part_step part_step_of(const struct plane_parts *parts, int n, int steps);

/* Applies a kernel to all parts; if these have streams, it is only enqueued. False with an error on failure. */
bool parts_step(const struct plane_parts *parts, const struct built *kernel, const struct blocks *blocks,
	const struct part_step *step, struct error *error);

/* Only exchanges, as behind a step, what the fields hold. False with an error on failure. */
bool parts_exchange(const struct plane_parts *parts, struct error *error);

#endif
