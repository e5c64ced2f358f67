#ifndef GENERATOR_CHECK_H
#define GENERATOR_CHECK_H

#include "generator/language/ast.h"

/* Resolves names and types of the stencils in a list, with real fields of type
 * precision (TYPE_FLOAT or TYPE_DOUBLE), and computes their domains. Reports
 * all errors; returns whether there was none. A tree is checked once. */
bool check_stencils(struct arena *arena, const struct source *source,
	struct stencil *stencils, enum type precision);

/* The same of stencils in which consts and functions are expanded. */
bool check_expanded(struct arena *arena, const struct source *source, struct stencil *stencils, enum type precision);

#endif
