#include "runtime/report/grid_report.h"

/* Rows on meshes: none are measured yet. */

static void
columns(struct text_table *table, int form, const struct known *known)
{
	(void)table;
	(void)form;
	(void)known;
}

static void
cells(struct text_table *table, struct text_row *row_cells, const struct results *results, const struct row *row,
	const struct known *known)
{
	(void)table;
	(void)row_cells;
	(void)results;
	(void)row;
	(void)known;
}

static const char *
size(struct arena *arena, const struct row *row)
{
	(void)arena;
	(void)row;
	return "";
}

const struct grid_report mesh_report = { .columns = columns, .cells = cells, .size = size };
