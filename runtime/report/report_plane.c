#include "runtime/report/grid_report.h"

static const char *
size(struct arena *arena, const struct row *row)
{
	return arena_printf(arena, "%dx%dx%d", row->size[0], row->size[1], row->size[2]);
}

static double
bound(const struct row *row, enum cache cache)
{
	return row->reference_copy[REFERENCE_COPY][cache];
}

const struct grid_report plane_report = {
	.stored = true, .columns = bandwidth_columns, .cells = bandwidth_cells, .size = size, .bound = bound,
};
