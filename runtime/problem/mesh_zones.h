#ifndef MESH_ZONES_H
#define MESH_ZONES_H

#include "runtime/problem/mesh_layout.h"

/* Numbers the elements of the stencil's location: those that are not updated come first, those that are follow zone by zone; else
 * all stay in order. False: out of memory. */
bool mesh_layout_number(struct mesh_layout *layout);

/* Sets the elements of a location that launches of a stencil's kernels update. */
void mesh_set_range(struct stencil_mesh *mesh, const struct stencil *stencil, enum location location, int first, int end);

#endif
