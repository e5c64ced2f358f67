#ifndef SPARSE_TILES_H
#define SPARSE_TILES_H

#include "generator/grids/sparse_grid.h"

/* How accesses trees and fused tile a grid. A tile has the blocks of points whose levels
 * differ in a few consecutive dimensions only, and of these blocks the points with some of the indices
 * in the other dimensions. */

struct sparse_tiling {
	int t, from; /* a tile's first dimension; of its dimensions, the first that is swept */
};

struct sparse_tiles {
	int fused;                      /* dimensions of a tile */
	int width;                      /* bits that hold a level */
	int blocks[SPARSE_LEVELS + 1];  /* of a tile, with a sum of its levels less than this */
	int points[SPARSE_LEVELS + 1];  /* of these, for one index in the other dimensions */
	int bits[SPARSE_LEVELS];        /* a tile has 2^bits of these, by the sum of levels there */
	int first[SPARSE_LEVELS + 1];   /* tiles with a smaller sum */
	int large;                      /* the first tiles: each the work of a block of threads */
	int small_depth;                /* levels of the others, at most: a thread has room for them */
	int turns;                      /* a launch begins with so many pairs of blocks: one for a large
	                                 * tile, one for small ones */
	int at_once;                    /* points of trees that a thread holds in registers */
	int resident;                   /* blocks that a multiprocessor has registers for */
	struct sparse_tiling tilings[SPARSE_DIMENSIONS];
	int tiling_count;
};

/* Tiles a grid of elements of so many bytes into tiles of several dimensions, if fused, or of one. */
void sparse_tiles_make(const struct sparse_grid *grid, bool fused, int element,
	struct sparse_tiles *tiles);

#endif
