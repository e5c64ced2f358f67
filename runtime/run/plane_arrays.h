#ifndef PLANE_ARRAYS_H
#define PLANE_ARRAYS_H

#include "runtime/problem/plane_problem.h"
#include "runtime/run/job.h"

/* Checks types and shapes of the arrays that are given and finds the size of the grid, x, y
 * and z, which they must share. Returns an exit status. */
int plane_arrays_check(const struct job *job, int size[3]);

/* A result's array: the data is the problem's. */
struct npy plane_arrays_result(const struct problem *problem, const struct field *field);

#endif
