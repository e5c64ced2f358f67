#ifndef MESH_ORDER_H
#define MESH_ORDER_H

#include "generator/base/error.h"
#include "runtime/mesh/mesh.h"

#include <stdint.h>

/*
 * How the elements of a mesh are numbered:
 *
 *     given          as they are
 *     hilbert        cells along a curve through their centres, so that near ones have near numbers
 *     rcm            cells by reverse Cuthill and McKee: neighbours have numbers that differ little
 *     lattice        where triangles, or the vertices of hexagons, form rows, by these
 *     random[:SEED]  at random, all locations
 *     FILE.npy       cells as the file says: int32 or int64, the new number of each
 *
 * but for lattice and random edges and vertices follow in the order in which the cells' slots name them first.
 */

/* Renumbers a mesh, its values included; slots stay. False with an error; a wrong text has status EXIT_USAGE. */
bool mesh_order(struct mesh *mesh, const char *order, struct error *error);

/* New numbers that a mesh does not have yet: place[location][old]; NULL: as given. */
struct mesh_numbering {
	const char *order;
	int *place[LOCATIONS];
};

/* The number of an element, -1: none, in an order of its location; NULL: as given. */
static inline int
mesh_place(const int *place, int element)
{
	return element >= 0 && place ? place[element] : element;
}

/* Finds them. Likewise. */
bool mesh_number(const struct mesh *mesh, struct arena *arena, const char *order, struct mesh_numbering *numbering,
	struct error *error);

/* Its parts: place[old] becomes the new number. */
void mesh_order_hilbert(const struct mesh *mesh, const double *centres, int *place);
void mesh_order_rcm(const struct mesh *mesh, int *place);
bool mesh_order_lattice(const struct mesh *mesh, int *const place[LOCATIONS], struct error *error);
void mesh_order_random(int *place, int count, uint64_t *seed);

/* Numbers elements by their keys, equal ones in the old order. */
void mesh_order_rank(const uint64_t *keys, int count, int *place);

/* Gives every element its new number. */
void mesh_renumber(struct mesh *mesh, int *const place[LOCATIONS]);

#endif
