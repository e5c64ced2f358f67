#ifndef REPORT_SPARSE_H
#define REPORT_SPARSE_H

#include "runtime/report/results.h"

/* The optional columns of a table of sparse grids. */
struct sparse_columns {
	bool both;     /* cold and hot */
	bool launches; /* are known */
};

void sparse_headings(const struct row *row, const struct sparse_columns *columns, FILE *out);
void sparse_row(const struct results *results, const struct row *row,
	const struct sparse_columns *columns, FILE *out);

#endif
