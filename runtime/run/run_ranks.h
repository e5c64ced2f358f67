#ifndef RUN_RANKS_H
#define RUN_RANKS_H

#include "runtime/ranks/carrier.h"
#include "runtime/run/job.h"

/* Joins the other processes, if there are some, with the exit status of what comes before: all return the largest
 * one, and 1 if they were not given the same. */
int run_ranks_join(struct job *job, int status);

/* What all processes have, of so many bytes each, goes to the first one, where it lies in their order. Returns an exit status. */
int run_ranks_gather(const struct job *job, const void *own, void *all, size_t bytes);

/* Whether what carries messages can do what is asked for. Returns an exit status. */
int run_ranks_check_carrier(const struct job *job);

#endif
