#ifndef ROUND_RUN_H
#define ROUND_RUN_H

#include "runtime/bench/session.h"

/* Verifies as many candidates of a session as fit the device at a time, then times them in turns.
 * Adds a row for each to the journal. Sets the number of candidates consumed; false with an error.
 * Candidates whose timing was interrupted get no row. */
bool round_run(struct session *session, struct candidate *candidates, int count, int *done, struct error *error);

#endif
