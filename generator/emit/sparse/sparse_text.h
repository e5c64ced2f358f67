#ifndef SPARSE_TEXT_H
#define SPARSE_TEXT_H

#include "generator/emit/emitter.h"
#include "generator/grids/sparse_tiles.h"
#include "generator/variants/sparse_variants.h"

/* The text of kernels on sparse grids. */

/* Templates of the target; that of tiles. NULL after an error, which is reported. */
const struct template *sparse_template(const struct kernel *kernel, const char *name);
const struct template *sparse_tile_library(const struct kernel *kernel);

/* The section that launches the kernel; whether there is a table to fill before. */
const char *sparse_launch(const struct kernel *kernel);
bool sparse_has_upload(const struct kernel *kernel);

/* A section with the macros of sparse_macros.def; and one more. */
const char *sparse_expand(const struct kernel *kernel, const struct template *template,
	const char *section);
const char *sparse_expand_with(const struct kernel *kernel, const struct template *template,
	const char *section, const struct macro *given);

/* Finds the functions and tables of the library that a kernel's file needs, those that
 * its sections say they use; their text. */
void sparse_find_library(struct kernel *kernel);
const char *sparse_library(const struct kernel *kernel);

/* Whether the grid is cut into tiles: lanes of a warp then look up different entries of tables. */
bool sparse_has_tiles(const struct kernel *kernel);
bool sparse_is_float(const struct kernel *kernel);
struct sparse_tiles sparse_tiles_of(const struct kernel *kernel);

/* What launches sweep; the level vectors of a tile, packed; the points of a small one,
 * and its depths. */
const char *sparse_tilings_text(const struct kernel *kernel, const struct sparse_tiles *tiles);
const char *sparse_tile_vectors(const struct kernel *kernel, const struct sparse_tiles *tiles);
const char *sparse_nodes(const struct kernel *kernel, const struct sparse_tiles *tiles);
const char *sparse_small_depths(const struct kernel *kernel, const struct sparse_tiles *tiles);

#endif
