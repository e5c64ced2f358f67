#include "runtime/report/report_json.h"

#include "runtime/formats/json.h"
#include "runtime/rows/row_fields.h"

void
json_environment(const struct results *results, FILE *out)
{
	fputs("{\"environment\":{", out);
	for (const struct environment_entry *e = results->environment; e->name; e++) {
		fputs(e == results->environment ? "" : ",", out);
		json_put_string(e->name, out);
		putc(':', out);
		json_put_string(e->value, out);
	}
	fputs("},\"command_line\":", out);
	json_put_string(results->command, out);
	fputs("}\n", out);
}

static void
put_fields(const struct row *row, FILE *out)
{
	for (int f = 0; f < row_field_count; f++) {
		fprintf(out, "\"%s\":", row_fields[f].name);
		if (row_fields[f].kind == ROW_TEXT)
			json_put_string(row_text(row, &row_fields[f]), out);
		else
			fprintf(out, "%.10g", row_number(row, &row_fields[f]));
		putc(',', out);
	}
}

void
json_samples(const struct samples *samples, FILE *out)
{
	putc('[', out);
	for (int i = 0; i < samples->count; i++)
		fprintf(out, "%s%.13g", i ? "," : "", samples->seconds[i]);
	putc(']', out);
}

static void
put_cache(const struct row *row, enum cache cache, FILE *out)
{
	const struct series *series = &row->series[cache];
	const char *name = cache_names[cache];

	fprintf(out, ",\"%s_samples_s\":", name);
	json_samples(&series->good, out);
	fprintf(out, ",\"%s_discarded\":%d,\"%s_disturbed\":%d,\"%s_noisy\":%d,\"%s_clock_Hz\":%.15g", name,
		series->discarded, name, series->disturbed.count, name, series->noisy, name, series->clock);
	for (int y = 0; y < REFERENCE_COUNT; y++)
		fprintf(out, ",\"%s_%s_s\":%.13g", name, reference_copy_names[y], row->reference_copy[y][cache]);
	fprintf(out, ",\"%s_launch_floor_s\":%.13g", name, row->floor[cache]);
	fprintf(out, ",\"%s_verdict\":\"%s\",\"%s_over_baseline\":%.15g", name,
		difference_names[row->difference[cache]], name, row->relative[cache]);
}

void
json_row(const struct row *row, FILE *out)
{
	fputs("{\"key\":", out);
	json_put_string(row->key, out);
	putc(',', out);
	put_fields(row, out);
	fprintf(out, "\"outcome\":\"%s\"", outcome_names[row->outcome]);
	for (int c = 0; c < CACHE_COUNT; c++)
		if (row->series[c].good.count || row->series[c].discarded)
			put_cache(row, (enum cache)c, out);
	if (row->counters) {
		fputs(",\"counters\":{", out);
		for (const struct counter *c = row->counters; c; c = c->next) {
			json_put_string(c->name, out);
			fprintf(out, ":%.10g%s", c->value, c->next ? "," : "}");
		}
	}
	fputs("}\n", out);
}

void
json_turn(const char *key, enum cache cache, const struct series *taken, FILE *out)
{
	fputs("{\"key\":", out);
	json_put_string(key, out);
	fprintf(out, ",\"turn\":\"%s\",\"samples_s\":", cache_names[cache]);
	json_samples(&taken->good, out);
	fputs(",\"disturbed_s\":", out);
	json_samples(&taken->disturbed, out);
	fprintf(out, ",\"discarded\":%d}\n", taken->discarded);
}

static void
put_results(const struct results *results, FILE *out)
{
	json_environment(results, out);
	for (const struct row *row = results->first; row; row = row->next)
		json_row(row, out);
}

bool
report_json(const struct results *results, const char *path, struct error *error)
{
	return report_save(results, put_results, path, error);
}
