#ifndef PARSE_H
#define PARSE_H

#include "generator/language/ast.h"

/* Reads all stencils of a source. Errors are reported and counted in the
 * source's diagnostics; what could be understood is returned all the same. */
struct stencil *parse_stencils(struct arena *arena, const struct source *source);

/* Reads a source that is one expression. NULL after an error. */
struct expr *parse_formula(struct arena *arena, const struct source *source);

#endif
