#ifndef PLAN_ERROR_H
#define PLAN_ERROR_H

#include "runtime/library/stencil.h"
#include "runtime/mesh/mesh.h"

#include <stdarg.h>

/* Sets an error, unless it is NULL. Returns the code. */
int stencil_error_set(struct stencil_error *error, enum stencil_code code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
int stencil_error_set_list(struct stencil_error *error, enum stencil_code code, const char *format, va_list arguments);

/* Sets an error that says why a mesh failed: what was found wrong with it, and an error. Returns false. */
bool mesh_fail_plan(const struct mesh *mesh, const struct error *why, struct stencil_error *error);

#endif
