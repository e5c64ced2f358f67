#ifndef RUN_RANKS_H
#define RUN_RANKS_H

#include "runtime/partition/processes.h"
#include "runtime/run/job.h"

/* Joins the other processes, if there are some, with what comes before, good or an error: all are good, or none, which have the
 * largest exit status; that is 1 if they were not given the same. */
bool run_ranks_join(struct job *job, bool good, struct error *error);

/* What all processes have, of so many bytes each, goes to the first one, where it lies in their order. */
bool run_ranks_gather(const struct job *job, const void *own, void *all, size_t bytes, struct error *error);

#endif
