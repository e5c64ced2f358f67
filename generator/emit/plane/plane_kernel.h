#ifndef PLANE_KERNEL_H
#define PLANE_KERNEL_H

#include "generator/emit/emitter.h"
#include "generator/emit/providers.h"

/* A kernel on a plane, with tables of macros as plane_macros.h has them, in any order. */
struct emitted plane_emit(struct templates *templates, const struct source *source,
	const struct plan *plan, const struct variant *variant, const struct providers *of_kernel,
	const struct providers *of_file);

/* STENCIL[_LAYOUT][_float][_TARGET].h and its text: the launchers of all legal kernels with a
 * variant's layout, precision and target, and of those in a list that begins with it whose tunables are
 * not as by default. */
const char *plane_header_name(struct arena *arena, const struct plan *plan,
	const struct variant *variant);
const char *plane_header(struct templates *templates, const struct source *source,
	const struct plan *plan, const struct variant *variants, int count);

#endif
