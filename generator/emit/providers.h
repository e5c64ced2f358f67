#ifndef PROVIDERS_H
#define PROVIDERS_H

#include "generator/emit/kernel.h"

/* A macro of a kernel's templates and the function that writes its text. Functions only
 * read the kernel, so that they can be called in any order. */
struct provider {
	const char *name;
	const char *(*text)(const struct kernel *kernel);
};

struct providers {
	const struct provider *rows;
	int count;
	const struct providers *further; /* for other names; or NULL */
	const char *const *required; /* names, then NULL: a section without one, or without what is given, is an error: the kernel
	                              * would be incomplete. NULL: it shows a part only */
};

#define ROWS_OF(table) .rows = (table), .count = sizeof (table)/sizeof *(table)
#define PROVIDERS(table) &(const struct providers){ ROWS_OF(table) }

/* Expands a section with the texts of the macros that it has: of those that are given, of those of the kernel's kind, or of
 * others. */
const char *providers_expand(const struct kernel *kernel, const struct template *template,
	const char *section, const struct providers *providers, const struct macro *given,
	int given_count);

#endif
