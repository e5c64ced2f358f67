#ifndef MESH_SIZES_H
#define MESH_SIZES_H

#include "generator/compile.h"
#include "runtime/bench/axes.h"
#include "runtime/mesh/mesh_order.h"

/* A mesh, the orders that it is numbered in, and how many levels fields have on it. */
struct mesh_size {
	const char *what; /* as --mesh says it */
	const struct mesh *mesh;
	const struct mesh_numbering *numberings;
	int numbering_count, levels;
};

/* Adds every mesh of --mesh with every number of --size-levels, in the orders of --order: all stencils are on meshes, or
 * none is and there are none. */
bool axes_read_meshes(struct axes *axes, struct tool *tool, const struct arguments *arguments, const struct unit *units,
	int unit_count, struct error *error);

#endif
