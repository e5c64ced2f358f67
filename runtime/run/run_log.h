#ifndef RUN_LOG_H
#define RUN_LOG_H

#include "runtime/run/job.h"

/* --log: scalar fields as lines of CSV. */

/* Checks that the file can be written and is not one that the run reads or writes otherwise. False with an error. */
bool run_log_check(const struct job *job, struct error *error);

/* The first process, before the first step: begins the file, or finds the line after which a restarted run continues it. False with
 * an error. */
bool run_log_begin(const struct job *job, struct error *error);

/* Fetches scalar fields after a step; the first process appends a line. False with an error: the file has the lines before it. */
bool run_log_step(const struct job *job, int step, double time, struct error *error);

#endif
