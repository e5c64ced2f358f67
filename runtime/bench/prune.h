#ifndef PRUNE_H
#define PRUNE_H

#include "runtime/device/kernel_build.h"
#include "runtime/bench/candidates.h"

/*
 * Leaves out those blocks of a sweep that cannot be the best: a model of how a
 * launch fills the device. A kernel on a grid keeps one block at least, the one with
 * the fewest idle threads. Tells on standard error how many are left out and why,
 * or, verbose, which.
 */
void prune(struct candidates *candidates, struct tool *tool, const struct backend *backend, bool verbose);

/* Why the model leaves a block out; NULL if it does not. resident: blocks that a
 * multiprocessor can have at a time, 0: not known; occupancy: the share of its
 * threads that they are. */
struct launch {
	double threads; /* that have something to do */
	double started;
	double blocks;
	int resident;
	double occupancy;
};
const char *why_pruned(const struct launch *launch, const struct device_info *info);

/* The launch of a candidate, as far as it is known without a device. */
struct launch launch_of(const struct candidate *candidate);

#endif
