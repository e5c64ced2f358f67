#ifndef RUN_WATCH_H
#define RUN_WATCH_H

#include "runtime/run/job.h"

/* --check-every: stops a run whose results are not finite. */

/* Whether results are checked after a step: also before each state is saved, and after the last step. */
bool run_watch_wants(const struct job *job, int step);

/* Fetches and checks them. False with an error, also if some are NaN or Inf. */
bool run_watch(const struct job *job, int step, struct error *error);

#endif
