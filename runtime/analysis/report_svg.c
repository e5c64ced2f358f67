#include "runtime/analysis/report_svg.h"

#include "generator/base/printed.h"
#include "runtime/analysis/derived.h"
#include "runtime/analysis/plot.h"
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
 * others if they vary. */
static const struct layout_of_kind {
	const char *panels[8], *group[8], *series[8];
} usual[KINDS] = {
	[CHART_BARS] = {
		{ "stencil", "size", "precision", "fields", "alignment_bytes" }, { "storage", "order" },
		{ "access", "levels_per_thread", "unroll" },
	},
	[CHART_LINES] = {
		{ "stencil", "precision", "fields", "alignment_bytes" }, { "points" },
		{ "storage", "order" },
	},
	[CHART_HEAT] = {
		{ "stencil", "size", "precision", "fields", "storage", "access", "order" }, { "block_x" },
		{ "block_yz" },
	},
	[CHART_ROOFLINE] = {
		{ "precision", "size" }, { "storage", "access", "order", "fields" }, { "stencil" },
	},
};

/* Adds a column with the joined values of others. */
static struct csv *
compose(struct arena *arena, const struct csv *csv, const char *name, const char *const columns[8])
{
	struct csv *wider = csv_widen(arena, csv, name);
	const int column = csv_column(wider, name);

	for (int r = 0; r < wider->row_count; r++) {
		const char *text = csv_text(wider, r, columns[0]);

		for (int c = 1; c < 8 && columns[c]; c++)
			if (differs(csv, columns[c]) && strcmp(csv_text(wider, r, columns[c]), "-"))
				text = arena_printf(arena, "%s %s", text, csv_text(wider, r, columns[c]));
		wider->rows[r][column] = text;
	}
	return wider;
}

static struct csv *
rows_of(struct arena *arena, const struct results *results, char *message, size_t room)
{
	struct printed text;
	struct csv *csv;

	if (!printed_open(&text)) {
		snprintf(message, room, "out of memory");
		return NULL;
	}
	results_csv(results, text.out);
	if (!printed_close(&text)) {
		snprintf(message, room, "out of memory");
		return NULL;
	}
	csv = csv_parse(arena, text.text, message, room);
	free(text.text);
	return csv ? add_derived_columns(arena, csv) : NULL;
}

static bool
write_svg(const struct plotted *plotted, const char *path, char *message, size_t room)
{
	struct printed text;

	if (!printed_open(&text)) {
		snprintf(message, room, "out of memory");
		return false;
	}
	if (charts_write(plotted->charts, plotted->count, text.out))
		return printed_save(&text, path, message, room);
	snprintf(message, room, "out of memory");
	if (printed_close(&text))
		free(text.text);
	return false;
}

bool
report_svg(const struct results *results, const char *kind, const char *path, char *message, size_t room)
{
	struct arena *arena = results->arena;
	struct csv *csv = rows_of(arena, results, message, room);
	struct plotted plotted;
	struct plot plot;
	int k = 0;

	if (!csv)
		return false;
	kind = kind ? kind : differs(csv, "size") ? "lines" : "bars";
	while (strcmp(kind_names[k], kind))
		k++;
	csv = compose(arena, csv, "panel", usual[k].panels);
	csv = compose(arena, csv, "group", usual[k].group);
	csv = compose(arena, csv, "line", usual[k].series);
	plot = plot_of((enum chart_kind)k);
	plot.panels = "panel";
	plot.group = "group";
	plot.series = "line";
	if (k == CHART_HEAT)
		plot.y_label = arena_printf(arena, "%s; rows: %s", column_label(time_column),
			column_label("block_yz"));
	plot.x_label = k == CHART_ROOFLINE ? NULL : column_label(usual[k].group[0]);
	plot.log = k == CHART_LINES ? "xy" : "";
	plot.title = arena_printf(arena, "%s, %s", csv->row_count ? csv_text(csv, 0, "device") : "",
		kind);
	return plot_rows(arena, &plot, csv, &plotted, message, room)
		&& write_svg(&plotted, path, message, room);
}
