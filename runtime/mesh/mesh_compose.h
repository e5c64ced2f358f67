#ifndef MESH_COMPOSE_H
#define MESH_COMPOSE_H

#include "generator/interpret/interpret_mesh.h"
#include "runtime/mesh/mesh.h"

/*
 * Makes the table of a relation that a stencil composes of others: piece by piece what is met on the way, in the
 * order of slots, less what is met on the ways behind '-'; each element where it occurs first. The tables, by
 * index of the stencil's relations, are those before it in the list; the new one lies in the mesh's arena. Where
 * neighbours were missing on the way, the last slots of an exact relation are -1. False with an error: an element has
 * another number of neighbours than is declared.
 */
bool mesh_compose(const struct mesh *mesh, const struct relation *relation, struct mesh_table *tables,
	struct error *error);

#endif
