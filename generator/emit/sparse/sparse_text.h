#ifndef SPARSE_PARTS_H
#define SPARSE_PARTS_H

#include "generator/emit/emitter.h"
#include "generator/variants/sparse_variants.h"
#include "generator/grids/sparse_tiles.h"

/* The parts of sparse_emit.c. */

/* sparse_library.c: functions and tables of the library that a text calls, and those that
 * these call. */
const char *sparse_library(struct kernel *kernel, const char *text);

/* Params as further arguments of a call. */
const char *sparse_more_operands(struct kernel *kernel);

/* A section for each dimension but the first, with $t and $before. */
const char *sparse_lines(struct kernel *kernel, const struct template *template,
	const char *section, bool downwards);

/* Lanes of a warp look up different entries of tables where there are tiles. */
bool sparse_has_tiles(const struct kernel *kernel);
bool sparse_is_float(const struct kernel *kernel);
struct sparse_tiles sparse_tiles_of(const struct kernel *kernel);

/* sparse_tile_text.c: what launches sweep; the level vectors of a tile, packed;
 * the points of a small one, and its depths. */
const char *sparse_tilings_text(struct kernel *kernel, const struct sparse_tiles *tiles);
const char *sparse_tile_vectors(struct kernel *kernel, const struct sparse_tiles *tiles);
const char *sparse_nodes(struct kernel *kernel, const struct sparse_tiles *tiles);
const char *sparse_small_depths(struct kernel *kernel, const struct sparse_tiles *tiles);

#endif
