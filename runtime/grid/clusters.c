#include "runtime/grid/clusters.h"
#include "runtime/grid/column_places.h"
#include "runtime/grid/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CLUSTER_COLUMNS = 32*32 };

struct search {
	const struct column_places *places;
	const struct cluster_shape *shape;
	struct clusters *found;
	int *slots;              /* of the columns within reach, row by row; -1: none */
	struct displacement low;     /* of them */
	int across;              /* columns of such a row */
	int *before;             /* what a row was before a part was tried */
};

static int
cluster_parts(const struct cluster_shape *shape)
{
	return shape->width/shape->part_width*(shape->height/shape->part_height);
}

/* The slot of a cluster's row for a column at a distance from its first. */
static int
slot_of(const struct search *s, int x, int y)
{
	return s->slots[(y - s->low.y)*s->across + x - s->low.x];
}

static bool
index_slots(struct search *s, char *message, size_t size)
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
	s->slots = grid_array((size_t)count, sizeof *s->slots, message, size);
	for (int i = 0; i < count && s->slots; i++)
		s->slots[i] = -1;
	for (int i = 0; i < shape->column_count && s->slots; i++)
		s->slots[(shape->columns[i].y - s->low.y)*s->across + shape->columns[i].x - s->low.x] = i;
	return s->slots;
}

/* Fills the row of a cluster with what a column of it reads, at (x,y) in it. False if two ways lead to different
 * columns where its kernel reads one, or nowhere. */
static bool
fill_reads(const struct search *s, int column, int x, int y, int *row)
{
	for (int r = 0; r < s->shape->read_count; r++) {
		const struct displacement read = s->shape->reads[r];
		const int there = places_column(s->places, column, read);
		int *entry = &row[slot_of(s, x + read.x, y + read.y)];

		if (there < 0 || (*entry >= 0 && *entry != there))
			return false;
		*entry = there;
	}
	return true;
}

/* Fills it with the part whose first column is at (left,above), of the cluster's own columns. False if one is missing. */
static bool
fill_part(const struct search *s, const int *own, int left, int above, int *row)
{
	const struct cluster_shape *shape = s->shape;
	bool good = true;

	for (int y = above; y < above + shape->part_height; y++)
		for (int x = left; x < left + shape->part_width; x++) {
			const int column = own[y*shape->width + x];
			int *entry = &row[slot_of(s, x, y)];

			/* It may be what another part reads, by another way. */
			good &= column >= 0 && (*entry < 0 || *entry == column);
			*entry = column;
		}
	for (int y = above; y < above + shape->part_height && good; y++)
		for (int x = left; x < left + shape->part_width && good; x++)
			good = fill_reads(s, own[y*shape->width + x], x, y, row);
	return good;
}

/* Fills a row with those parts that can be, and drops the columns of these from its own. Returns how many there are. */
static int
fill_row(const struct search *s, int *own, int *row)
{
	const struct cluster_shape *shape = s->shape;
	const size_t slots = (size_t)clusters_slots(shape);
	const int parts = cluster_parts(shape), across = shape->width/shape->part_width;
	int count = 0;

	for (size_t i = 0; i < slots; i++)
		row[i] = -1;
	for (int p = 0; p < parts; p++) {
		const int x = p % across*shape->part_width, y = p/across*shape->part_height;

		memcpy(s->before, row, slots*sizeof *row);
		if (!fill_part(s, own, x, y, row)) {
			memcpy(row, s->before, slots*sizeof *row);
			continue;
		}
		count++;
		if (shape->parts_listed)
			row[shape->column_count + p] = own[y*shape->width + x];
		for (int m = 0; m < shape->part_width*shape->part_height; m++)
			own[(y + m/shape->part_width)*shape->width + x + m % shape->part_width] = -1;
	}
	return count;
}

/* Takes the columns of one rectangle as a cluster, or else one by one. Where several have one place, none has it. */
static void
take(const struct search *s, const struct place *places, int count)
{
	struct clusters *found = s->found;
	const int members = s->shape->width*s->shape->height;
	int own[MOST_CLUSTER_COLUMNS];

	for (int m = 0; m < members; m++)
		own[m] = -1;
	for (int i = 0; i < count; i++)
		if ((!i || places[i - 1].within != places[i].within)
				&& (i == count - 1 || places[i + 1].within != places[i].within))
			own[places[i].within] = places[i].column;
		else
			found->singles[found->single_count++] = places[i].column;
	found->count += fill_row(s, own, found->rows + (size_t)found->count*(size_t)clusters_slots(s->shape)) > 0;
	for (int m = 0; m < members; m++)
		if (own[m] >= 0)
			found->singles[found->single_count++] = own[m];
}

/* Where the places of the next rectangle begin. */
static int
next_rectangle(const struct column_places *places, int i)
{
	const struct place *first = &places->list[i];

	for (i++; i < places->count && places->list[i].rectangle == first->rectangle
			&& places->list[i].part == first->part; i++)
		;
	return i;
}

static size_t
count_rectangles(const struct column_places *places)
{
	size_t count = 0;

	for (int i = 0; i < places->count; i = next_rectangle(places, i))
		count++;
	return count;
}

static void
take_all(const struct search *s)
{
	for (int i = 0, next; i < s->places->count; i = next) {
		next = next_rectangle(s->places, i);
		take(s, s->places->list + i, next - i);
	}
}

bool
clusters_find(const struct stencil_grid *grid, const struct displacement *relations, int relation_count,
	const struct cluster_shape *shape, struct clusters *clusters, char *message, size_t size)
{
	const size_t inner = (size_t)(grid->end - grid->first);
	const size_t slots = (size_t)clusters_slots(shape);
	struct column_places places;
	struct search search = { .places = &places, .shape = shape, .found = clusters };
	bool good;

	*clusters = (struct clusters){ .count = 0 };
	if (!places_find(&places, grid, relations, relation_count, shape->width, shape->height, message, size))
		return false;
	clusters->rows = grid_array((count_rectangles(&places) + 1)*slots, sizeof *clusters->rows, message, size);
	search.before = grid_array(slots, sizeof *search.before, message, size);
	clusters->singles = grid_array(inner, sizeof *clusters->singles, message, size);
	good = clusters->rows && clusters->singles && search.before && index_slots(&search, message, size);
	if (good) {
		take_all(&search);
		clusters->entries = (size_t)clusters->count*slots;
	} else {
		clusters_free(clusters);
	}
	free(search.slots);
	free(search.before);
	places_free(&places);
	return good;
}

int
clusters_slots(const struct cluster_shape *shape)
{
	return (shape->column_count + (shape->parts_listed ? cluster_parts(shape) : 0) + 3)/4*4;
}

void
clusters_free(struct clusters *clusters)
{
	free(clusters->rows);
	free(clusters->singles);
	*clusters = (struct clusters){ .count = 0 };
}
