#include "runtime/grid/column_places.h"
#include "runtime/grid/memory.h"

#include "generator/language/offset.h"

#include <stdlib.h>

static int
find_slot(const struct column_places *places, struct displacement at)
{
	for (int slot = 0; slot < places->relation_count; slot++)
		if (places->relations[slot].x == at.x && places->relations[slot].y == at.y)
			return slot;
	return -1;
}

static int
look_up(const struct column_places *places, int column, int slot)
{
	const struct stencil_grid *grid = places->grid;
	const size_t row = (size_t)(grid->pattern ? grid->pattern[column] : column);
	const size_t rows = (size_t)(grid->pattern ? grid->patterns : grid->stride);
	const size_t slots = (size_t)places->relation_count;

	return column + grid->table[grid->pitch ? row*slots + (size_t)slot : (size_t)slot*rows + row];
}

int
places_column(const struct column_places *places, int column, struct displacement at)
{
	const struct offset there = { at.x, at.y, 0 };
	int slot = find_slot(places, at);
	struct offset before;

	if (!at.x && !at.y)
		return column;
	if (slot >= 0)
		return look_up(places, column, slot);
	before = column_before(there);
	slot = find_slot(places, (struct displacement){ at.x - before.x, at.y - before.y });
	if (slot < 0)
		return -1;
	column = places_column(places, column, (struct displacement){ before.x, before.y });
	return column < 0 ? -1 : look_up(places, column, slot);
}

enum { WEST, EAST, NORTH, SOUTH, WAYS };

static const struct displacement ways[WAYS] = { { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } };

/* The inner columns beside each, by way and number from the first; -1: none. */
struct neighbours {
	int *columns[WAYS];
	struct displacement *at; /* where each column lies */
	int *part, *queue;   /* -1: not reached yet */
	int first, count;
};

/* What leads there leads back. */
static void
find_neighbours(const struct column_places *places, struct neighbours *n)
{
	for (int way = 0; way < WAYS; way++)
		for (int i = 0; i < n->count; i++)
			n->columns[way][i] = -1;
	for (int way = 0; way < WAYS; way++) {
		const int slot = find_slot(places, ways[way]);

		for (int i = 0; i < n->count && slot >= 0; i++) {
			const int there = look_up(places, n->first + i, slot) - n->first;

			if (there == i || there < 0 || there >= n->count)
				continue;
			n->columns[way][i] = there;
			if (n->columns[way ^ 1][there] < 0)
				n->columns[way ^ 1][there] = i;
		}
	}
}

/* Goes from a column to all that are connected to it. */
static void
spread(struct neighbours *n, int from, int part)
{
	int reached = 0, done = 0;

	n->queue[reached++] = from;
	n->part[from] = part;
	n->at[from] = (struct displacement){ 0, 0 };
	while (done < reached) {
		const int here = n->queue[done++];

		for (int way = 0; way < WAYS; way++) {
			const int there = n->columns[way][here];

			if (there < 0 || n->part[there] >= 0)
				continue;
			n->part[there] = part;
			n->at[there] = (struct displacement){ n->at[here].x + ways[way].x, n->at[here].y + ways[way].y };
			n->queue[reached++] = there;
		}
	}
}

static int
floor_divide(int a, int b)
{
	return a >= 0 ? a/b : -((b - 1 - a)/b);
}

/* Every other bit of the result, from the lowest on, is one of the number's. */
static unsigned long long
spread_bits(unsigned number)
{
	unsigned long long bits = 0;

	for (int b = 0; b < 32; b++)
		bits |= (unsigned long long)(number >> b & 1) << 2*b;
	return bits;
}

static int
compare_places(const void *left, const void *right)
{
	const struct place *a = left, *b = right;

	if (a->part != b->part)
		return a->part < b->part ? -1 : 1;
	if (a->rectangle != b->rectangle)
		return a->rectangle < b->rectangle ? -1 : 1;
	if (a->within != b->within)
		return a->within < b->within ? -1 : 1;
	return a->column < b->column ? -1 : a->column > b->column;
}

static void
put_places(struct column_places *places, const struct neighbours *n, int width, int height)
{
	for (int i = 0; i < n->count; i++) {
		const int x = floor_divide(n->at[i].x, width), y = floor_divide(n->at[i].y, height);

		/* Numbers below 0 come first. */
		places->list[i] = (struct place){
			.part = n->part[i], .column = n->first + i,
			.within = (n->at[i].y - y*height)*width + n->at[i].x - x*width,
			.rectangle = spread_bits((unsigned)x ^ 1u << 31) | spread_bits((unsigned)y ^ 1u << 31) << 1,
		};
	}
	places->count = n->count;
	qsort(places->list, (size_t)n->count, sizeof *places->list, compare_places);
}

bool
places_find(struct column_places *places, const struct stencil_grid *grid, const struct displacement *relations,
	int relation_count, int width, int height, struct error *error)
{
	struct neighbours n = { .first = grid->first, .count = grid->end - grid->first };
	const size_t count = (size_t)n.count;
	bool good = true;

	*places = (struct column_places){
		.grid = grid, .relations = relations, .relation_count = relation_count,
		.list = grid_array(count, sizeof *places->list, error),
	};
	for (int way = 0; way < WAYS; way++) {
		n.columns[way] = grid_array(count, sizeof **n.columns, error);
		good = good && n.columns[way];
	}
	n.at = grid_array(count, sizeof *n.at, error);
	n.part = grid_array(count, sizeof *n.part, error);
	n.queue = grid_array(count, sizeof *n.queue, error);
	good = good && places->list && n.at && n.part && n.queue;
	if (good) {
		find_neighbours(places, &n);
		for (int i = 0; i < n.count; i++)
			n.part[i] = -1;
		for (int i = 0, parts = 0; i < n.count; i++)
			if (n.part[i] < 0)
				spread(&n, i, parts++);
		put_places(places, &n, width, height);
	} else {
		places_free(places);
	}
	for (int way = 0; way < WAYS; way++)
		free(n.columns[way]);
	free(n.at);
	free(n.part);
	free(n.queue);
	return good;
}

void
places_free(struct column_places *places)
{
	free(places->list);
	*places = (struct column_places){ .count = 0 };
}
