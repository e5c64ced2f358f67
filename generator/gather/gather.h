#ifndef GATHER_H
#define GATHER_H

#include "generator/gather/spots.h"

/*
 * Turns a stencil on a mesh into one of a single element: what is read, is read at a spot; a temporary
 * becomes a temporary for each spot and level where its value is needed; a reduction over an exact
 * relation is spelled out, and others become loops (branch.each) that update a variable. Its references have
 * the number of a spot, and no chain.
 *
 * Returns NULL after an error: kernels cannot do that.
 */
const struct stencil *gather_stencil(struct arena *arena, const struct source *source,
	const struct stencil *stencil, struct spots *spots);

/* One of several kernels that do a stencil's work: the temporary that it stores for others, and what these stored for
 * it. Expressions name fields of the whole stencil. */
struct gathering {
	const struct temp *stored;    /* what it computes; NULL: the outputs */
	struct field *const *fields;  /* by index of the whole's fields: its own */
	struct field *const *kept;    /* by temp index: its own field that holds it; NULL: it is computed where it is needed */
};

/* The same for such a kernel, a stencil with fields of its own, where the outputs or what is stored lies. A kernel that
 * stores has to do with all elements of a location, also with those that lack neighbours: spots->partial. */
const struct stencil *gather_part(struct arena *arena, const struct source *source, const struct stencil *part,
	const struct gathering *gathering, struct spots *spots);

#endif
