#ifndef RUN_FORCING_H
#define RUN_FORCING_H

#include "runtime/run/job.h"

/* Params that have a value for each step: --param NAME=FILE.csv. */

/* Whether the text of --param names a file. */
bool run_forcing_is(const char *text);

/* Reads the values of one: from the column of its name, or the only column. Sets its param to the first one that the run needs.
 * False with an error: also if there are fewer values than steps. */
bool run_forcing_read(struct job *job, const char *text, double *params, bool *given, struct error *error);

/* Whether the way the run goes, with so many steps in a launch, lets params change between steps; else with an error. */
bool run_forcing_check(const struct job *job, int at_once, struct error *error);

/* Sets them to their values of a step of this run, from 1. */
void run_forcing_set(const struct job *job, int step, double *params);

#endif
