#include "runtime/report/grid_report.h"

const char *
row_size(struct arena *arena, const struct row *row)
{
	return row->report->size(arena, row);
}

double
row_speedup(const struct results *results, const struct row *row, enum cache cache)
{
	return row->report->speedup ? row->report->speedup(results, row, cache) : 0;
}

double
row_bound(const struct row *row, enum cache cache)
{
	return row->report->bound ? row->report->bound(row, cache) : 0;
}
