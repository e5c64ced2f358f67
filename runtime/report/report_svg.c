#include "runtime/report/report_svg.h"

#include "generator/base/printed.h"
#include "runtime/report/derived.h"
#include "runtime/report/plot.h"
#include "runtime/chart/svg.h"
#include "runtime/report/report_csv.h"

#include <stdlib.h>
#include <string.h>

static const char *const kind_names[] = {
	[CHART_BARS] = "bars", [CHART_LINES] = "lines", [CHART_HEAT] = "heat", [CHART_ROOFLINE] = "roofline",
};
enum { KINDS = sizeof kind_names/sizeof *kind_names };

static bool
differs(const struct csv *csv, const char *column)
{
	for (int r = 1; r < csv->row_count; r++)
		if (strcmp(csv_text(csv, 0, column), csv_text(csv, r, column)))
			return true;
	return false;
}

/* The columns that distinguish panels, groups and series of each kind: always the first one, the
 * others if they vary. Together they are all that tells kernels apart, but for blocks: only heat maps
 * show more than the best one. */
#define TUNABLES "points_per_thread", "rows_per_thread", "levels_per_thread", "unroll", "levels_per_load", "columns_per_thread", \
	"registers_per_thread", "blocks_per_launch", "decision", "kernel_number", "assigns"
enum { MOST_COLUMNS = 20, MOST_LINES = 8 };

struct layout {
	const char *panels[MOST_COLUMNS], *group[MOST_COLUMNS], *series[MOST_COLUMNS];
};

static const struct layout usual[KINDS] = {
	[CHART_BARS] = {
		{ "stencil", "size", "precision", "fields", "alignment_bytes" }, { "storage", "order" },
		{ "access", "innermost", "sent", TUNABLES },
	},
	[CHART_LINES] = {
		{ "stencil", "precision", "fields", "alignment_bytes" }, { "points" },
		{ "storage", "order", "access", "innermost", "sent", TUNABLES },
	},
	[CHART_HEAT] = {
		{ "stencil", "size", "precision", "fields", "alignment_bytes", "storage", "access", "innermost", "order", TUNABLES },
		{ "block_x" }, { "block_yz" },
	},
	[CHART_ROOFLINE] = {
		{ "precision", "size", "alignment_bytes" }, { "storage", "access", "innermost", "order", "fields", "sent", TUNABLES },
		{ "stencil" },
	},
};

/* A plot for each access, if one would have too many lines. */
static const struct layout many_lines = {
	{ "stencil", "access", "innermost", "precision", "fields", "alignment_bytes" }, { "points" },
	{ "storage", "order", "sent", TUNABLES },
};

/* Adds a column with the joined values of others; says what it is. */
static struct csv *
compose(struct arena *arena, const struct csv *csv, const char *name,
	const char *const columns[MOST_COLUMNS], const char **label)
{
	struct csv *wider = csv_widen(arena, csv, name);
	const int column = csv_column(wider, name);

	*label = column_label(columns[0]);
	for (int r = 0; r < wider->row_count; r++)
		wider->rows[r][column] = csv_text(wider, r, columns[0]);
	for (int c = 1; c < MOST_COLUMNS && columns[c]; c++) {
		if (!differs(csv, columns[c]))
			continue;
		*label = arena_printf(arena, "%s, %s", *label, column_label(columns[c]));
		for (int r = 0; r < wider->row_count; r++) {
			const char *word = csv_text(wider, r, columns[c]);

			/* 0: an access without this tunable. */
			if (*word && strcmp(word, "-") && strcmp(word, "0"))
				wider->rows[r][column] = arena_printf(arena, "%s %s", wider->rows[r][column], word);
		}
	}
	return wider;
}

static int
count_lines(struct arena *arena, const struct csv *csv)
{
	const char *label, **words;

	return distinct_words(arena, compose(arena, csv, "line", usual[CHART_LINES].series, &label), NULL, "line",
		false, &words);
}

static struct csv *
rows_of(struct arena *arena, const struct results *results, struct error *error)
{
	struct printed text;
	struct csv *csv;

	if (!printed_open(&text)) {
		error_no_memory(error);
		return NULL;
	}
	results_csv(results, text.out);
	if (!printed_close(&text)) {
		error_no_memory(error);
		return NULL;
	}
	csv = csv_parse(arena, text.text, error);
	free(text.text);
	return csv ? add_derived_columns(arena, csv) : NULL;
}

static bool
write_svg(const struct plotted *plotted, const char *path, struct error *error)
{
	struct printed text;

	if (!printed_open(&text))
		return error_no_memory(error);
	if (chart_write(&plotted->chart, text.out))
		return printed_save(&text, path, error);
	error_no_memory(error);
	printed_discard(&text);
	return false;
}

bool
report_svg(const struct results *results, const char *kind, const char *path, struct error *error)
{
	struct arena *arena = results->arena;
	struct csv *csv = rows_of(arena, results, error);
	struct plotted plotted;
	const struct layout *layout;
	struct plot plot;
	int k = 0;

	if (!csv)
		return false;
	if (!csv->row_count)
		return error_set(error, EXIT_IO, "there is nothing to draw");
	kind = kind ? kind : differs(csv, "size") ? "lines" : "bars";
	while (strcmp(kind_names[k], kind))
		k++;
	plot = plot_of((enum chart_kind)k);
	layout = &usual[k];
	if (k == CHART_LINES && count_lines(arena, csv) > MOST_LINES)
		layout = &many_lines;
	csv = compose(arena, csv, plot.panels = "panel", layout->panels, &plot.panel_label);
	csv = compose(arena, csv, plot.group = "group", layout->group, &plot.x_label);
	csv = compose(arena, csv, plot.series = "line", layout->series, &plot.series_label);
	plot.x_label = k == CHART_ROOFLINE ? NULL : plot.x_label;
	plot.log = k == CHART_LINES ? "xy" : "";
	plot.title = arena_printf(arena, "%s%s", csv_text(csv, 0, "device"),
		k != CHART_HEAT && differs(csv, "block") ? ", the fastest block of each" : "");
	return plot_rows(arena, &plot, csv, &plotted, error)
		&& write_svg(&plotted, path, error);
}
