#ifndef SPARSE_HEADER_H
#define SPARSE_HEADER_H

#include "generator/emit/kernel.h"

/* STENCIL_dD_lL[_pad][_float][_TARGET].h and its text, as in plane_header.h. */
const char *sparse_header_name(struct arena *arena, const struct plan *plan,
	const struct variant *variant);
const char *sparse_header(struct templates *templates, const struct source *source,
	const struct plan *plan, const struct variant *variants, int count);

/* Its name without the stencil's and .h. */
const char *sparse_header_suffix(struct arena *arena, const struct variant *variant);

#endif
