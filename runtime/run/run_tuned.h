#ifndef RUN_TUNED_H
#define RUN_TUNED_H

#include "runtime/run/job.h"

/* Gives the options that are not given what --tuned found best for this stencil and grid, if there is that option; the
 * order is as its file has it, NULL: any. */
bool run_tuned_take(struct job *job, const int size[3], const char *order, struct error *error);

/* On planes: gives the options that are not given what --tuned found best for this stencil and grid,
 * else their defaults. */
bool run_tuned_complete(struct job *job, const int size[3], struct error *error);

/* Refuses a tuning from another machine, unless forced. */
bool run_tuned_check(const struct job *job, struct error *error);

#endif
