#ifndef SAMPLING_H
#define SAMPLING_H

#include "runtime/bench/axes.h"
#include "runtime/device/device.h"
#include "runtime/rows/results.h"

/* One of several calls that are timed in turns, so that a change over time affects all of them. */
struct contender {
	const char *name;
	struct call call;
	struct series series[CACHE_COUNT]; /* may hold samples from before */
	int status; /* of the device, if a sample failed: see device->error */
};

/* How to take samples. */
struct sampling {
	bool caches[CACHE_COUNT];
	int runs;              /* least number of samples of each contender */
	double longest;        /* seconds of samples of each; more only to reach `runs` */
	double usual_clock;    /* Hz; 0: not known */
	bool (*stopped)(void); /* whether to stop early */

	/* Receives the samples of each turn; NULL: none. */
	void (*turn)(void *context, const struct contender *contender, enum cache cache,
		const struct series *taken);
	void *context;
};

/* How options say. By default GPU kernels are timed with a cold and a hot cache, CPU kernels with a hot one. */
struct sampling sampling_choose(const struct arguments *arguments, const struct axes *axes, const struct backend *backend);

/*
 * Times the contenders in turns of a few samples until each has converged: it has `runs` samples, and
 * its median is known to 1 % (see statistics_converged) or its samples took `longest` seconds; or it
 * has ten times as many. Discarded, but counted, are samples with a clock under three quarters of the
 * usual one, and samples during which a thread waited for a core for more than 2 % of the time and more than 0.1 ms. If
 * disturbances leave fewer than `runs` samples, the disturbed ones are used after all, and the series
 * is noisy.
 */
void measure(struct arena *arena, const struct device *device, struct contender *contenders, int count,
	const struct sampling *sampling);

#endif
