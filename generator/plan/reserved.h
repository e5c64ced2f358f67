#ifndef RESERVED_H
#define RESERVED_H

#include "generator/language/ast.h"

/* Names that kernels, their languages and their launchers use for something of their own, so that
 * nothing of a stencil is called so there: what the templates say, keywords, functions of
 * libraries, and some forms of names that end in no underscore. */

/* Reads the words of the templates in a folder; NULL: of those that are built in, once in a process. */
const struct reserved *reserved_read(struct arena *arena, const char *directory);

/* In a kernel on grids of the stencil's family. */
bool is_reserved(const struct reserved *reserved, const struct stencil *stencil, const char *name);

/* In a launcher on planes. */
bool is_reserved_in_launcher(const struct reserved *reserved, const struct stencil *stencil,
	const char *name);

/* Of a struct. */
bool is_reserved_as_member(const char *name);

/* Whether a family's launchers and kernels are in templates of its own: names serve both. */
bool has_own_templates(const struct reserved *reserved, enum grid_family family);

#endif
