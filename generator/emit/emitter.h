#ifndef EMITTER_H
#define EMITTER_H

#include "generator/emit/kernel.h"

#define LEVELS_HEADER "stencil_levels.cuh"

struct emitted {
	const char *text; /* of a kernel's file */
	const char *line; /* of a list of kernels, with its costs */
	bool vectors;     /* it includes LEVELS_HEADER, a copy of the template of this name */
};

/* How kernels on grids of a family are written. Errors in templates are reported to their diagnostics;
 * the texts are then of no use. */
struct emitter {
	struct emitted (*kernel)(struct templates *templates, const struct source *source,
		const struct plan *plan, const struct variant *variant);

	/* The header that a kernel includes: see header_name(). It declares those of a list that
	 * begins with the kernel that include it, too. */
	const char *(*header)(struct templates *templates, const struct source *source,
		const struct plan *plan, const struct variant *variants, int count);

	/* A Fortran module with the same, for fields in arrays. */
	const char *(*module)(struct templates *templates, const struct source *source,
		const struct plan *plan, const struct variant *variants, int count);
};

#define GRID(name) extern const struct emitter name##_emitter;
#include "generator/language/grids.def"

extern const struct emitter *const emitters[GRID_COUNT];

#endif
