#include "runtime/grid/clusters.h"
#include "runtime/grid/memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Rows that differ: a hash table with linear probing. */
struct row_set {
	int *rows;    /* one after the other */
	int slots;    /* of a row */
	int count;
	int *number;  /* 1 + that of a row; 0 is free */
	size_t mask;  /* numbers - 1, a power of two less one */
};

static uint64_t
hash_row(const int *row, int slots)
{
	uint64_t hash = 0;

	for (int i = 0; i < slots; i++) {
		hash = (hash ^ (uint32_t)row[i])*0x9e3779b97f4a7c15u;
		hash ^= hash >> 32;
	}
	return hash;
}

/* The number of a row, which is added if there is none like it. */
static int
number_of(struct row_set *set, const int *row)
{
	const size_t slots = (size_t)set->slots;

	for (size_t i = hash_row(row, set->slots) & set->mask;; i = (i + 1) & set->mask) {
		if (!set->number[i]) {
			memcpy(set->rows + (size_t)set->count*slots, row, slots*sizeof *row);
			set->number[i] = ++set->count;
		}
		if (!memcmp(set->rows + (size_t)(set->number[i] - 1)*slots, row, slots*sizeof *row))
			return set->number[i] - 1;
	}
}

static bool
open_set(struct row_set *set, int count, int slots, struct error *error)
{
	size_t numbers = 4;

	while (numbers < 2*(size_t)count)
		numbers *= 2;
	*set = (struct row_set){
		.slots = slots, .mask = numbers - 1,
		.rows = grid_array(((size_t)count + 1)*(size_t)slots, sizeof *set->rows, error),
		.number = grid_array(numbers, sizeof *set->number, error),
	};
	return set->rows && set->number;
}

/* Where rows begin behind the places: they are loaded by fours. */
static size_t
rows_begin(const struct clusters *clusters)
{
	return (2*(size_t)clusters->count + 3)/4*4;
}

/* Turns the columns of each row into distances, and notes its place. */
static void
number_rows(struct clusters *clusters, const struct cluster_shape *shape, struct row_set *set, int *places)
{
	const int slot = clusters_first_slot(shape);

	for (int q = 0; q < clusters->count; q++) {
		int *row = clusters->rows + (size_t)q*(size_t)set->slots;
		const int first = row[slot];

		for (int i = 0; i < set->slots; i++)
			row[i] = i < shape->column_count ? row[i] - first : 0;
		places[2*(size_t)q] = first;
		places[2*(size_t)q + 1] = (int)(rows_begin(clusters) + (size_t)number_of(set, row)*(size_t)set->slots);
	}
}

bool
clusters_compress(struct clusters *clusters, const struct cluster_shape *shape, struct error *error)
{
	const size_t begin = rows_begin(clusters), slots = (size_t)clusters_slots(shape);
	const size_t most = begin + (size_t)clusters->count*slots;
	struct row_set set = { .count = 0 };
	int *all;
	bool good;

	if (most > INT_MAX)
		return error_set(error, EXIT_ERRORS, "the numbers of columns in %d clusters are too many: their indices must fit an int",
			clusters->count);
	all = grid_array(most, sizeof *all, error);
	good = all && open_set(&set, clusters->count, (int)slots, error);
	if (good) {
		number_rows(clusters, shape, &set, all);
		memcpy(all + begin, set.rows, (size_t)set.count*slots*sizeof *all);
		clusters->entries = begin + (size_t)set.count*slots;
		free(clusters->rows);
		clusters->rows = all;
	} else {
		free(all);
	}
	free(set.rows);
	free(set.number);
	return good;
}
