#ifndef MESH_DEGREES_H
#define MESH_DEGREES_H

#include "generator/compile.h"
#include "runtime/problem/mesh_problem.h"

/* The slots of a problem's relations of any degree. NULL: some have none or too many, or there is no such relation. Unless tables of
 * slots are asked for, all must have few of them, at least half of which have a neighbor. */
const struct known_degrees *mesh_degrees(struct arena *arena, const struct mesh_problem *problem, bool asked);

#endif
