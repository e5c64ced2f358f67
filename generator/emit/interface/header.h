#ifndef HEADER_H
#define HEADER_H

#include "generator/emit/kernel.h"

/* The names of headers, on grids of all families. */

/* "_dD_lL[_pad]" on sparse grids, else "". */
const char *header_grid_suffix(struct arena *arena, const struct variant *variant);

/* STENCIL[_dD_lL[_pad]][_direct][_LAYOUT][_innermost][_float][_store_NAMES][_TARGET].h: the header of a variant. Then what
 * stands in it between STENCIL and .h, and whether two variants of a stencil have the same one. */
const char *header_name(struct arena *arena, const struct plan *plan, const struct variant *variant);
const char *header_suffix(struct arena *arena, const struct plan *plan, const struct variant *variant);
bool headers_match(struct arena *arena, const struct plan *plan, const struct variant *a, const struct variant *b);

/* [_direct][_LAYOUT][_innermost][_float][_store_NAMES]: how names of types end. With other tables, or kernels, launchers take
 * other arguments. */
const char *header_types_suffix(struct arena *arena, const struct plan *plan, const struct variant *variant);

#endif
