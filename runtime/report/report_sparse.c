#include "runtime/report/grid_report.h"

#include <string.h>

/* An evaluation has probes, and is not bound by what it moves. */
enum { SWEEPS, EVALUATIONS };

static int
form(const struct row *row)
{
	return row->probes ? EVALUATIONS : SWEEPS;
}

static void
columns(struct text_table *table, int form, const struct known *known)
{
	text_table_column(table, form == EVALUATIONS ? "Mprobe/s" : "Mpoint/s", true);
	text_table_column(table, "GFlop/s", true);
	text_table_column(table, "x basic", true);
	if (form == SWEEPS)
		text_table_column(table, "x bound", true);
	if (known->launches) {
		text_table_column(table, "launches", true);
		text_table_column(table, "floor us", true);
	}
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
	return form(row) == SWEEPS ? row->reference_copy[REFERENCE_COPY][cache] : 0;
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
cells(struct text_table *table, struct text_row *cells, const struct results *results,
	const struct row *row, const struct known *known)
{
	const enum cache cache = row_cache(row);
	const double median = row->time[cache].median, least = bound(row, cache);

	add_known(table, cells, 1e-6*row->points/median);
	add_known(table, cells, 1e-9*row->flops/median);
	add_known(table, cells, speedup(results, row, cache));
	if (form(row) == SWEEPS)
		add_known(table, cells, least > 0 ? median/least : 0);
	if (known->launches) {
		add_known(table, cells, row->facts.launches);
		add_known(table, cells, 1e6*row->floor[cache]);
	}
}

static const char *
size(struct arena *arena, const struct row *row)
{
	return arena_printf(arena, "%d:%d%s", row->dim, row->level, row->padded ? ":pad" : "");
}

static const char *
work(struct arena *arena, const struct row *row)
{
	return form(row) == SWEEPS ? NULL
		: arena_printf(arena, "%d of %d probes verified", row->checked, row->probes);
}

const struct grid_report sparse_report = {
	.form = form, .columns = columns, .cells = cells, .size = size, .work = work,
	.speedup = speedup, .bound = bound,
};
