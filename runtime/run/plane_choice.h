#ifndef PLANE_CHOICE_H
#define PLANE_CHOICE_H

#include "runtime/grid/grid.h"
#include "runtime/problem/plane_problem.h"
#include "runtime/run/job.h"

/* Chooses the job's kernels, to be built, and their blocks for a problem's grid, in an order if it is unstructured: what options say,
 * else the fastest known. */
bool plane_choice(struct job *job, const struct problem *problem, const struct order *order, struct run_steps *run, struct error *error);

#endif
