#include "runtime/mesh/mesh_order.h"

#include <stdlib.h>
#include <string.h>

/* Cells in the order in which a search by breadth meets them. */
struct search {
	const struct mesh *mesh;
	int *queue; /* the cells that were met, those of all searches that are kept one after the other */
	int *met;   /* by cell: the number of the search; 0: none */
	int searches;
};

static int
neighbours(const struct mesh *mesh, int cell)
{
	const int *row = mesh_row(mesh, CELL_CELLS, cell);
	int count = 0;

	for (int s = 0; s < mesh->relations[CELL_CELLS].width; s++)
		count += row[s] >= 0;
	return count;
}

/* Puts those that were just added in order: few neighbours first. */
static void
sort_added(const struct mesh *mesh, int *cells, int count)
{
	for (int i = 1; i < count; i++) {
		const int cell = cells[i], degree = neighbours(mesh, cell);
		int j = i;

		for (; j && neighbours(mesh, cells[j - 1]) > degree; j--)
			cells[j] = cells[j - 1];
		cells[j] = cell;
	}
}

/* Searches from a cell. Returns the end of the queue; *depth and *last are the number of layers and where the last begins. */
static int
search_from(struct search *s, int start, int first, int *depth, int *last)
{
	int begin = first, end = first, layer_end;

	s->searches++;
	s->queue[end++] = start;
	s->met[start] = s->searches;
	*depth = 0;
	while (begin < end) {
		*last = begin;
		(*depth)++;
		layer_end = end;
		for (; begin < layer_end; begin++) {
			const int *row = mesh_row(s->mesh, CELL_CELLS, s->queue[begin]), before = end;

			for (int k = 0; k < s->mesh->relations[CELL_CELLS].width; k++)
				if (row[k] >= 0 && s->met[row[k]] != s->searches) {
					s->met[row[k]] = s->searches;
					s->queue[end++] = row[k];
				}
			sort_added(s->mesh, s->queue + before, end - before);
		}
	}
	return end;
}

/* A cell that is far from others of its piece: that of the last layer with the fewest neighbours, as long as layers grow
 * in number (George and Liu). */
static int
find_start(struct search *s, int cell, int first)
{
	enum { MOST_TRIES = 8 };
	int depth, last, end = search_from(s, cell, first, &depth, &last);

	for (int n = 0; n < MOST_TRIES; n++) {
		int candidate = s->queue[last], deeper;

		for (int i = last; i < end; i++)
			if (neighbours(s->mesh, s->queue[i]) < neighbours(s->mesh, candidate))
				candidate = s->queue[i];
		end = search_from(s, candidate, first, &deeper, &last);
		if (deeper <= depth)
			return candidate;
		depth = deeper;
		cell = candidate;
	}
	return cell;
}

void
mesh_order_rcm(const struct mesh *mesh, int *place)
{
	const int count = mesh->count[CELL];
	struct arena arena = { NULL };
	struct search s = {
		.mesh = mesh, .queue = arena_array(&arena, int, (size_t)count + 1),
		.met = arena_array(&arena, int, (size_t)count + 1),
	};
	int first = 0, depth, last;

	for (int c = 0; c < count; c++)
		if (!s.met[c])
			first = search_from(&s, find_start(&s, c, first), first, &depth, &last);
	for (int i = 0; i < count; i++)
		place[s.queue[i]] = count - 1 - i;
	arena_free(&arena);
}
