#ifndef MESH_OPEN_H
#define MESH_OPEN_H

#include "runtime/mesh/mesh.h"

/* Makes or reads a mesh, as --mesh says it, derives what it lacks and checks it. With `rebuild` only a
 * UGRID file's faces and nodes are read. False with an error. */
bool mesh_open(struct mesh *mesh, struct arena *arena, const char *what, bool rebuild, struct error *error);

/* Adds a relation of the mesh's own, "LOCATION.NAME=FILE.npy" with int32 or int64 of (element, slot), from 0; -1: there
 * is none. Where it leads only stencils say. False with an error; a wrong text has status EXIT_USAGE. */
bool mesh_read_own(struct mesh *mesh, const char *text, struct error *error);

#endif
