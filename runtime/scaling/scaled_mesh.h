#ifndef SCALED_MESH_H
#define SCALED_MESH_H

#include "runtime/scaling/scaled.h"

/* Fills the mesh of the candidate and decomposes it. Adds the owners of elements to the decomposition, which the setup has. False with an
 * error on failure; ends with scaled_mesh_close in any case. */
bool scaled_mesh_open(struct scaled *s, struct decomposition *decomposition, const struct partition_setup *setup, struct error *error);
void scaled_mesh_close(struct scaled *s);

/* The number of a candidate's mesh, as --mesh and --size-levels list them, and how many there are. */
int scaled_mesh_number(const struct candidates *all, const struct candidate *candidate);
int scaled_mesh_count(const struct candidates *all);

/* The name of a candidate's mesh; NULL: it is on a structured grid. And what identifies its mesh and order, of which the name of a file says
 * too little. */
const char *scaled_mesh_name(const struct candidate *candidate);
const char *scaled_mesh_key(struct arena *arena, const struct candidate *candidate);

#endif
