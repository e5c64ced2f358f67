#ifndef SPARSE_INTERPRET_BLOCKS_H
#define SPARSE_INTERPRET_BLOCKS_H

#include <stdbool.h>

enum { SPARSE_MOST_DIMENSIONS = 32, SPARSE_MOST_LEVELS = 32 };

/* The blocks of a sparse grid in the order of memory, and a map of them by their
 * level vectors. Part of the interpreter: counted one after the other, so that
 * nothing is computed of what kernels compute. */
struct blocks {
	int dim, count, room;
	int *levels; /* dim of each */
	int *starts; /* positions in memory */
	int *map;    /* a hash table: 1 + the number of a block, or 0 */
	int slots;   /* in it: a power of two */
};

/* Returns false if memory is short. */
bool blocks_make(struct blocks *blocks, int dim, int level, bool padded);
void blocks_free(struct blocks *blocks);

const int *blocks_levels(const struct blocks *blocks, int block);

/* Where the block of a level vector begins. */
int blocks_find(const struct blocks *blocks, const int *l);

#endif
