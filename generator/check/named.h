#ifndef NAMED_H
#define NAMED_H

#include "generator/base/error.h"
#include "generator/language/ast.h"

/* Fields and params as users name them. */

/* NULL if there is none. */
const struct field *find_field_named(const struct stencil *stencil, const char *name, size_t length);
const struct param *find_param_named(const struct stencil *stencil, const char *name, size_t length);

/* "; did you mean 'src'?", or nothing. */
const char *suggest_field(struct arena *arena, const struct stencil *stencil, const char *name);
const char *suggest_param(struct arena *arena, const struct stencil *stencil, const char *name);

/* Whether a param can have the value, which may be NAN: none could be read. */
bool param_takes(const struct param *param, double value, struct error *error);

#endif
