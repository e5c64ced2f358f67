#ifndef STATISTICS_H
#define STATISTICS_H

#include <stdbool.h>

/* Samples of one quantity, in seconds, in the order in which they were taken. */
struct series {
	double *seconds;
	int count, room;
	int discarded; /* samples taken while the clock was throttled: not among these */
	double clock;  /* Hz, the median over the samples; 0: not known */
};

/* What they say. All in seconds but the first. */
struct statistics {
	int samples; /* 0: the rest means nothing */
	double median, deviation; /* the median of the distances from the median */
	double low_quartile, high_quartile, minimum, maximum;
	double low, high; /* of the median, with 95 % confidence */
};

/* Quartiles are interpolated between the samples beside them. The interval of
 * the median is between two samples, by their ranks, whatever the distribution;
 * of fewer than six samples it is all of them. */
struct statistics statistics(const double *seconds, int count);

/* Whether more samples would say little new: the interval of the median is
 * narrower than this share of it. */
bool statistics_settled(const struct statistics *s, double share);

enum difference { DIFFERENCE_UNKNOWN, DIFFERENCE_SAME, DIFFERENCE_FASTER, DIFFERENCE_SLOWER, DIFFERENCE_COUNT };
extern const char *const difference_names[DIFFERENCE_COUNT];

/* Faster or slower only if the intervals of the medians have nothing in common
 * and the medians differ by more than 1 % of the baseline's. */
enum difference statistics_compare(const struct statistics *s, const struct statistics *baseline);

#endif
