#ifndef PRUNE_H
#define PRUNE_H

#include "runtime/device/kernel_build.h"
#include "runtime/bench/candidates.h"

/* Drops swept blocks that cannot be the fastest, by a model of how a launch fills the device. A kernel
 * keeps at least one block on each grid, the one with the fewest idle threads. Prints the number of
 * dropped blocks by reason or, with verbose, each of them. */
void prune(struct candidates *candidates, struct tool *tool, const struct backend *backend, bool verbose);

struct launch {
	double threads;   /* with work */
	double started;
	double blocks;
	int resident;     /* blocks that fit a multiprocessor; 0: not known */
	double occupancy; /* the share of its threads that these are */
};

/* Why the model drops a block with this launch; NULL if it does not. */
const char *prune_reason(const struct launch *launch, const struct device_info *info);

/* The launch of a candidate; residency and occupancy need a device and stay 0, or are asked of it. */
struct launch launch_of(const struct candidate *candidate);
struct launch launch_with_facts(struct arena *arena, const struct candidate *candidate);

#endif
