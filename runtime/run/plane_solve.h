#ifndef PLANE_SOLVE_H
#define PLANE_SOLVE_H

#include "runtime/problem/plane_problem.h"
#include "runtime/run/job.h"

/* Computes the expected results of all steps by the interpreter, on copies of the data. */
bool plane_solve(const struct job *job, struct problem *problem, const bool periodic[2], struct error *error);

#endif
