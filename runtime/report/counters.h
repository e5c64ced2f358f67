#ifndef COUNTERS_H
#define COUNTERS_H

#include "runtime/report/results.h"

#include <stdbool.h>

/* What a GPU's hardware counts while a kernel runs: gathered by ncu, for which the
 * program runs once more, each kernel once. */

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

/* ncu's CSV, page raw, as it prints it among other lines. Launches come in the order in
 * which they ran. Returns false with a message if that is not what the text is. */
bool counters_parse(struct arena *arena, const char *text, const struct launch **launches,
	char *message, size_t room);

/* Of launches, the first one of the kernel with the block; NULL if there is none. Go on
 * from its next one. */
const struct launch *counters_find(const struct launch *launches, const char *kernel, const int block[3]);

/* Gives a row what was counted for it. Rows come in the order of the launches, of which some
 * may be missing; *launches goes to those of the next. Of a row of several launches, all of which
 * must be there, what ncu's name calls a .sum is added up, and of all else there is the mean,
 * weighted with the time that each launch took. Returns false if there is none. A row that is not
 * right needs none. */
bool row_take_counters(struct arena *arena, struct row *row, const struct launch **launches);

#endif
