#ifndef PLANE_RESULTS_H
#define PLANE_RESULTS_H

#include "generator/base/error.h"
#include "runtime/run/job.h"
#include "runtime/run/plane/plane_run.h"

/* What a stencil on a plane leaves, in parts or not. */

/* The cells of results that a process has, in x and in y, and how it writes them. */
void plane_results_cells(const struct job *job, int begin[2], int end[2]);
bool plane_results_write(const struct job *job, const char *path, const struct array *whole, struct error *error);

/* Fetches the results of the fields that have a place, or of all. The last ones each process keeps, where it writes its part;
 * beyond a period there are cells of no part. */
bool plane_results_fetch(const struct job *job, const struct plane_run *run, bool all, bool last, struct run_results *out,
	struct error *error);

/* Compares the results of all parts with what is expected. */
bool plane_results_verify(const struct job *job, const struct plane_run *run, struct run_results *out, struct error *error);

/* Says how many elements are no numbers of what processes have read in parts. */
bool plane_results_count_inputs(const struct job *job, const struct plane_run *run, struct error *error);

#endif
