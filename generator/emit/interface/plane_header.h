#ifndef PLANE_HEADER_H
#define PLANE_HEADER_H

#include "generator/emit/kernel.h"

/* STENCIL[_LAYOUT][_float][_store_NAMES][_TARGET].h and its text: the launchers of those of a list of variants that
 * have the first one's header. */
const char *plane_header_name(struct arena *arena, const struct plan *plan,
	const struct variant *variant);
const char *plane_header(struct templates *templates, const struct source *source,
	const struct plan *plan, const struct variant *variants, int count);

/* Whether two variants of a stencil have the same header; its name without the stencil's and .h. */
bool plane_headers_match(const struct variant *a, const struct variant *b);
const char *plane_header_suffix(struct arena *arena, const struct plan *plan, const struct variant *variant);

#endif
