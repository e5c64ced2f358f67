#ifndef SPARSE_PARTS_H
#define SPARSE_PARTS_H

#include "sparse.h"
#include "sparse_tiles.h"

/* The parts of sparse_emit.c. */

const char *sparse_number(const struct kernel *kernel, long long number);

/* A section for each dimension but the first, with $t and $before. */
const char *sparse_lines(struct kernel *kernel, const struct template *template,
	const char *section, bool downwards);

/* sparse_tile_text.c: what launches sweep; the level vectors of a tile, packed;
 * the points of a small one, and its depths. */
const char *sparse_tilings_text(struct kernel *kernel, const struct sparse_tiles *tiles);
const char *sparse_tile_vectors(struct kernel *kernel, const struct sparse_tiles *tiles);
const char *sparse_nodes(struct kernel *kernel, const struct sparse_tiles *tiles);
const char *sparse_small_depths(struct kernel *kernel, const struct sparse_tiles *tiles);

#endif
