#ifndef MESH_WORK_H
#define MESH_WORK_H

#include "runtime/meshproblem/mesh_problem.h"

#include <stdint.h>

/* What one application has to do. Of locations that are not the stencil's the same share counts as is updated of
 * the stencil's. */

double mesh_problem_points(const struct mesh_problem *problem);

/* The bytes that it must move at least: each value of a field that the kernel reads or writes once, an inout's twice,
 * on the levels that are updated; and each entry of the tables of the relations that the stencil reads once. */
double mesh_problem_bytes(const struct mesh_problem *problem);

/* Those of them that it writes. */
double mesh_problem_bytes_written(const struct mesh_problem *problem);

/* Those of the tables among them. */
double mesh_problem_table_bytes(const struct mesh_problem *problem);

/* Fills in and inout fields, which have no memory yet, with pseudo-random numbers of their ranges, and marks outs as not
 * written; all have so many levels. False: out of memory. */
bool mesh_problem_fill(struct mesh_problem *problem, int levels, uint64_t seed);

#endif
