#ifndef LEGAL_H
#define LEGAL_H

#include "generator/variants/variants.h"

/* Whether a kernel on planes can have blocks of this shape. An error is one of usage, here and below, and may be NULL. */
bool block_is_legal(const struct variant *variant, const int block[3], struct error *error);

/* The same of one kernel of a program, or of all where part is NULL, for a grid of so many levels. */
struct part;
bool block_fits(const struct plan *plan, const struct variant *variant, const struct part *part, const int block[3], int levels,
	struct error *error);

/* Whether a stencil has kernels yet. */
bool has_kernels(const struct plan *plan, struct error *error);

/* Whether options and tuning files can say such tunables. */
bool tunables_are_legal(const struct variant *variant, struct error *error);

/* Whether a stencil has the variant on planes, with its tunables. */
bool variant_is_legal(const struct plan *plan, const struct variant *variant, struct error *error);

/* Whether a stencil's fields can be stored so, with real fields of a precision. */
bool layout_is_legal(const struct stencil *stencil, enum layout layout, enum type precision, struct error *error);

/* Whether fields of a layout can be stored with these levels. */
bool levels_are_legal(enum layout layout, enum levels levels, struct error *error);

#endif
