#ifndef PROGRAM_KERNELS_H
#define PROGRAM_KERNELS_H

#include "generator/emit/emitter.h"

/* A program of several kernels: one file with all of them and one launcher. */
struct emitted program_emit(struct templates *templates, const struct source *source,
	const struct plan *plan, const struct variant *variant);

#endif
