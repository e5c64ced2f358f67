#ifndef MESH_CUT_H
#define MESH_CUT_H

#include "runtime/meshorder/mesh_order.h"

/* Which rank owns each element of a location; only what is computed there needs an owner. */
struct mesh_cut {
	int ranks;
	enum location location;
	int *owner; /* by element */
};

/*
 * Cuts a mesh into parts:
 *
 *     curve           equal pieces of the order hilbert, or, without coordinates, of rcm
 *     random[:SEED]   of a random order
 *     FILE            the rank of each element, one a line, as gpmetis writes
 *
 * False with an error; a wrong text has status EXIT_USAGE.
 */
bool mesh_cut_open(struct mesh_cut *cut, struct arena *arena, const struct mesh *mesh, enum location location,
	const char *partition, int ranks, struct error *error);

#endif
