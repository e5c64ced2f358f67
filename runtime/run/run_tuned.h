#ifndef RUN_TUNED_H
#define RUN_TUNED_H

#include "runtime/run/job.h"

/* Gives the options that are not given what --tuned found best for this stencil and grid, if there is that option; the
 * order is as its file has it, NULL: any. Returns an exit status. */
int run_tuned_take(struct job *job, const int size[3], const char *order);

/* On planes: gives the options that are not given what --tuned found best for this stencil and grid,
 * else their defaults. Returns an exit status. */
int run_tuned_complete(struct job *job, const int size[3]);

/* Refuses a tuning from another machine, unless forced. Returns an exit status. */
int run_tuned_check(const struct job *job);

#endif
