#include "runtime/report/report_csv.h"

#include "runtime/formats/csv.h"
#include "runtime/report/grid_report.h"
#include "runtime/rows/counters.h"
#include "runtime/rows/row_fields.h"

#include <string.h>

static bool
has_counters(const struct results *results)
{
	for (const struct row *row = results->first; row; row = row->next)
		if (row->counters)
			return true;
	return false;
}

static void
put_header(const struct results *results, FILE *out)
{
	for (int f = 0; f < row_field_count; f++)
		fprintf(out, "%s,", row_fields[f].name);
	fputs("outcome", out);
	for (int c = 0; c < CACHE_COUNT; c++) {
		const char *cache = cache_names[c];

		for (int s = 0; s < statistic_count; s++)
			fprintf(out, ",%s_%s_us", cache, statistic_fields[s].name);
		fprintf(out, ",%s_samples,%s_discarded,%s_disturbed,%s_noisy,%s_clock_MHz,%s_points_per_s"
			",%s_bandwidth_GBps", cache, cache, cache, cache, cache, cache, cache);
		for (int y = 0; y < REFERENCE_COUNT; y++)
			fprintf(out, ",%s_%s_us,%s_share_of_%s", cache, reference_copy_names[y], cache,
				reference_copy_names[y]);
		fprintf(out, ",%s_gflops,%s_launch_floor_us,%s_bound_us,%s_times_bound,%s_share_of_program,%s_speedup", cache,
			cache, cache, cache, cache, cache);
		fprintf(out, ",%s_verdict,%s_over_baseline", cache, cache);
	}
	for (int i = 0; i < counter_count && has_counters(results); i++)
		fprintf(out, ",%s", counters[i].column);
	for (const struct environment_entry *e = results->environment; e->name; e++)
		fprintf(out, ",%s", e->name);
	fputs(",command_line\n", out);
}

/* A number, or nothing where there is none. */
static void
put_number(const char *format, double number, bool known, FILE *out)
{
	putc(',', out);
	if (known)
		fprintf(out, format, number);
}

/* What follows from a time: the rate of operations, and how far it is from what bounds it. */
static void
put_consequences(const struct results *results, const struct row *row, enum cache cache, FILE *out)
{
	const double time = row->time[cache].samples ? row->time[cache].median : 0;
	const double bound = row_bound(row, cache), share = row_share_of_program(results, row, cache), speedup = row_speedup(results, row, cache);

	put_number("%.6g", time > 0 ? 1e-9*row->flops/time : 0, time > 0, out);
	put_number("%.3f", 1e6*row->floor[cache], row->floor[cache] > 0, out);
	put_number("%.3f", 1e6*bound, bound > 0, out);
	put_number("%.4g", bound > 0 ? time/bound : 0, bound > 0 && time > 0, out);
	put_number("%.4f", share, share > 0, out);
	put_number("%.4g", speedup, speedup > 0, out);
}

static void
put_cache(const struct results *results, const struct row *row, enum cache cache, FILE *out)
{
	const struct statistics *s = &row->time[cache];
	const struct series *series = &row->series[cache];
	const bool timed = s->samples > 0;

	for (int i = 0; i < statistic_count; i++)
		put_number("%.3f", 1e6**(const double *)((const char *)s + statistic_fields[i].offset), timed,
			out);
	fprintf(out, ",%d,%d,%d,%d", s->samples, series->discarded, series->disturbed.count, series->noisy);
	put_number("%.0f", 1e-6*series->clock, series->clock > 0, out);
	put_number("%.6g", timed ? row->points/s->median : 0, timed, out);
	put_number("%.1f", 1e-9*row_bandwidth(row, cache), timed, out);
	for (int y = 0; y < REFERENCE_COUNT; y++) {
		const bool known = row->reference_copy[y][cache] > 0;

		put_number("%.3f", 1e6*row->reference_copy[y][cache], known, out);
		put_number("%.4f", row_share(row, (enum reference_copy)y, cache), known && timed, out);
	}
	put_consequences(results, row, cache, out);
	fprintf(out, ",%s", difference_names[row->difference[cache]]);
	put_number("%.4f", row->relative[cache], row->relative[cache] > 0, out);
}

static void
put_counters(const struct row *row, FILE *out)
{
	for (int i = 0; i < counter_count; i++) {
		const struct counter *c = row->counters;

		while (c && strcmp(c->name, counters[i].metric))
			c = c->next;
		put_number("%.10g", c ? c->value : 0, c, out);
	}
}

static void
put_row(const struct results *results, const struct row *row, FILE *out)
{
	for (int f = 0; f < row_field_count; f++) {
		if (row_fields[f].kind == ROW_TEXT)
			csv_put(row_text(row, &row_fields[f]), out);
		else
			fprintf(out, "%.10g", row_number(row, &row_fields[f]));
		putc(',', out);
	}
	fputs(outcome_names[row->outcome], out);
	for (int c = 0; c < CACHE_COUNT; c++)
		put_cache(results, row, (enum cache)c, out);
	if (has_counters(results))
		put_counters(row, out);
	for (const struct environment_entry *e = results->environment; e->name; e++) {
		putc(',', out);
		csv_put(e->value, out);
	}
	putc(',', out);
	csv_put(results->command, out);
	putc('\n', out);
}

void
results_csv(const struct results *results, FILE *out)
{
	put_header(results, out);
	for (const struct row *row = results->first; row; row = row->next)
		put_row(results, row, out);
}

bool
report_csv(const struct results *results, const char *path, struct error *error)
{
	return report_save(results, results_csv, path, error);
}
