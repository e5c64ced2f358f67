#include "runtime/grid/clusters.h"
#include "runtime/grid/column_places.h"
#include "runtime/grid/memory.h"

#include <stdlib.h>

enum { MOST_CLUSTER_COLUMNS = 4*16 }; /* of a thread: MAX_POINTS_PER_THREAD, MAX_ROWS_PER_THREAD */

struct search {
	const struct column_places *places;
	const struct cluster_shape *shape;
	struct clusters *found;
	int *slots;              /* of the columns within reach, row by row; -1: none */
	struct displacement low;     /* of them */
	int across;              /* columns of such a row */
};

/* The slot of a cluster's row for a column at a distance from its first. */
static int
slot_of(const struct search *s, int x, int y)
{
	return s->slots[(y - s->low.y)*s->across + x - s->low.x];
}

static bool
index_slots(struct search *s, struct error *error)
{
	const struct cluster_shape *shape = s->shape;
	struct displacement high = { 0, 0 };
	int count;

	s->low = (struct displacement){ 0, 0 };
	for (int i = 0; i < shape->column_count; i++) {
		const struct displacement at = shape->columns[i];

		s->low.x = at.x < s->low.x ? at.x : s->low.x;
		s->low.y = at.y < s->low.y ? at.y : s->low.y;
		high.x = at.x > high.x ? at.x : high.x;
		high.y = at.y > high.y ? at.y : high.y;
	}
	s->across = high.x - s->low.x + 1;
	count = s->across*(high.y - s->low.y + 1);
	s->slots = grid_array((size_t)count, sizeof *s->slots, error);
	for (int i = 0; i < count && s->slots; i++)
		s->slots[i] = -1;
	for (int i = 0; i < shape->column_count && s->slots; i++)
		s->slots[(shape->columns[i].y - s->low.y)*s->across + shape->columns[i].x - s->low.x] = i;
	return s->slots;
}

/* Whether what is loaded at once is stored so. */
static bool
has_pairs(const struct search *s, const int *row)
{
	for (int i = 0; i < s->shape->column_count; i++) {
		const struct displacement at = s->shape->columns[i];
		const int next = at.x % 2 || at.x + 1 - s->low.x >= s->across ? -1 : slot_of(s, at.x + 1, at.y);

		if (next >= 0 && (row[i] % 2 || row[next] != row[i] + 1))
			return false;
	}
	return true;
}

/* Fills the row of a cluster with these columns. False if two ways lead to different columns where its
 * kernel reads one, or nowhere. */
static bool
fill_row(const struct search *s, const int *own, int *row)
{
	const struct cluster_shape *shape = s->shape;
	const int members = shape->width*shape->height;

	for (int i = 0; i < clusters_slots(shape); i++)
		row[i] = i < shape->column_count ? -1 : 0;
	for (int m = 0; m < members; m++)
		row[slot_of(s, m % shape->width, m/shape->width)] = own[m];
	for (int m = 0; m < members; m++)
		for (int r = 0; r < shape->read_count; r++) {
			const struct displacement read = shape->reads[r];
			const int column = places_column(s->places, own[m], read);
			int *entry = &row[slot_of(s, m % shape->width + read.x, m/shape->width + read.y)];

			if (column < 0 || (*entry >= 0 && *entry != column))
				return false;
			*entry = column;
		}
	return !shape->pairs || has_pairs(s, row);
}

/* Takes the columns of one rectangle, all its places filled, as a cluster, or else one by one. */
static void
take(const struct search *s, const struct place *places, int count)
{
	const struct cluster_shape *shape = s->shape;
	struct clusters *found = s->found;
	int own[MOST_CLUSTER_COLUMNS];
	bool whole = count == shape->width*shape->height;

	for (int i = 0; i < count && whole; i++) {
		whole = places[i].within == i;
		own[i] = places[i].column;
	}
	if (whole && fill_row(s, own, found->rows + (size_t)found->count*(size_t)clusters_slots(shape))) {
		found->count++;
		return;
	}
	for (int i = 0; i < count; i++)
		found->singles[found->single_count++] = places[i].column;
}

static void
take_all(const struct search *s)
{
	const struct column_places *places = s->places;

	for (int i = 0, next; i < places->count; i = next) {
		for (next = i + 1; next < places->count
				&& places->list[next].rectangle == places->list[i].rectangle
				&& places->list[next].part == places->list[i].part; next++)
			;
		take(s, places->list + i, next - i);
	}
}

bool
clusters_find(const struct stencil_grid *grid, const struct displacement *relations, int relation_count,
	const struct cluster_shape *shape, struct clusters *clusters, struct error *error)
{
	const size_t inner = (size_t)(grid->end - grid->first);
	const size_t most = inner/(size_t)(shape->width*shape->height), slots = (size_t)clusters_slots(shape);
	struct column_places places;
	struct search search = { .places = &places, .shape = shape, .found = clusters };
	bool good;

	*clusters = (struct clusters){ .count = 0 };
	if (!places_find(&places, grid, relations, relation_count, shape->width, shape->height, error))
		return false;
	clusters->rows = grid_array((most + 1)*slots, sizeof *clusters->rows, error);
	clusters->singles = grid_array(inner, sizeof *clusters->singles, error);
	good = clusters->rows && clusters->singles && index_slots(&search, error);
	if (good) {
		take_all(&search);
		clusters->entries = (size_t)clusters->count*slots;
	} else {
		clusters_free(clusters);
	}
	free(search.slots);
	places_free(&places);
	return good;
}

int
clusters_slots(const struct cluster_shape *shape)
{
	return shape->by_slot ? shape->column_count : (shape->column_count + 3)/4*4;
}

int
clusters_first_slot(const struct cluster_shape *shape)
{
	int slot = 0;

	while (shape->columns[slot].x || shape->columns[slot].y)
		slot++;
	return slot;
}

void
clusters_free(struct clusters *clusters)
{
	free(clusters->rows);
	free(clusters->singles);
	*clusters = (struct clusters){ .count = 0 };
}
