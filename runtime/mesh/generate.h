#ifndef GENERATE_H
#define GENERATE_H

#include "runtime/mesh/mesh.h"

#include <stdint.h>

/*
 * Meshes that need no file:
 *
 *     icosahedron:RnBk      triangles on a sphere of radius 1: 20 N^2 cells, N = n 2^k
 *     torus:NXxNY           equilateral triangles with sides of 1, periodic: 2 NX NY cells
 *     plane:NXxNY           the same, open
 *     flips:NXxNY:SEED      the torus after many of its edges were turned: vertices have 4 to 12 edges
 *     cap:DEGREES:MESH      of another mesh on a sphere the cells with centres so near the north pole
 *     dual:MESH             a cell for each vertex of another mesh, and the other way round
 */

/* Whether a text names one of them, rather than a file. */
bool mesh_is_generated(const char *what);

/* Makes and completes one. False with an error; a wrong text has status EXIT_USAGE. */
bool mesh_generate(struct mesh *mesh, struct arena *arena, const char *what, struct error *error);

/* The parts of it: these set sizes, cell.vertices, edge.vertices and coordinates; no number is too large. */
bool mesh_make_icosahedron(struct mesh *mesh, int n, struct error *error);
bool mesh_make_lattice(struct mesh *mesh, int nx, int ny, bool periodic, struct error *error);
void mesh_flip_edges(struct mesh *mesh, uint64_t seed);

/* Makes a mesh of part of another, or its dual, complete but for what can be derived. */
bool mesh_take_cap(struct mesh *cap, const struct mesh *mesh, double degrees, struct error *error);
bool mesh_take_dual(struct mesh *dual, const struct mesh *mesh, struct error *error);

#endif
