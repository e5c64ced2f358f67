#include "tests/unit/runtime/exchange/cut_grid.h"

#include <stdlib.h>
#include <string.h>

enum { PADDING = 5 }; /* before the arrays, in elements, and behind rows and levels */

static void *
marked(size_t bytes)
{
	void *memory = malloc(bytes);

	if (!memory)
		abort();
	return memset(memory, MARK, bytes);
}

void
numbers_open(struct numbers *n, const int inner[2], const int low[2], const int high[2])
{
	struct stencil_grid *grid = &n->grid;

	*n = (struct numbers){ 0 };
	for (int axis = 0; axis < 2; axis++) {
		n->halo_low[axis] = low[axis];
		n->halo_high[axis] = high[axis];
	}
	grid->row = low[0] + inner[0] + high[0] + PADDING;
	grid->width = inner[0];
	grid->height = inner[1];
	grid->first = PADDING + low[1]*grid->row + low[0];
	grid->end = grid->first + (inner[1] - 1)*grid->row + inner[0];
	grid->top = grid->levels = LEVELS;
	grid->stride = (low[1] + inner[1] + high[1])*grid->row + 2*PADDING;
	n->elements = (size_t)grid->stride*LEVELS;
	n->now = marked(n->elements*sizeof *n->now);
	n->next = marked(n->elements*sizeof *n->next);
	n->sum = marked(n->elements*sizeof *n->sum);
	n->column = marked((size_t)grid->stride);
}

void
numbers_close(struct numbers *n)
{
	free(n->now);
	free(n->next);
	free(n->sum);
	free(n->column);
}

void
numbers_step(const struct numbers *n, const struct stencil_grid *region, const struct reading *reading)
{
	for (int level = 0; level < LEVELS; level++)
		for (int y = 0; y < region->height; y++)
			for (int x = 0; x < region->width; x++) {
				const int column = region->first + y*region->row + x;
				const size_t i = (size_t)level*(size_t)region->stride + (size_t)column;
				uint64_t value = (uint64_t)level;

				for (int o = 0; o < reading->count; o++)
					value = 31*value + n->now[(ptrdiff_t)i + reading->offsets[o].y*region->row
						+ reading->offsets[o].x];
				n->next[i] = value;
				n->sum[i] = 3*n->sum[i] + (uint32_t)n->now[i];
				if (!level)
					n->column[column] = (unsigned char)(3*n->column[column] + n->now[i]);
			}
}

void
numbers_swap(struct numbers *n)
{
	uint64_t *now = n->now;

	n->now = n->next;
	n->next = now;
}

/* The column of a cell, counted from the first inner one. */
static int
column_at(const struct numbers *n, int x, int y)
{
	return n->grid.first + y*n->grid.row + x;
}

static void
copy_column(const struct numbers *from, int a, struct numbers *to, int b)
{
	to->column[b] = from->column[a];
	for (int level = 0; level < LEVELS; level++) {
		const int i = level*from->grid.stride + a, j = level*to->grid.stride + b;

		to->now[j] = from->now[i];
		to->next[j] = from->next[i];
		to->sum[j] = from->sum[i];
	}
}

void
numbers_fill(struct numbers *n)
{
	uint64_t number = 88172645463325252u;

	for (int y = -n->halo_low[1]; y < n->grid.height + n->halo_high[1]; y++)
		for (int x = -n->halo_low[0]; x < n->grid.width + n->halo_high[0]; x++) {
			n->column[column_at(n, x, y)] = (unsigned char)(x + 7*y);
			for (int level = 0; level < LEVELS; level++) {
				const int i = column_at(n, x, y) + level*n->grid.stride;

				number = number*6364136223846793005u + 1442695040888963407u;
				n->now[i] = n->next[i] = number;
				n->sum[i] = (uint32_t)(number >> 32);
			}
		}
}

static int
wrapped(int i, int count, int periodic)
{
	return periodic ? ((i % count) + count) % count : i;
}

void
numbers_wrap(struct numbers *n, const int periodic[2])
{
	for (int y = -n->halo_low[1]; y < n->grid.height + n->halo_high[1]; y++)
		for (int x = -n->halo_low[0]; x < n->grid.width + n->halo_high[0]; x++)
			copy_column(n, column_at(n, wrapped(x, n->grid.width, periodic[0]),
				wrapped(y, n->grid.height, periodic[1])), n, column_at(n, x, y));
}

void
numbers_cut(const struct numbers *whole, const struct stencil_rectangles *parts, const struct stencil_rectangle *part,
	struct numbers *n)
{
	int inner[2], low[2], high[2];

	for (int axis = 0; axis < 2; axis++) {
		inner[axis] = part->end[axis] - part->begin[axis];
		low[axis] = part->neighbour[axis ? 0 : 1][axis ? 1 : 0] < 0 ? whole->halo_low[axis] : part->low[axis];
		high[axis] = part->neighbour[axis ? 2 : 1][axis ? 1 : 2] < 0 ? whole->halo_high[axis] : part->high[axis];
	}
	numbers_open(n, inner, low, high);
	for (int y = -low[1]; y < inner[1] + high[1]; y++)
		for (int x = -low[0]; x < inner[0] + high[0]; x++)
			copy_column(whole, column_at(whole, wrapped(part->begin[0] + x, whole->grid.width, parts->periodic[0]),
				wrapped(part->begin[1] + y, whole->grid.height, parts->periodic[1])), n, column_at(n, x, y));
}

/* What is not exchanged may be anything: what one rank has there is copied. */
static void
forget_corners(const struct numbers *expected, struct numbers *got)
{
	for (int y = -got->halo_low[1]; y < got->grid.height + got->halo_high[1]; y++)
		for (int x = -got->halo_low[0]; x < got->grid.width + got->halo_high[0]; x++)
			if ((x < 0 || x >= got->grid.width) && (y < 0 || y >= got->grid.height))
				copy_column(expected, column_at(got, x, y), got, column_at(got, x, y));
}

bool
numbers_equal(const struct numbers *got, const struct numbers *expected, bool corners)
{
	struct numbers copy = *got;

	if (!corners)
		forget_corners(expected, &copy);
	return !memcmp(got->now, expected->now, got->elements*sizeof *got->now)
		&& !memcmp(got->sum, expected->sum, got->elements*sizeof *got->sum)
		&& !memcmp(got->column, expected->column, (size_t)got->grid.stride);
}
