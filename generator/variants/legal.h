#ifndef LEGAL_H
#define LEGAL_H

#include "generator/variants/variants.h"

/* NULL if a kernel on planes can have blocks of this shape, else why not. */
const char *why_block_illegal(const struct variant *variant, const int block[3]);

/* The same of one kernel of a program, or of all where part is NULL, for a grid of so many levels. */
struct part;
const char *why_block_too_large(struct arena *arena, const struct plan *plan, const struct variant *variant,
	const struct part *part, const int block[3], int levels);

/* Why a stencil has no kernels at all yet, or NULL. */
const char *why_no_kernel(struct arena *arena, const struct plan *plan);

/* NULL if options and tuning files can say such tunables, else why not. */
const char *why_tunables_illegal(struct arena *arena, const struct variant *variant);

/* NULL if a stencil has the variant on planes, with its tunables, else why not, for a message. */
const char *why_illegal(struct arena *arena, const struct plan *plan, const struct variant *variant);

/* NULL if a stencil's fields can lie so, with real fields of a precision, else
 * why not. */
const char *why_layout_illegal(struct arena *arena, const struct stencil *stencil,
	enum layout layout, enum type precision);

/* NULL if fields of a layout can lie with these levels, else why not. */
const char *why_levels_illegal(enum layout layout, enum levels levels);

#endif
