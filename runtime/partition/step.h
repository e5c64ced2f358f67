#ifndef STEP_H
#define STEP_H

#include "runtime/device/blocks.h"
#include "runtime/partition/partition.h"
#include "runtime/partition/step_group.h"

/* Which step of its group the n-th one of `steps` is, from 1, or the launch of several that ends with it; after the last step of all
 * nothing is exchanged. */
struct group_step partition_step_of(const struct partition *p, int n, int at_once, int steps);

/* Applies the kernel to all subdomains of this process, and fills halos for the next group; with streams it is only enqueued. False
 * with an error. */
bool partition_step(const struct partition *p, const struct built *kernel, const struct blocks *blocks, const struct group_step *step,
	struct error *error);

/* Only exchanges what the fields hold, as after a step. False with an error. */
bool partition_exchange(const struct partition *p, struct error *error);

#endif
