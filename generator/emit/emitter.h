#ifndef EMITTER_H
#define EMITTER_H

#include "generator/emit/kernel.h"

#define LEVELS_HEADER "stencil_levels.cuh"

struct emitted {
	const char *text; /* of a kernel's file */
	const char *line; /* of a list of kernels, with its costs */
	bool vectors;     /* it includes LEVELS_HEADER, a copy of the template of this name */
};

/* See struct grid_kind. */
#define GRID(name, domain) \
	struct emitted emit_on_##name(struct templates *templates, const struct source *source, \
		const struct plan *plan, const struct variant *variant);
#include "generator/language/grids.def"

#endif
