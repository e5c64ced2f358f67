#include "runtime/report/report_sparse.h"

void
sparse_headings(const struct row *row, const struct sparse_columns *columns, FILE *out)
{
	fprintf(out, " %9s %4s", columns->both ? "cold us" : "us", "+-");
	if (columns->both)
		fprintf(out, " %9s", "hot us");
	fprintf(out, " %8s %7s %7s", row->probes ? "Mprobe/s" : "Mpoint/s", "GFlop/s", "x basic");
	if (!row->probes)
		fprintf(out, " %7s", "x bound");
	if (columns->launches)
		fprintf(out, " %8s %8s", "launches", "floor us");
	putc('\n', out);
}

/* Four digits, or a dash. */
static void
put_known(int width, double number, FILE *out)
{
	if (number > 0)
		fprintf(out, number < 1e4 ? " %*.4g" : " %*.0f", width, number);
	else
		fprintf(out, " %*s", width, "-");
}

void
sparse_row(const struct results *results, const struct row *row, const struct sparse_columns *columns,
	FILE *out)
{
	const enum cache cache = row_cache(row);
	const struct statistics *s = &row->time[cache];
	const double bound = row_bound(row, cache);

	fprintf(out, " %9.1f %3.0f%%", 1e6*s->median, 100*s->deviation/s->median);
	if (columns->both)
		fprintf(out, " %9.1f", 1e6*row->time[CACHE_HOT].median);
	put_known(8, 1e-6*row->points/s->median, out);
	put_known(7, 1e-9*row->flops/s->median, out);
	put_known(7, row_speedup(results, row, cache), out);
	if (!row->probes)
		put_known(7, bound > 0 ? s->median/bound : 0, out);
	if (columns->launches) {
		put_known(8, row->facts.launches, out);
		put_known(8, 1e6*row->floor[cache], out);
	}
	putc('\n', out);
}
