#ifndef RUN_RANKS_H
#define RUN_RANKS_H

#include "runtime/ranks/ranks.h"
#include "runtime/run/job.h"

/* Joins the other processes, if there are some, with the exit status of what comes before: all return the largest
 * one, and 1 if they were not given the same. */
int run_ranks_join(struct job *job, int status);

#endif
