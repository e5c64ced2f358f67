#ifndef MESH_FOLDER_H
#define MESH_FOLDER_H

#include "runtime/mesh/mesh.h"

/*
 * A mesh as a folder of NumPy files:
 *
 *     cell_edges.npy, ...          LOCATION_RELATION: int32 or int64 of (element, slot), from 0; -1 is missing
 *     edge_wings.npy, ...          LOCATION_NAME: the same of a relation of the mesh's own
 *     cell_xyz.npy, ...            coordinates, (element, 2 or 3)
 *     cell_row.npy, ...            rows, (element)
 *     cell_area.npy, ...           LOCATION_NAME: a value of each element
 *     cell_edges_sign.npy, ...     LOCATION_RELATION_NAME: of each element and slot
 *     periods.npy                  of a plane that repeats itself: the two vectors after which it does
 */

/* Reads one, of which only cell_vertices.npy must be there. Other files are skipped. False with an error. */
bool mesh_folder_read(struct mesh *mesh, const char *path, struct error *error);

/* Writes one: the folder appears with all files or not at all. One that is there is replaced, unless it holds
 * anything but .npy files. */
bool mesh_folder_write(const struct mesh *mesh, const char *path, struct error *error);

#endif
