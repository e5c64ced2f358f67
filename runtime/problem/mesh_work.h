#ifndef MESH_WORK_H
#define MESH_WORK_H

#include "runtime/problem/mesh_problem.h"
#include "runtime/problem/domain.h"

#include <stdint.h>

/* What a kernel does on a struct mesh_problem: see domain.h. Of locations that are not the stencil's the same share counts as is updated of the stencil's. Bytes
 * are each value of a field that the kernel reads or writes once, an inout's twice, on the levels that are updated; and each entry of the
 * tables of the relations that the stencil reads once. */
struct work mesh_work(const void *problem, const struct built *kernel, int part);

double mesh_problem_points(const struct mesh_problem *problem);

/* Fills in and inout fields, which have no memory yet, with pseudo-random numbers of their ranges, and marks outs as not
 * written; all have so many levels. False: out of memory. */
bool mesh_problem_fill(struct mesh_problem *problem, int levels, uint64_t seed);

#endif
