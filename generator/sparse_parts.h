#ifndef SPARSE_PARTS_H
#define SPARSE_PARTS_H

#include "sparse.h"
#include "sparse_tiles.h"

/* The parts of sparse_emit.c. */

const char *sparse_number(const struct kernel *kernel, long long number);

/* A section for each dimension but the first, with $t and $before. */
const char *sparse_lines(struct kernel *kernel, const struct template *template,
	const char *section, bool downwards);

#endif
