#ifndef GATHER_H
#define GATHER_H

#include "generator/plan/neighbors.h"

/*
 * Turns a stencil on a mesh into one of a single element: what is read, is read at a neighbor; a temporary
 * becomes a temporary for each neighbor and level where its value is needed; a reduction over an exact
 * relation is spelled out, and others become loops (branch.each) that update a variable. Its references have
 * the number of a neighbor, and no chain. Neighbors are added to those that are there, so that several stencils of one
 * element can share them.
 *
 * Returns NULL after an error: kernels cannot do that.
 */
const struct stencil *gather_stencil(struct arena *arena, const struct source *source,
	const struct stencil *stencil, struct mesh_neighbors *neighbors);

/* Reports what a stencil has for which there are no kernels on meshes. */
void report_without_kernel(const struct source *source, struct span span, const char *what);

#endif
