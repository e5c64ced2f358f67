#ifndef NAMED_H
#define NAMED_H

#include "generator/language/ast.h"

/* Fields and params as users name them. */

/* NULL if there is none. */
const struct field *find_field_named(const struct stencil *stencil, const char *name, size_t length);
const struct param *find_param_named(const struct stencil *stencil, const char *name, size_t length);

/* "; did you mean 'src'?", or nothing. */
const char *suggest_field(struct arena *arena, const struct stencil *stencil, const char *name);
const char *suggest_param(struct arena *arena, const struct stencil *stencil, const char *name);

/* What a param needs instead of a value, in words; NULL: it can have the value. */
const char *why_no_value(struct arena *arena, const struct param *param, double value);

#endif
