#include "runtime/grid/grid_build.h"

#include "generator/base/random.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char *const order_names[] = {
	[ORDER_ROW] = "row",
	[ORDER_ZCURVE] = "zcurve",
	[ORDER_HILBERT] = "hilbert",
	[ORDER_RANDOM] = "random",
};

static bool
parse_number(const char *text, uint64_t high, uint64_t *number)
{
	char *end;

	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	*number = strtoull(text, &end, 10);
	return !*end && !errno && *number <= high;
}

bool
order_parse(const char *text, struct order *order)
{
	const struct order standard = {.width = 16, .seed = 1};
	size_t length = strcspn(text, ":");
	uint64_t number;
	int kind = ORDER_ROW;

	while (strlen(order_names[kind]) != length || strncmp(order_names[kind], text, length)) {
		if (++kind > ORDER_RANDOM)
			return false;
	}
	*order = standard;
	order->kind = (enum order_kind)kind;
	if (!text[length])
		return true;
	text += length + 1;
	if (kind == ORDER_ZCURVE && parse_number(text, INT_MAX, &number)) {
		order->width = (int)number;
		return true;
	}
	return kind == ORDER_RANDOM && parse_number(text, UINT64_MAX, &order->seed);
}

const char *
order_format(struct arena *arena, const struct order *order)
{
	const char *name = order_names[order->kind];

	if (order->kind == ORDER_ZCURVE)
		return arena_printf(arena, "%s:%d", name, order->width);
	return order->kind == ORDER_RANDOM ? arena_printf(arena, "%s:%" PRIu64, name, order->seed) : name;
}

/* Where position[] has the inner column x, y. */
static size_t
inner_column(const struct grid *grid, int x, int y)
{
	const struct grid_spec *spec = &grid->spec;

	return (size_t)(spec->low[1] + y)*(size_t)spec->size[0] + (size_t)(spec->low[0] + x);
}

/* A regular grid's columns, halo included. */
static void
number_rows(struct grid *grid)
{
	const struct grid_spec *spec = &grid->spec;
	int position = grid->view.first - spec->low[1]*grid->view.row - spec->low[0];
	size_t column = 0;

	for (int y = 0; y < spec->size[1]; y++) {
		for (int x = 0; x < spec->size[0]; x++)
			grid->position[column++] = position + y*grid->view.row + x;
	}
}

static void
number_halo(struct grid *grid)
{
	const struct grid_spec *spec = &grid->spec;
	const struct stencil_grid *view = &grid->view;
	size_t column = 0;
	int position = 0;

	for (int y = -spec->low[1]; y < view->height + spec->high[1]; y++) {
		for (int x = -spec->low[0]; x < view->width + spec->high[0]; x++, column++) {
			if (x < 0 || x >= view->width || y < 0 || y >= view->height)
				grid->position[column] = position++;
		}
	}
}

static void
number_inner_rows(struct grid *grid)
{
	int position = grid->view.first;

	for (int y = 0; y < grid->view.height; y++) {
		for (int x = 0; x < grid->view.width; x++)
			grid->position[inner_column(grid, x, y)] = position++;
	}
}

static void
shuffle_inner(struct grid *grid)
{
	const int width = grid->view.width;
	uint64_t state = grid->spec.order.seed;

	for (int i = width*grid->view.height - 1; i > 0; i--) {
		int j = (int)(random_next(&state) % ((uint64_t)i + 1));
		int *a = &grid->position[inner_column(grid, i % width, i/width)];
		int *b = &grid->position[inner_column(grid, j % width, j/width)];
		int position = *a;

		*a = *b;
		*b = position;
	}
}

/* How a curve goes through the quarters of a square, and by which of these
 * shapes through each quarter in turn. The z-curve keeps to the first; the
 * Hilbert curve starts with the second, the others being its mirror images. */
static const struct {
	unsigned char x, y, shape;
} quarters[][4] = {
	{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}},
	{{0, 0, 2}, {0, 1, 1}, {1, 1, 1}, {1, 0, 3}},
	{{0, 0, 1}, {1, 0, 2}, {1, 1, 2}, {0, 1, 4}},
	{{1, 1, 4}, {0, 1, 3}, {0, 0, 3}, {1, 0, 1}},
	{{1, 1, 3}, {1, 0, 4}, {0, 0, 4}, {0, 1, 2}},
};

struct curve {
	struct grid *grid;
	int run;   /* columns side by side that count as one */
	int position; /* of the next column */
};

/* Numbers the columns of a square whose side is a power of two, in runs along
 * x; what lies outside the grid is skipped and leaves no gap. */
static void
number_curve(struct curve *curve, long long x, long long y, long long side, int shape)
{
	struct grid *grid = curve->grid;
	const long long west = x*curve->run, width = grid->view.width;

	if (west >= width || y >= grid->view.height)
		return;
	if (side == 1) {
		for (long long i = west; i < west + curve->run && i < width; i++)
			grid->position[inner_column(grid, (int)i, (int)y)] = curve->position++;
		return;
	}
	side /= 2;
	for (int q = 0; q < 4; q++)
		number_curve(curve, x + quarters[shape][q].x*side, y + quarters[shape][q].y*side,
			side, quarters[shape][q].shape);
}

static void
number_inner(struct grid *grid)
{
	const enum order_kind kind = grid->spec.order.kind;
	struct curve curve = {
		.grid = grid,
		.run = kind == ORDER_ZCURVE ? grid->spec.order.width : 1,
		.position = grid->view.first,
	};
	long long side = 1;

	while (side*curve.run < grid->view.width || side < grid->view.height)
		side *= 2;
	switch (kind) {
	case ORDER_ROW:
		number_inner_rows(grid);
		break;
	case ORDER_ZCURVE:
		number_curve(&curve, 0, 0, side, 0);
		break;
	case ORDER_HILBERT:
		number_curve(&curve, 0, 0, side, 1);
		break;
	case ORDER_RANDOM:
		number_inner_rows(grid);
		shuffle_inner(grid);
		break;
	}
}

void
grid_number(struct grid *grid)
{
	if (grid->spec.regular) {
		number_rows(grid);
	} else {
		number_halo(grid);
		number_inner(grid);
	}
}
