#ifndef MESH_DERIVE_H
#define MESH_DERIVE_H

#include "runtime/mesh/mesh.h"

/*
 * Fills in what a mesh lacks, from cell.vertices and what else it has: numbers and orders of slots that are
 * there stay. Sizes must fit (mesh_check_sizes), and entries be in range (mesh_check_entries). Edges are numbered as in
 * edge.vertices, cell.edges, edge.corners, vertex.edges or edge.cells, else in the order in which the cells' slots name them
 * first. False with an error if no mesh can have such tables. There are two steps: edges and cells, then what lies round
 * edges and vertices (derive_around.c).
 */
bool mesh_derive_edges(struct mesh *mesh, struct error *error);
bool mesh_derive_around(struct mesh *mesh, struct error *error);

/* Adds cell.edges: a part of the first step (derive_sides.c). */
bool mesh_derive_cell_edges(struct mesh *mesh, struct error *error);

/* Gives the elements of a mesh with a boundary rows, unless it has its own: ICON's. A vertex has 1 and its distance from
 * the boundary, a cell the least of its vertices, an edge the sum of its cells'. What the boundary cannot be reached
 * from has 0, and so is all of a mesh without one, where row stays NULL. */
void mesh_derive_rows(struct mesh *mesh);

/* What an element has in a relation that follows from others, and ROW_END behind it. The first needs room for as many
 * as vertex.edges has slots, the last for twice those of cell.edges, the others for four; and one more. */
enum { ROW_END = -2 };
void mesh_find_vertex_vertices(const struct mesh *mesh, int vertex, int *row);
void mesh_find_corners(const struct mesh *mesh, int edge, int *row);
void mesh_find_rim(const struct mesh *mesh, int edge, int *row);
void mesh_find_edge_edges(const struct mesh *mesh, int edge, int *row);

/* Turns edge.vertices so that cells[0] is on the left, if cells run counter-clockwise. */
void mesh_orient_edges(struct mesh *mesh);

#endif
