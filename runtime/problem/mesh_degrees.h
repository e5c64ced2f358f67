#ifndef MESH_DEGREES_H
#define MESH_DEGREES_H

#include "generator/compile.h"
#include "runtime/problem/mesh_problem.h"

/* The slots of a problem's relations of any degree. NULL: some have none or too many, or there is no such relation. Unless tables of
 * slots are asked for, all must have few of them, at least half of which have a neighbor. */
const struct known_degrees *mesh_degrees(struct arena *arena, const struct mesh_problem *problem, bool asked);

/* A unit of the problem's stencil, which is one of a unit that is checked, compiled for these slots, with templates in a folder. NULL: there
 * are none, or the stencil cannot have them: see compile_with_degrees(). */
const struct unit *mesh_unit_with_slots(struct arena *arena, const char *directory, const struct unit *unit,
	const struct mesh_problem *problem, enum type precision, bool asked);

#endif
