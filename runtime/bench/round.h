#ifndef HEAT_H
#define HEAT_H

#include "runtime/bench/grid_family.h"

/* What heat.c and heat_time.c share. */

enum { MOST_RUNNERS = 32 };

/* A problem laid out in one of the ways that storages, layouts and orders make. */
struct place {
	const struct candidate *first; /* that it was made for */
	void *execution; /* of the family */
	double bytes;
	struct place *next;
};

/* What is timed by turns: yardsticks, perhaps a baseline, and runners. */
struct heat {
	struct workplace *workplace;
	struct contender contenders[YARDSTICK_COUNT + 1 + 2*MOST_RUNNERS];
	int count;
	const struct contender *yardsticks[YARDSTICK_COUNT]; /* NULL: not wanted */
	const struct contender *baseline;                    /* NULL: none */
	struct runner {
		struct candidate *candidate;
		const struct place *place;
		const struct contender *itself;
		const struct contender *floor;                   /* as many launches; NULL: none */
	} runners[MOST_RUNNERS];
	int runner_count;
	struct candidate *judged[MOST_RUNNERS];              /* those that need no time */
	int judged_count;
};

/* The place for a candidate, if the device has it; puts it there. */
struct place *find_place(const struct workplace *workplace, const struct candidate *candidate);
int open_place(struct workplace *workplace, const struct candidate *candidate);

struct call heat_call(const struct workplace *workplace, const struct candidate *candidate);

/* Takes the call over, with its recording. */
struct contender *heat_add(struct heat *heat, const char *name, const struct call *call);
void heat_clear(struct heat *heat);

/* Yardsticks come first, then the baseline, which is timed apart from its own row. */
int heat_line_up(struct heat *heat);

/* Times all that are lined up and finishes their rows. Runners that someone interrupted lose
 * theirs. */
int heat_time(struct heat *heat);

#endif
