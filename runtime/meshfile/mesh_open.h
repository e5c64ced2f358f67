#ifndef MESH_OPEN_H
#define MESH_OPEN_H

#include "runtime/mesh/mesh.h"

/* Makes or reads a mesh, as --mesh says it, derives what it lacks and checks it. With `rebuild` only a
 * UGRID file's faces and nodes are read. False with findings. */
bool mesh_open(struct mesh *mesh, struct arena *arena, const char *what, bool rebuild, struct findings *findings);

#endif
