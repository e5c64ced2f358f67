#ifndef MESH_GMSH_H
#define MESH_GMSH_H

#include "runtime/mesh/mesh.h"

/* Reads triangles and quadrangles of a Gmsh file, ASCII of version 2.2 or 4.1. Nodes that none of them has are
 * dropped, which is noted. False with an error. */
bool mesh_gmsh_read(struct mesh *mesh, const char *path, struct error *error);

/* What is in such a file: nodes, and four of their tags for each cell, the last of which is 0 for a triangle. */
struct gmsh_node {
	long long tag;
	double xyz[3];
};

/* Makes cell.vertices and coordinates of them. */
bool mesh_gmsh_take(struct mesh *mesh, const struct gmsh_node *nodes, int node_count, const long long *cells, int cell_count,
	struct error *error);

#endif
