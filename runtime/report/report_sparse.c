#include "runtime/report/grid_report.h"

#include <string.h>

static void
rates(struct text_table *table, const char *rate)
{
	text_table_column(table, rate, true);
	text_table_column(table, "GFlop/s", true);
	text_table_column(table, "x basic", true);
}

static void
launches(struct text_table *table, const struct known *known)
{
	if (known->launches) {
		text_table_column(table, "launches", true);
		text_table_column(table, "floor us", true);
	}
}

static void
sweep_columns(struct text_table *table, const struct known *known)
{
	rates(table, "Mpoint/s");
	text_table_column(table, "x bound", true);
	launches(table, known);
}

static void
evaluation_columns(struct text_table *table, const struct known *known)
{
	rates(table, "Mprobe/s");
	launches(table, known);
}

static double
speedup(const struct results *results, const struct row *row, enum cache cache)
{
	for (const struct row *other = results->first; other; other = other->next)
		if (row_same_problem(row, other) && !strcmp(other->access, "basic")
				&& other->graph == row->graph && row->time[cache].samples
				&& other->time[cache].samples)
			return other->time[cache].median/row->time[cache].median;
	return 0;
}

static double
bound(const struct row *row, enum cache cache)
{
	return row->reference_copy[REFERENCE_COPY][cache];
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

static void
add_rates(struct text_table *table, struct text_row *cells, const struct results *results, const struct row *row)
{
	const enum cache cache = row_cache(row);
	const double median = row->time[cache].median;

	add_known(table, cells, 1e-6*row->points/median);
	add_known(table, cells, 1e-9*row->flops/median);
	add_known(table, cells, speedup(results, row, cache));
}

static void
add_launches(struct text_table *table, struct text_row *cells, const struct row *row, const struct known *known)
{
	if (known->launches) {
		add_known(table, cells, row->facts.launches);
		add_known(table, cells, 1e6*row->floor[row_cache(row)]);
	}
}

static void
sweep_cells(struct text_table *table, struct text_row *cells, const struct results *results,
	const struct row *row, const struct known *known)
{
	const enum cache cache = row_cache(row);
	const double least = bound(row, cache);

	add_rates(table, cells, results, row);
	add_known(table, cells, least > 0 ? row->time[cache].median/least : 0);
	add_launches(table, cells, row, known);
}

static void
evaluation_cells(struct text_table *table, struct text_row *cells, const struct results *results,
	const struct row *row, const struct known *known)
{
	add_rates(table, cells, results, row);
	add_launches(table, cells, row, known);
}

static const char *
size(struct arena *arena, const struct row *row)
{
	return arena_printf(arena, "%d:%d%s", row->dim, row->level, row->padded ? ":pad" : "");
}

static const char *
work(struct arena *arena, const struct row *row)
{
	return arena_printf(arena, "%d of %d probes verified", row->checked, row->probes);
}

const struct grid_report sweep_report = {
	.columns = sweep_columns, .cells = sweep_cells, .size = size, .speedup = speedup, .bound = bound,
};

/* It is not bound by what it moves. */
const struct grid_report evaluation_report = {
	.columns = evaluation_columns, .cells = evaluation_cells, .size = size, .work = work, .speedup = speedup,
};
