#ifndef ROUND_RUN_H
#define ROUND_RUN_H

#include "runtime/bench/session.h"

/* Verifies as many candidates of a session as fit the device at a time, then times them in turns.
 * Adds a row for each to the journal. Returns the number of candidates consumed; *good is false
 * after a failure. Candidates whose timing was interrupted get no row. */
int round_run(struct session *session, struct candidate *candidates, int count, bool *good, struct error *error);

#endif
