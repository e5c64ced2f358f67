#ifndef SAMPLING_H
#define SAMPLING_H

#include "runtime/device/device.h"
#include "runtime/report/results.h"

/* How many samples to take. */
struct sampling {
	bool caches[CACHE_COUNT];
	int runs;             /* at least, of each */
	double usual_clock;   /* Hz; 0: not known */
	bool (*stopped)(void); /* whether to leave off */
};

/* One of several applications that are timed by turns, so that what changes with
 * time changes for all of them. */
struct contender {
	const char *name;
	struct call call;
	struct series series[CACHE_COUNT];
	int status; /* of the device, if a sample failed: see device->error */
};

/*
 * Gives each contender a turn of a few samples until all are settled: there are as
 * many as asked for, and the median is known to 1 % (see statistics_settled), or
 * there are ten times as many, or they took a second. Samples with a clock under
 * three quarters of the usual one are discarded, and counted.
 */
void measure(struct arena *arena, const struct device *device, struct contender *contenders, int count,
	const struct sampling *sampling);

#endif
