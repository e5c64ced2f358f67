#include "runtime/report/grid_report.h"

/* No stream is measured: what a kernel reads lies on other locations, too. */
static struct known
with_copy_only(const struct known *known)
{
	struct known own = *known;

	own.shares = known->shares > 0;
	return own;
}

static void
columns(struct text_table *table, const struct known *known)
{
	const struct known own = with_copy_only(known);

	bandwidth_columns(table, &own);
}

static void
cells(struct text_table *table, struct text_row *row_cells, const struct results *results, const struct row *row,
	const struct known *known)
{
	const struct known own = with_copy_only(known);

	bandwidth_cells(table, row_cells, results, row, &own);
}

static const char *
size(struct arena *arena, const struct row *row)
{
	return arena_printf(arena, "%s x %d level%s", row->mesh, row->size[2], row->size[2] == 1 ? "" : "s");
}

const struct grid_report mesh_report = {
	.stored = true, .columns = columns, .cells = cells, .size = size,
};
