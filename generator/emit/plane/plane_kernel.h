#ifndef PLANE_KERNEL_H
#define PLANE_KERNEL_H

#include "generator/emit/emitter.h"
#include "generator/emit/providers.h"

/* A kernel on a plane, with tables of macros as plane_macros.h has them, in any order. */
struct emitted plane_emit(struct templates *templates, const struct source *source,
	const struct plan *plan, const struct variant *variant, const struct providers *of_kernel,
	const struct providers *of_file);

#endif
