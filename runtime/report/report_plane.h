#ifndef REPORT_PLANE_H
#define REPORT_PLANE_H

#include "runtime/report/results.h"
#include "runtime/report/text_table.h"

/* The columns and cells of planes that follow a row's time: bandwidth and its shares; registers and
 * occupancy, if facts; the difference from a baseline, if compared. */
void plane_columns(struct text_table *table, bool facts, bool compared);
void plane_cells(struct text_table *table, struct text_row *cells, const struct row *row, bool facts,
	bool compared);

#endif
