#ifndef MESH_VTK_H
#define MESH_VTK_H

#include "runtime/formats/vtk_grid.h"
#include "runtime/mesh/mesh.h"

/* A mesh as VTK draws it: its cells as polygons, with fields of cells and vertices, or its edges as lines. Where a plane
 * repeats itself each cell and edge has points of its own. */
struct mesh_picture {
	struct vtk_grid grid;
	int *vertices; /* of each point; NULL: the vertex of its number */
};

/* False: the mesh has no coordinates of its vertices. All lies in the arena. */
bool mesh_picture_open(const struct mesh *mesh, struct arena *arena, bool edges, struct mesh_picture *picture);

/* An array of (level, element) or (element) as the picture has it, with levels as components; its data are to be freed, and
 * NULL: out of memory. */
struct array mesh_picture_values(const struct mesh_picture *picture, const struct array *array, bool of_points);

#endif
