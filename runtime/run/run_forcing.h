#ifndef RUN_FORCING_H
#define RUN_FORCING_H

#include "runtime/run/job.h"

/* What changes between steps: params with a value for each step, --param NAME=FILE.csv, and in fields with a record for each K-th one,
 * --in FIELD=FILE.nc:NAME[time]. */

/* Whether the text of --param names a file. */
bool run_forcing_is(const char *text);

/* Reads the values of one: from the column of its name, or the only column. Sets its param to the first one that the run needs.
 * False with an error: also if there are fewer values than steps. */
bool run_forcing_read(struct job *job, const char *text, double *params, bool *given, struct error *error);

/* Finds the fields whose places have records, all that the steps of the run need; each place is then that of the first. False with an
 * error. */
bool run_forcing_open(struct job *job, struct error *error);

/* Whether the way the run goes, with so many steps in a launch, lets params and fields change between steps; else with an error. */
bool run_forcing_check(const struct job *job, int at_once, struct error *error);

/* Sets params to their values of a step of this run, from 1, and fields in arrays of the whole domain, by field index. False with an error. */
bool run_forcing_set(const struct job *job, int step, double *params, void *const *arrays, struct error *error);

/* Whether that changed the array of a field. */
bool run_forcing_changed(const struct job *job, const struct field *field);

/* Forgets what the arrays have, so that the next step sets all fields anew. */
void run_forcing_forget(const struct job *job);

void run_forcing_free(const struct job *job);

#endif
