#ifndef RUN_RESULTS_H
#define RUN_RESULTS_H

#include "runtime/run/job.h"

/* What the steps leave, in subdomains or not. */

/* Fetches the results of the fields that have a place, or of all. The last ones stay with the processes that write them together. False
 * with an error. */
bool run_results_fetch(const struct job *job, bool all, bool last, struct run_results *results, struct error *error);

/* Compares the results of all subdomains with what is expected. False with an error: it cannot, or some are wrong; then the first
 * process writes the differences that --difference names. */
bool run_results_verify(const struct job *job, struct run_results *results, struct error *error);

#endif
