#ifndef MESH_ZONES_H
#define MESH_ZONES_H

#include "runtime/problem/mesh_layout.h"

/* Numbers the elements of the stencil's location: those that are not updated come first, those that are follow zone by zone; else
 * all stay in order. False: out of memory. */
bool mesh_layout_number(struct mesh_layout *layout);

#endif
