#ifndef LATTICE_KEYS_H
#define LATTICE_KEYS_H

#include "runtime/mesh/mesh.h"

#include <stdint.h>

/* Where elements of a mesh of triangles stand in rows of rhombi: keys whose order is that of their new numbers. A
 * rhombus has two cells and three edges. */
struct lattice_keys {
	const struct mesh *mesh; /* of triangles */
	struct arena *arena;
	uint64_t *keys[LOCATIONS];
};

/* The key of the `kind`-th of `kinds` cells or edges of a rhombus: rhombi stand in runs of 32, in which first come
 * all elements of the first kind. */
static inline uint64_t
lattice_key(uint64_t rhombus, int kind, int kinds)
{
	enum { RUN = 32 };

	return (rhombus/RUN*(uint64_t)kinds + (uint64_t)kind)*RUN + rhombus%RUN;
}

/* Fills the keys of an icosahedron's ten diamonds, which are found by degrees of vertices alone: twelve vertices have five
 * edges, the others six. False if it is another mesh. */
bool lattice_find_diamonds(struct lattice_keys *keys);

/* Fills those of a mesh whose inner vertices all have six edges. False if it is another mesh. */
bool lattice_find_patch(struct lattice_keys *keys);

#endif
