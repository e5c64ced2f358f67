#include "tests/unit/runtime/grid/grids.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

const struct displacement grid_relations[DIRECT] = {
	{-1, 0}, {0, -1}, {1, 0}, {0, 1},
	{-1, -1}, {-1, 1}, {1, -1}, {1, 1}, {2, 0}, {-2, 0}, {0, -2}, {0, 2},
};

const struct order grid_orders[ORDERS] = {
	{.kind = ORDER_ROW},
	{.kind = ORDER_ZCURVE, .width = 16},
	{.kind = ORDER_ZCURVE, .width = 1},
	{.kind = ORDER_ZCURVE, .width = 1 << 30},
	{.kind = ORDER_HILBERT},
	{.kind = ORDER_RANDOM, .seed = 1},
};

static const struct {
	int size[3], low[3], high[3], alignment;
} shapes[SHAPES] = {
	{{37, 29, 5}, {2, 2, 1}, {2, 2, 1}, 16},
	{{35, 23, 4}, {1, 3, 0}, {2, 0, 2}, 32},
	{{64, 64, 2}, {0, 0, 0}, {0, 0, 0}, 16},
	{{21, 17, 1}, {1, 1, 0}, {1, 1, 0}, 16},
	{{1, 1, 1}, {0, 0, 0}, {0, 0, 0}, 16},
	{{5, 5, 3}, {2, 2, 1}, {2, 2, 1}, 32},
	{{1, 40, 2}, {0, 3, 0}, {0, 1, 0}, 16},
	{{40, 1, 2}, {1, 0, 1}, {4, 0, 0}, 3},
	{{9, 7, 2}, {3, 0, 0}, {0, 2, 0}, 1},
};

struct grid_spec
shape_spec(int shape)
{
	struct grid_spec spec = {
		.alignment = shapes[shape].alignment,
		.relations = grid_relations,
		.relation_count = DIRECT,
	};

	memcpy(spec.size, shapes[shape].size, sizeof spec.size);
	memcpy(spec.low, shapes[shape].low, sizeof spec.low);
	memcpy(spec.high, shapes[shape].high, sizeof spec.high);
	return spec;
}

struct grid *
create_grid(const struct grid_spec *spec)
{
	struct error error = { 0 };
	struct grid *grid = grid_create(spec, &error);

	ck_assert_msg(grid != NULL, "%s", error.text);
	ck_assert_msg(grid_check(grid, &error), "%s", error.text);
	return grid;
}

int
column_count(const struct grid *grid)
{
	return grid->spec.size[0]*grid->spec.size[1];
}

bool
is_inner(const struct grid *grid, int x, int y)
{
	const struct grid_spec *spec = &grid->spec;

	return x >= spec->low[0] && x < spec->size[0] - spec->high[0]
		&& y >= spec->low[1] && y < spec->size[1] - spec->high[1];
}

int *
columns_by_position(const struct grid *grid)
{
	int *columns = malloc((size_t)grid->view.stride*sizeof *columns);

	for (int p = 0; p < grid->view.stride; p++)
		columns[p] = -1;
	for (int c = 0; c < column_count(grid); c++) {
		ck_assert_int_ge(grid->position[c], 0);
		ck_assert_int_lt(grid->position[c], grid->view.stride);
		ck_assert_int_eq(columns[grid->position[c]], -1);
		columns[grid->position[c]] = c;
	}
	return columns;
}

int
find_offset(const struct grid *grid, int slot, int column)
{
	const struct stencil_grid *view = &grid->view;

	if (grid->spec.innermost)
		return view->table[(grid->spec.compressed ? view->pattern[column] : column)*grid->spec.relation_count + slot];
	if (grid->spec.compressed)
		return view->table[slot*view->patterns + view->pattern[column]];
	return view->table[slot*view->stride + column];
}
