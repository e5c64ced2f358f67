#include "results.h"

/* Of each stage how far it is from what bounds it: the copy of as many bytes, and as many launches
 * of nothing. */

void
sparse_headings(const struct row *row, bool both, FILE *out)
{
	fprintf(out, " %9s %4s", both ? "cold us" : "us", "+-");
	if (both)
		fprintf(out, " %9s", "hot us");
	fprintf(out, " %8s %7s %7s", row->probes ? "Mprobe/s" : "Mpoint/s", "GFlop/s", "x basic");
	if (!row->probes)
		fprintf(out, " %7s", "x bound");
	fprintf(out, " %8s %8s\n", "launches", "floor us");
}

static void
put_known(int width, int decimals, double number, FILE *out)
{
	if (number > 0)
		fprintf(out, " %*.*f", width, decimals, number);
	else
		fprintf(out, " %*s", width, "-");
}

void
sparse_row(const struct results *results, const struct row *row, bool both, FILE *out)
{
	const enum cache cache = row_cache(row);
	const struct statistics *s = &row->time[cache];
	const double bound = row_bound(row, cache);

	fprintf(out, " %9.1f %3.0f%%", 1e6*s->median, 100*s->deviation/s->median);
	if (both)
		fprintf(out, " %9.1f", 1e6*row->time[CACHE_HOT].median);
	fprintf(out, " %8.1f %7.1f", 1e-6*row->points/s->median, 1e-9*row->flops/s->median);
	put_known(7, 2, row_speedup(results, row, cache), out);
	if (!row->probes)
		put_known(7, 2, bound > 0 ? s->median/bound : 0, out);
	put_known(8, 0, row->facts.launches, out);
	put_known(8, 1, 1e6*row->floor[cache], out);
	putc('\n', out);
}
