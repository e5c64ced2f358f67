#include "runtime/report/grid_report.h"

static const struct grid_report *const reports[GRID_COUNT] = {
#define GRID(name, domain) [GRID_##name] = &domain##_report,
#include "generator/language/grids.def"
};

const struct grid_report *
report_on(enum grid_family family)
{
	return reports[family];
}

const struct grid_report *
report_of(const struct row *row)
{
	return reports[row->family];
}

const char *
row_size(struct arena *arena, const struct row *row)
{
	return report_of(row)->size(arena, row);
}

double
row_speedup(const struct results *results, const struct row *row, enum cache cache)
{
	return report_of(row)->speedup ? report_of(row)->speedup(results, row, cache) : 0;
}

double
row_bound(const struct row *row, enum cache cache)
{
	return report_of(row)->bound ? report_of(row)->bound(row, cache) : 0;
}
