#ifndef PREDICT_H
#define PREDICT_H

#include "runtime/bench/candidates.h"
#include "runtime/bench/prune.h"
#include "runtime/problem/work.h"

/* A time of a kernel from what it needs and what the machine can do. */

/* Measured here, or from the device's attributes; 0: unknown. */
struct machine {
	double copy;    /* bytes of memory per second, by the reference copy */
	double on_chip; /* bytes per second of shared memory and the first-level cache, which share a data path */
	double flops;   /* operations per second */
	int processors; /* multiprocessors; 0: a CPU */
};

struct demand {
	double bytes;   /* of memory, at least */
	double on_chip; /* bytes that threads load, and copy to shared memory */
	double flops;
	double blocks;  /* of a launch; 0: unknown, */
	int resident;   /* and those that a multiprocessor has at a time */
};

extern const char *const bound_names[BOUND_COUNT];

struct predicted_time predict(const struct machine *machine, const struct demand *demand);

/* What a candidate needs of such work. launch: zeros if unknown. */
struct demand demand_of(struct arena *arena, const struct candidate *candidate, const struct work *work, const struct launch *launch);

#endif
