#ifndef REPORT_SPARSE_H
#define REPORT_SPARSE_H

#include "runtime/report/results.h"
#include "runtime/report/text_table.h"

/* The columns and cells of sparse grids that follow a row's time. Columns of evaluations, which have
 * probes and no bound, differ from those of sweeps. launches: whether their number is known. */
void sparse_columns(struct text_table *table, bool probes, bool launches);
void sparse_cells(struct text_table *table, struct text_row *cells, const struct results *results,
	const struct row *row, bool launches);

#endif
