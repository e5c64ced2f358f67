#ifndef SPARSE_HEADER_H
#define SPARSE_HEADER_H

#include "generator/emit/kernel.h"

/* As in plane_header.h. */
const char *sparse_header(struct templates *templates, const struct source *source,
	const struct plan *plan, const struct variant *variants, int count);

#endif
