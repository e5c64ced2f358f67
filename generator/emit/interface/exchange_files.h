#ifndef EXCHANGE_FILES_H
#define EXCHANGE_FILES_H

#include "generator/text/template_store.h"

enum { MOST_PACKED_FIELDS = 64, MOST_SUMS_TOGETHER = 32 };

/* The kernel that packs messages, of any stencil's fields. NULL: the template has errors. */
const char *pack_kernel(struct templates *templates);

/* The kernels that take sums over parts of a domain. NULL likewise. */
const char *totals_kernel(struct templates *templates);

/* A file of the library that exchanges halos; its name has no folder. */
struct exchange_file {
	const char *name, *text;
};

/* All of them, for programs of users; the last one has no name. NULL: a template has errors. */
const struct exchange_file *exchange_files(struct templates *templates);

#endif
