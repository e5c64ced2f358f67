#ifndef PROVIDERS_H
#define PROVIDERS_H

#include "generator/emit/kernel.h"

/* A macro of a kernel's templates and the function that writes its text. Functions only
 * read the kernel, so that they can be called in any order. */
struct provider {
	const char *name;
	const char *(*text)(const struct kernel *kernel);
	bool required; /* a section without it is an error: the kernel would be incomplete */
};

struct providers {
	const struct provider *rows;
	int count;
};

/* Expands a section with the texts of the macros that it has, and further ones that are
 * given. */
const char *providers_expand(const struct kernel *kernel, const struct template *template,
	const char *section, const struct providers *providers, const struct macro *given,
	int given_count);

/* The same for a section that shows a part only, and need not have the required macros. */
const char *providers_expand_some(const struct kernel *kernel, const struct template *template,
	const char *section, const struct providers *providers, const struct macro *given,
	int given_count);

#endif
