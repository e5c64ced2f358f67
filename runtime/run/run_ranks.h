#ifndef RUN_RANKS_H
#define RUN_RANKS_H

#include "runtime/ranks/carrier.h"
#include "runtime/run/job.h"

/* Joins the other processes, if there are some, with the exit status of what comes before: all return the largest
 * one, and 1 if they were not given the same. */
int run_ranks_join(struct job *job, int status);

/* Whether steps can be captured with what carries messages. Returns an exit status. */
int run_ranks_check_graph(const struct job *job);

#endif
