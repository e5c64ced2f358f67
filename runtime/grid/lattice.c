#include "runtime/grid/lattice.h"
#include "runtime/grid/memory.h"

#include "generator/plan/offset.h"

#include <stdlib.h>

static int
find_slot(const struct lattice *lattice, struct relation at)
{
	for (int slot = 0; slot < lattice->relation_count; slot++)
		if (lattice->relations[slot].x == at.x && lattice->relations[slot].y == at.y)
			return slot;
	return -1;
}

static int
look_up(const struct lattice *lattice, int column, int slot)
{
	const struct stencil_grid *grid = lattice->grid;
	const size_t row = (size_t)(grid->pattern ? grid->pattern[column] : column);
	const size_t rows = (size_t)(grid->pattern ? grid->patterns : grid->stride);
	const size_t slots = (size_t)lattice->relation_count;

	return column + grid->table[grid->pitch ? row*slots + (size_t)slot : (size_t)slot*rows + row];
}

int
lattice_column(const struct lattice *lattice, int column, struct relation at)
{
	const struct offset there = { at.x, at.y, 0 };
	int slot = find_slot(lattice, at);
	struct offset before;

	if (!at.x && !at.y)
		return column;
	if (slot >= 0)
		return look_up(lattice, column, slot);
	before = column_before(there);
	slot = find_slot(lattice, (struct relation){ at.x - before.x, at.y - before.y });
	if (slot < 0)
		return -1;
	column = lattice_column(lattice, column, (struct relation){ before.x, before.y });
	return column < 0 ? -1 : look_up(lattice, column, slot);
}

enum { WEST, EAST, NORTH, SOUTH, WAYS };

static const struct relation ways[WAYS] = { { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } };

/* The inner columns beside each, by way and number from the first; -1: none. */
struct neighbours {
	int *columns[WAYS];
	struct relation *at; /* where each column lies */
	int *part, *queue;   /* -1: not reached yet */
	int first, count;
};

/* What leads there leads back. */
static void
find_neighbours(const struct lattice *lattice, struct neighbours *n)
{
	for (int way = 0; way < WAYS; way++)
		for (int i = 0; i < n->count; i++)
			n->columns[way][i] = -1;
	for (int way = 0; way < WAYS; way++) {
		const int slot = find_slot(lattice, ways[way]);

		for (int i = 0; i < n->count && slot >= 0; i++) {
			const int there = look_up(lattice, n->first + i, slot) - n->first;

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
	n->at[from] = (struct relation){ 0, 0 };
	while (done < reached) {
		const int here = n->queue[done++];

		for (int way = 0; way < WAYS; way++) {
			const int there = n->columns[way][here];

			if (there < 0 || n->part[there] >= 0)
				continue;
			n->part[there] = part;
			n->at[there] = (struct relation){ n->at[here].x + ways[way].x, n->at[here].y + ways[way].y };
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
put_places(struct lattice *lattice, const struct neighbours *n, int width, int height)
{
	for (int i = 0; i < n->count; i++) {
		const int x = floor_divide(n->at[i].x, width), y = floor_divide(n->at[i].y, height);

		/* Numbers below 0 come first. */
		lattice->places[i] = (struct place){
			.part = n->part[i], .column = n->first + i,
			.within = (n->at[i].y - y*height)*width + n->at[i].x - x*width,
			.rectangle = spread_bits((unsigned)x ^ 1u << 31) | spread_bits((unsigned)y ^ 1u << 31) << 1,
		};
	}
	lattice->place_count = n->count;
	qsort(lattice->places, (size_t)n->count, sizeof *lattice->places, compare_places);
}

bool
lattice_open(struct lattice *lattice, const struct stencil_grid *grid, const struct relation *relations,
	int relation_count, int width, int height, char *message, size_t size)
{
	struct neighbours n = { .first = grid->first, .count = grid->end - grid->first };
	const size_t count = (size_t)n.count;
	bool good = true;

	*lattice = (struct lattice){
		.grid = grid, .relations = relations, .relation_count = relation_count,
		.places = grid_array(count, sizeof *lattice->places, message, size),
	};
	for (int way = 0; way < WAYS; way++) {
		n.columns[way] = grid_array(count, sizeof **n.columns, message, size);
		good = good && n.columns[way];
	}
	n.at = grid_array(count, sizeof *n.at, message, size);
	n.part = grid_array(count, sizeof *n.part, message, size);
	n.queue = grid_array(count, sizeof *n.queue, message, size);
	good = good && lattice->places && n.at && n.part && n.queue;
	if (good) {
		find_neighbours(lattice, &n);
		for (int i = 0; i < n.count; i++)
			n.part[i] = -1;
		for (int i = 0, parts = 0; i < n.count; i++)
			if (n.part[i] < 0)
				spread(&n, i, parts++);
		put_places(lattice, &n, width, height);
	} else {
		lattice_close(lattice);
	}
	for (int way = 0; way < WAYS; way++)
		free(n.columns[way]);
	free(n.at);
	free(n.part);
	free(n.queue);
	return good;
}

void
lattice_close(struct lattice *lattice)
{
	free(lattice->places);
	*lattice = (struct lattice){ .place_count = 0 };
}
