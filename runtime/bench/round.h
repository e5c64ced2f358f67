#ifndef ROUND_H
#define ROUND_H

#include "runtime/bench/session.h"

enum { MOST_ENTRIES = 32 };

/* A candidate that is timed in a round. */
struct entry {
	struct candidate *candidate;
	const struct placement *placement;
	const struct contender *itself;
	const struct contender *floor; /* as many empty launches; NULL: none */
};

/* Reference copies, perhaps a baseline, and up to MOST_ENTRIES candidates, timed in turns. */
struct round {
	struct session *session;
	struct contender contenders[REFERENCE_COUNT + 1 + 2*MOST_ENTRIES];
	int count;
	const struct contender *reference_copies[REFERENCE_COUNT]; /* NULL: not wanted */
	const struct contender *baseline;                    /* NULL: none */
	struct entry entries[MOST_ENTRIES];
	int entry_count;
	struct candidate *untimed[MOST_ENTRIES]; /* their rows are complete without times */
	int untimed_count;
	struct error error;                      /* of the journal's turns */
};

/* Adds reference copies and the baseline. The baseline is timed independently of its own row. */
bool round_open(struct round *round, struct session *session, struct error *error);

/* Forgets the recordings of all calls. */
void round_close(struct round *round);

/* Adds a call and takes over its recording. */
struct contender *round_add(struct round *round, const char *name, const struct call *call);

/* Adds, for each entry whose launches matter, as many empty launches. */
bool round_add_floors(struct round *round, struct error *error);

#endif
