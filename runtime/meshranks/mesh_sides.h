#ifndef MESH_SIDES_H
#define MESH_SIDES_H

#include "runtime/meshranks/mesh_ranks.h"

/* Parts the elements that a rank updates into zones. First those of others, which it updates for further steps of a group, by how
 * many of these need them: every - 1 first, then fewer. Then its sides, own elements that others have, or that a step makes of what
 * is not its own; at last the interior, which is neither sent nor reads what is received. */
enum mesh_side { MESH_SIDES, MESH_INTERIOR };

/* The zone of its sides, and of the interior, is this one behind those of others. */
static inline int
mesh_zone(const struct mesh_parts *parts, enum mesh_side side)
{
	return parts->every - 1 + (int)side;
}

/* Sets the zones of a part's problem, once all parts were found. */
void mesh_sides_find(struct mesh_parts *parts, int rank);

#endif
