#ifndef COUNTERS_H
#define COUNTERS_H

#include "generator/base/error.h"
#include "runtime/rows/results.h"

#include <stdbool.h>

/* Hardware counters of a GPU. ncu collects them in a second run of the program, each kernel once. */

struct counter_info {
	const char *column; /* in CSV */
	const char *label;  /* for people, with the unit */
	const char *metric; /* ncu's name */
};

extern const struct counter_info counters[];
extern const int counter_count;

/* One run of a kernel; a value is NAN where ncu has none. */
struct launch {
	const char *kernel;
	int block[3];
	double *values; /* by number in counters */
	const struct launch *next;
};

/* Reads ncu's CSV (page raw) from among other lines. Launches come in the order in which they ran.
 * Returns false with an error if the text has no such table. */
bool counters_parse(struct arena *arena, const char *text, const struct launch **launches, struct error *error);

/* The first launch of the kernel with the block; NULL if there is none. Its `next` is where to
 * continue. */
const struct launch *counters_find(const struct launch *launches, const char *kernel, const int block[3]);

/* Adds a row's counters. Rows come in the order of the launches, of which some may be missing;
 * *launches moves to those of the next row. A row of several launches needs all of them: counters
 * whose names end in .sum are added up, of others there is the mean,
 * weighted with the time that each launch took. Returns false if there is none. A row that is not
 * right needs none. */
bool row_take_counters(struct arena *arena, struct row *row, const struct launch **launches);

#endif
