#ifndef RUN_TIME_H
#define RUN_TIME_H

#include "runtime/run/job.h"

/* The time of steps in series and logs: --time, --dt, or the number of the step. */

/* Checks the options. False with an error. */
bool run_time_check(const struct job *job, struct error *error);

/* Whether an option gives the time. */
bool run_time_is_known(const struct job *job);

/* The unit of times, or NULL. */
const char *run_time_unit(const struct job *job);

/* The time after a step; of several processes the first one has it. False with an error. */
bool run_time_find(const struct job *job, int step, double *time, struct error *error);

#endif
