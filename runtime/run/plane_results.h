#ifndef PLANE_RESULTS_H
#define PLANE_RESULTS_H

#include "generator/base/error.h"
#include "runtime/run/job.h"

/* The cells of results that a process has, in x and in y, and how it writes them. */
void plane_results_cells(const struct job *job, int begin[2], int end[2]);
bool plane_results_write(const struct job *job, const char *path, const struct array *whole, struct error *error);

/* Says how many elements are no numbers of what processes have read in parts. */
bool plane_results_count_inputs(const struct job *job, struct error *error);

#endif
