#ifndef FORTRAN_NAMES_H
#define FORTRAN_NAMES_H

#include "generator/base/arena.h"

/* Names in Fortran: at most 63 characters, the case of letters counts for nothing, and the
 * first is no underscore. */

struct fortran_scope {
	struct arena *arena;
	const char **names;
	int count;
};

/* An empty scope with room for so many names. */
void fortran_scope_begin(struct fortran_scope *scope, struct arena *arena, int room);

/* "BEFOREnameAFTER", shorter in the middle and with a number at the end where needed, so that
 * nothing in the scope and nothing that a module uses has the same name. */
const char *fortran_name(struct fortran_scope *scope, const char *before, const char *name,
	const char *after);

/* The beginning of a name that leaves room for so many characters. */
const char *fortran_prefix(struct arena *arena, const char *name, size_t room);

#endif
