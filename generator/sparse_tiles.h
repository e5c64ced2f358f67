#ifndef SPARSE_TILES_H
#define SPARSE_TILES_H

#include "sparse_grid.h"

/* How access fused cuts a grid into tiles that fit in shared memory. */

struct sparse_batch {
	int first, count; /* tiles */
	int threads;
	int bytes;        /* of shared memory */
};

struct sparse_tiling {
	int t, from; /* a tile's first dimension; of its dimensions, the first that is swept */
};

struct sparse_tiles {
	int fused;                      /* dimensions of a tile */
	int width;                      /* bits of a level that are enough */
	int blocks[SPARSE_LEVELS + 1];  /* of a tile, with a sum of its levels less than this */
	int points[SPARSE_LEVELS + 1];  /* of these, for one index vector of the other dimensions */
	int bits[SPARSE_LEVELS];        /* a tile has 2^bits of these, by the sum of levels there */
	int first[SPARSE_LEVELS + 1];      /* tiles with a smaller sum */
	struct sparse_batch batches[SPARSE_LEVELS];
	int batch_count;
	int bytes;                      /* of shared memory, at most */
	struct sparse_tiling tilings[SPARSE_DIMENSIONS];
	int tiling_count;
};

/* False if not even one dimension fits. */
bool sparse_tiles_make(const struct sparse_grid *grid, int element, struct sparse_tiles *tiles);

#endif
