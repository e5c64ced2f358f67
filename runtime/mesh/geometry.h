#ifndef GEOMETRY_H
#define GEOMETRY_H

#include "runtime/mesh/mesh.h"

/* What follows from coordinates: on a sphere, where lengths are those of arcs, or in a plane, which may repeat
 * itself. */

/* The middle of each edge, and the centre of each cell: the mesh's own; else the middle between the ends, and
 * the circumcentre of triangles or the mean of other cells' vertices. (element, dimension). */
const double *mesh_middles(const struct mesh *mesh, struct arena *arena);
const double *mesh_centres(const struct mesh *mesh, struct arena *arena);

/*
 * Adds fields that the mesh does not have yet:
 *
 *     length, dual_length   of edges: between the vertices, and between the centres of the cells (at a boundary
 *                           between the centre and the edge's middle)
 *     area                  of cells and vertices, the sums of their kites
 *     kite                  cell.vertices, vertex.cells: the area that a cell and a vertex share
 *     sign                  cell.edges: +1 where the cell is cells[0] of the edge, so that the normal, which points
 *                           from cells[0] to cells[1], leads out; vertex.edges: +1 where it leads round the vertex
 *                           counter-clockwise
 *     geofac_div            cell.edges: length sign/area, for the divergence
 *     geofac_rot            vertex.edges: dual_length sign/area, for the vorticity
 *     geofac_n2s            cell.star of triangles: length/(area dual_length) of neighbours and less their sum, for the Laplacian
 *     weights               edge.edges, not of triangles: TRiSK's, for the tangential velocity
 *
 * Returns false, and adds nothing, if there are no coordinates of vertices or areas would not be positive; a note tells why.
 */
bool mesh_add_geometry(struct mesh *mesh);

/* The parts of it that combine others (coefficients.c): `sense` is +1 if cells run counter-clockwise, else -1. */
void mesh_add_coefficients(struct mesh *mesh, double sense);

#endif
