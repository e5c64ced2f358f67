#include "generator/interpret/sparse_blocks.h"

#include "generator/base/list.h"

#include <stdlib.h>
#include <string.h>

const int *
blocks_levels(const struct blocks *blocks, int block)
{
	return blocks->levels + (size_t)block*(size_t)blocks->dim;
}

static bool
add_block(struct blocks *blocks, const int *l, int start)
{
	const size_t bytes = (size_t)blocks->dim*sizeof *l;

	int room = blocks->room;
	int *levels = list_grow_on_heap(blocks->levels, bytes, blocks->count, &room), *starts;

	if (!levels)
		return false;
	blocks->levels = levels;
	starts = list_grow_on_heap(blocks->starts, sizeof *starts, blocks->count, &blocks->room);
	if (!starts)
		return false;
	blocks->starts = starts;
	memcpy(blocks->levels + (size_t)blocks->count*(size_t)blocks->dim, l, bytes);
	blocks->starts[blocks->count++] = start;
	return true;
}

/* The next level vector of the same sum; false after the last. One level of the
 * first dimension that has any moves to the next dimension, the others to the
 * first. */
static bool
next_levels(int *l, int dim)
{
	int t = 0, rest;

	while (t < dim && l[t] == 0)
		t++;
	if (t >= dim - 1)
		return false;
	rest = l[t] - 1;
	l[t] = 0;
	l[t + 1]++;
	l[0] = rest;
	return true;
}

/* The slot of a level vector in the map; an empty one if it is not there yet. */
static int *
find_slot(const struct blocks *blocks, const int *l)
{
	unsigned long hash = 14695981039346656037ul;
	int slot;

	for (int t = 0; t < blocks->dim; t++)
		hash = (hash ^ (unsigned long)l[t])*1099511628211ul;
	slot = (int)((hash >> 20) & (unsigned long)(blocks->slots - 1));
	while (blocks->map[slot] && memcmp(blocks_levels(blocks, blocks->map[slot] - 1), l,
			(size_t)blocks->dim*sizeof *l))
		slot = (slot + 1) & (blocks->slots - 1);
	return &blocks->map[slot];
}

static bool
list_blocks(struct blocks *blocks, int level, bool padded)
{
	int *l = calloc((size_t)blocks->dim, sizeof *l), start = 0;
	bool good = l != NULL;

	for (int n = 0; n < level && good; n++) {
		memset(l, 0, (size_t)blocks->dim*sizeof *l);
		l[0] = n;
		do {
			good = add_block(blocks, l, start);
			start += 1 << n;
		} while (good && next_levels(l, blocks->dim));
		while (padded && start % 32)
			start++;
	}
	free(l);
	return good;
}

bool
blocks_make(struct blocks *blocks, int dim, int level, bool padded)
{
	*blocks = (struct blocks){ .dim = dim, .slots = 1 };
	if (list_blocks(blocks, level, padded)) {
		while (blocks->slots < 2*blocks->count)
			blocks->slots *= 2;
		blocks->map = calloc((size_t)blocks->slots, sizeof *blocks->map);
	}
	if (!blocks->map) {
		blocks_free(blocks);
		return false;
	}
	for (int b = 0; b < blocks->count; b++)
		*find_slot(blocks, blocks_levels(blocks, b)) = 1 + b;
	return true;
}

void
blocks_free(struct blocks *blocks)
{
	free(blocks->levels);
	free(blocks->starts);
	free(blocks->map);
	*blocks = (struct blocks){ 0 };
}

int
blocks_find(const struct blocks *blocks, const int *l)
{
	return blocks->starts[*find_slot(blocks, l) - 1];
}
