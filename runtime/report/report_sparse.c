#include "runtime/report/report_sparse.h"

void
sparse_columns(struct text_table *table, bool probes, bool launches)
{
	text_table_column(table, probes ? "Mprobe/s" : "Mpoint/s", true);
	text_table_column(table, "GFlop/s", true);
	text_table_column(table, "x basic", true);
	if (!probes)
		text_table_column(table, "x bound", true);
	if (launches) {
		text_table_column(table, "launches", true);
		text_table_column(table, "floor us", true);
	}
}

/* Adds four digits, or a dash for 0. */
static void
add_known(struct text_table *table, struct text_row *cells, double number)
{
	if (number > 0)
		text_table_number(table, cells, number < 1e4 ? "%.4g" : "%.0f", number);
	else
		text_table_cell(table, cells, "-");
}

void
sparse_cells(struct text_table *table, struct text_row *cells, const struct results *results,
	const struct row *row, bool launches)
{
	const enum cache cache = row_cache(row);
	const double median = row->time[cache].median, bound = row_bound(row, cache);

	add_known(table, cells, 1e-6*row->points/median);
	add_known(table, cells, 1e-9*row->flops/median);
	add_known(table, cells, row_speedup(results, row, cache));
	if (!row->probes)
		add_known(table, cells, bound > 0 ? median/bound : 0);
	if (launches) {
		add_known(table, cells, row->facts.launches);
		add_known(table, cells, 1e6*row->floor[cache]);
	}
}
