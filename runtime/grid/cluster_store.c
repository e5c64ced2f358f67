#include "runtime/grid/clusters.h"
#include "runtime/grid/memory.h"

#include <stdlib.h>
#include <string.h>

/* A cluster, to be sorted. */
struct placed {
	int first, number;
};

static int
compare_ints(const void *a, const void *b)
{
	const int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

/* Threads next to each other have columns next to each other: first columns, all of which differ, come first in what is compared. */
static struct placed *
sort(const struct clusters *clusters, const struct cluster_shape *shape, struct error *error)
{
	struct placed *placed = grid_array((size_t)clusters->count + 1, sizeof *placed, error);
	const size_t slots = (size_t)clusters_slots(shape), slot = (size_t)clusters_first_slot(shape);

	for (int q = 0; q < clusters->count && placed; q++)
		placed[q] = (struct placed){ clusters->rows[(size_t)q*slots + slot], q };
	if (placed)
		qsort(placed, (size_t)clusters->count, sizeof *placed, compare_ints);
	return placed;
}

static void
copy_rows(const struct clusters *clusters, const struct placed *placed, size_t slots, bool by_slot, int *rows)
{
	const size_t count = (size_t)clusters->count;

	for (size_t q = 0; q < count; q++)
		for (size_t slot = 0; slot < slots; slot++)
			rows[by_slot ? slot*count + q : q*slots + slot] = clusters->rows[(size_t)placed[q].number*slots + slot];
}

/* Sorts clusters and single columns; rows that are not to be compressed are transposed. */
static bool
store_by_slot(struct clusters *clusters, const struct cluster_shape *shape, bool compressed, struct error *error)
{
	struct placed *placed = sort(clusters, shape, error);
	int *rows = grid_array(clusters->entries + 1, sizeof *rows, error);

	if (placed && rows) {
		qsort(clusters->singles, (size_t)clusters->single_count, sizeof *clusters->singles, compare_ints);
		copy_rows(clusters, placed, (size_t)clusters_slots(shape), !compressed, rows);
		free(clusters->rows);
		clusters->rows = rows;
	} else {
		free(rows);
	}
	free(placed);
	return placed && rows;
}

bool
clusters_store(struct clusters *clusters, const struct cluster_shape *shape, bool compressed, struct error *error)
{
	return (!shape->by_slot || store_by_slot(clusters, shape, compressed, error))
		&& (!compressed || clusters_compress(clusters, shape, error));
}
