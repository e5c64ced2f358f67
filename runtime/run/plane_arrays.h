#ifndef PLANE_ARRAYS_H
#define PLANE_ARRAYS_H

#include "runtime/problem/plane_problem.h"
#include "runtime/run/job.h"

/* Size and rank of a grid. A stencil that does not look up or down works on a single level, too,
 * and one that does not look north or south either on a row: arrays are then (y,x) or (x). */
struct extent {
	int size[3]; /* x, y, z */
	int ndim;    /* of point fields: 1 to 3 */
};

/* Checks types and shapes of the arrays that are given and finds the grid that they, and --size, must
 * share. */
bool plane_arrays_check(const struct job *job, struct extent *extent, struct error *error);

/* Computes the arrays that formulas give, on a grid of this size. */
bool plane_arrays_sample(const struct job *job, const struct extent *extent, struct error *error);

/* Names the dimensions of a field's array. */
void plane_arrays_name(const struct field *field, struct array *array);

/* A result's array: the data is the problem's. */
struct array plane_arrays_result(const struct problem *problem, int ndim, const struct field *field);

#endif
