#include "runtime/report/grid_report.h"

void
bandwidth_columns(struct text_table *table, const struct known *known)
{
	if (known->bandwidth)
		text_table_column(table, "GB/s", true);
	if (known->shares > 0)
		text_table_column(table, "copy", true);
	if (known->shares > 1)
		text_table_column(table, "stream", true);
	if (known->parts) {
		text_table_column(table, "MB", true);
		text_table_column(table, "bound us", true);
		text_table_column(table, "share", true);
	}
	if (known->facts) {
		text_table_column(table, "regs", true);
		text_table_column(table, "occ", true);
	}
	if (known->compared)
		text_table_column(table, "baseline", true);
}

/* "+3.0%", or "=" for what cannot be told apart. */
static const char *
difference_text(struct arena *arena, const struct row *row, enum cache cache)
{
	switch (row->difference[cache]) {
	case DIFFERENCE_FASTER:
	case DIFFERENCE_SLOWER: return arena_printf(arena, "%+.1f%%", 100*(row->relative[cache] - 1));
	case DIFFERENCE_SAME:   return "=";
	case DIFFERENCE_UNKNOWN:
	case DIFFERENCE_COUNT: break;
	}
	return "-";
}

/* What a kernel moves, how fast a copy would move it, and its share of its program. */
static void
part_cells(struct text_table *table, struct text_row *cells, const struct results *results, const struct row *row)
{
	const enum cache cache = row_cache(row);

	text_table_number(table, cells, "%.1f", 1e-6*row->bytes);
	text_table_number(table, cells, "%.1f", 1e6*row->reference_copy[REFERENCE_COPY][cache]);
	if (row->part)
		text_table_number(table, cells, "%.0f%%", 100*row_share_of_program(results, row, cache));
	else
		text_table_cell(table, cells, "");
}

void
bandwidth_cells(struct text_table *table, struct text_row *cells, const struct results *results,
	const struct row *row, const struct known *known)
{
	const enum cache cache = row_cache(row);

	if (known->bandwidth)
		text_table_number(table, cells, "%.0f", 1e-9*row_bandwidth(row, cache));
	if (known->shares > 0)
		text_table_number(table, cells, "%.0f%%", 100*row_share(row, REFERENCE_COPY, cache));
	if (known->shares > 1)
		text_table_number(table, cells, "%.0f%%", 100*row_share(row, REFERENCE_STREAM, cache));
	if (known->parts)
		part_cells(table, cells, results, row);
	if (known->facts) {
		text_table_number(table, cells, "%.0f", row->facts.registers);
		text_table_number(table, cells, "%.0f%%", 100*row->facts.occupancy);
	}
	if (known->compared)
		text_table_cell(table, cells, difference_text(table->arena, row, cache));
}
