#ifndef MESH_CHECK_H
#define MESH_CHECK_H

#include "runtime/mesh/mesh.h"

/* Whether entries are in range and stand before the missing ones, and each cell has three vertices or more:
 * what mesh_derive_edges relies on. */
bool mesh_check_entries(const struct mesh *mesh, struct error *error);

/* Whether the relations, all of which are there, are those of a mesh, and fit each other. */
bool mesh_check(const struct mesh *mesh, struct error *error);

/* Whether each element has exactly so many neighbours. */
bool mesh_check_degree(const struct mesh *mesh, enum relation_id id, int degree, struct error *error);

/* Notes what is unusual: the number of pieces, V - E + C, and rows of neighbours that differ by more than two. */
void mesh_note_facts(const struct mesh *mesh);

struct mesh_facts {
	int pieces;
	long long euler; /* V - E + C: of a sphere 2, a torus 0, a plane 1 */
	int boundary;    /* edges with one cell */
};
struct mesh_facts mesh_find_facts(const struct mesh *mesh);

/* Checks what was read, derives the rest and checks that, too. */
bool mesh_complete(struct mesh *mesh, struct error *error);

#endif
