#ifndef STATISTICS_H
#define STATISTICS_H

#include "generator/base/arena.h"

#include <stdbool.h>

/* Seconds, in the order in which they were measured. */
struct samples {
	double *seconds;
	int count, room;
};

void samples_add(struct arena *arena, struct samples *samples, double seconds);

/* The samples of one measurement. */
struct series {
	struct samples good;
	struct samples disturbed; /* a thread had to wait for a core */
	int discarded;            /* the clock was throttled: neither of these */
	bool noisy;               /* too few were undisturbed: good has the disturbed ones, too */
	bool complete;            /* no more samples are wanted */
	double clock;             /* Hz, the median over the samples; 0: not known */
};

/* All in seconds but the first. */
struct statistics {
	int samples; /* 0: the rest means nothing */
	double median, deviation; /* the median of the distances from the median */
	double low_quartile, high_quartile, minimum, maximum;
	double low, high; /* of the median, with 95 % confidence */
};

/* Quartiles are interpolated between neighbouring samples. The interval of the median lies between
 * two samples, by their ranks, for any distribution; fewer than six samples all lie in it. */
struct statistics statistics(const double *seconds, int count);

/* Whether the interval of the median is narrower than this share of it. */
bool statistics_converged(const struct statistics *s, double share);

enum difference { DIFFERENCE_UNKNOWN, DIFFERENCE_SAME, DIFFERENCE_FASTER, DIFFERENCE_SLOWER, DIFFERENCE_COUNT };
extern const char *const difference_names[DIFFERENCE_COUNT];

/* Faster or slower only if the intervals of the medians have nothing in common
 * and the medians differ by more than 1 % of the baseline's. */
enum difference statistics_compare(const struct statistics *s, const struct statistics *baseline);

#endif
