#include "runtime/report/plot.h"

#include "runtime/report/derived.h"
#include "runtime/report/settings.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct plot
plot_of(enum chart_kind kind)
{
	return (struct plot){
		.kind = kind, .title = "", .where = "", .panels = "",
		.group = kind == CHART_HEAT ? "block_x" : "storage",
		.series = kind == CHART_HEAT ? "block_yz" : kind == CHART_ROOFLINE ? "stencil" : "access",
		.value = kind == CHART_ROOFLINE ? "gflops" : time_column, .log = "",
	};
}

bool
plot_set(struct plot *plot, const char *key, const char *value)
{
	static const struct setting settings[] = {
		{ "title", offsetof(struct plot, title) }, { "where", offsetof(struct plot, where) },
		{ "panels", offsetof(struct plot, panels) }, { "group", offsetof(struct plot, group) },
		{ "series", offsetof(struct plot, series) }, { "value", offsetof(struct plot, value) },
		{ "log", offsetof(struct plot, log) }, { "x", offsetof(struct plot, x_label) },
		{ "y", offsetof(struct plot, y_label) },
	};

	return settings_set(settings, sizeof settings/sizeof *settings, plot, key, value);
}

static struct condition *
add_condition(struct arena *arena, struct condition *rest, const char *column, const char *word)
{
	struct condition *condition = arena_new(arena, struct condition);

	condition->column = column;
	condition->words = arena_array(arena, const char *, 2);
	condition->words[0] = word;
	condition->next = rest;
	return condition;
}

/* A time has a whisker from the first to the third quartile. */
static struct chart_value
value_of(const struct csv *csv, int row, const char *column)
{
	const bool time = !strcmp(column, time_column);

	return (struct chart_value){
		.value = row < 0 ? NAN : csv_number(csv, row, column),
		.low = row < 0 || !time ? NAN : csv_number(csv, row, "q1_us"),
		.high = row < 0 || !time ? NAN : csv_number(csv, row, "q3_us"),
	};
}

/* Adds the highest bandwidth of a copy as a roof. */
static void
add_roofs(struct arena *arena, struct chart_panel *panel, const struct csv *csv,
	const struct condition *conditions)
{
	double copy = 0;
	struct chart_roof *roof = arena_array(arena, struct chart_roof, 1);

	for (int r = 0; r < csv->row_count; r++)
		if (conditions_hold(conditions, csv, r) && csv_number(csv, r, "copy_us") > 0)
			copy = fmax(copy, csv_number(csv, r, "bytes")/csv_number(csv, r, "copy_us")*1e-3);
	if (!(copy > 0))
		return;
	*roof = (struct chart_roof){ arena_printf(arena, "bandwidth of a copy, %.0f GB/s", copy), copy, 0 };
	panel->roofs = roof;
	panel->roof_count = 1;
}

static void
fill(struct arena *arena, const struct plot *plot, const struct csv *csv, struct condition *conditions,
	const struct chart *chart, struct chart_panel *panel, struct plotted *plotted)
{
	const int cells = panel->group_count*chart->series_count;
	struct chart_value *values = arena_array(arena, struct chart_value, cells + 1);
	double *x = arena_array(arena, double, cells + panel->group_count + 1);

	for (int s = 0; s < chart->series_count; s++)
		for (int g = 0; g < panel->group_count; g++) {
			const int cell = s*panel->group_count + g;
			const int row = fastest_row(csv, add_condition(arena, add_condition(arena, conditions, plot->series,
				chart->series[s]), plot->group, panel->groups[g]), plot->value, false);

			values[cell] = value_of(csv, row, plot->value);
			if (plot->kind == CHART_ROOFLINE)
				x[cell] = row < 0 ? NAN : csv_number(csv, row, "intensity");
			if (row >= 0)
				plotted->rows[plotted->row_count++] = row;
		}
	for (int g = 0; g < panel->group_count && plot->kind == CHART_LINES; g++)
		x[g] = strtod(panel->groups[g], NULL);
	panel->values = values;
	panel->x = x;
}

/* The label of a column, or the labels of several, as of storage+order. */
static const char *
label_of(struct arena *arena, const char *columns)
{
	const char *label = "";

	if (!strchr(columns, '+'))
		return column_label(columns);
	while (*columns) {
		const size_t length = strcspn(columns, "+");

		label = arena_printf(arena, "%s%s%s", label, *label ? ", " : "",
			column_label(arena_strndup(arena, columns, length)));
		columns += length + (columns[length] == '+');
	}
	return label;
}

static struct chart_panel
make_panel(struct arena *arena, const struct plot *plot, const struct csv *csv,
	struct condition *conditions, const char *name, struct plotted *plotted)
{
	const bool sorted = plot->kind == CHART_LINES || plot->kind == CHART_HEAT;
	const char **groups;
	struct chart_panel panel = { .name = name };

	if (*name)
		conditions = add_condition(arena, conditions, plot->panels, name);
	panel.group_count = distinct_words(arena, csv, conditions, plot->group, sorted, &groups);
	panel.groups = groups;
	fill(arena, plot, csv, conditions, &plotted->chart, &panel, plotted);
	if (plot->kind == CHART_ROOFLINE)
		add_roofs(arena, &panel, csv, conditions);
	return panel;
}

/* A chart without panels. Its series are from all panels, so that one has the same colour in each. */
static struct chart
make_chart(struct arena *arena, const struct plot *plot, const struct csv *csv,
	const struct condition *conditions)
{
	const bool roofline = plot->kind == CHART_ROOFLINE;
	const char **series;
	struct chart chart = {
		.kind = plot->kind, .title = plot->title,
		.x_label = plot->x_label ? plot->x_label : roofline ? "operations a byte that must be moved"
			: label_of(arena, plot->group),
		.y_label = plot->y_label ? plot->y_label : column_label(plot->value),
		.series_label = plot->series_label ? plot->series_label : label_of(arena, plot->series),
		.panel_label = plot->panel_label ? plot->panel_label : label_of(arena, plot->panels),
		.log_x = roofline || strchr(plot->log, 'x'), .log_y = roofline || strchr(plot->log, 'y'),
	};

	chart.series_count = distinct_words(arena, csv, conditions, plot->series, plot->kind == CHART_HEAT,
		&series);
	chart.series = series;
	return chart;
}

bool
plot_rows(struct arena *arena, const struct plot *plot, const struct csv *csv, struct plotted *plotted, struct error *error)
{
	static const char *one[] = { "" };
	struct condition *conditions;
	struct chart_panel *panels;
	const char **names = one;
	int count = 1;

	*plotted = (struct plotted){ .rows = arena_array(arena, int, csv->row_count + 1) };
	if (!conditions_parse(arena, plot->where, &conditions, error))
		return false;
	if (*plot->panels)
		count = distinct_words(arena, csv, conditions, plot->panels, false, &names);
	plotted->chart = make_chart(arena, plot, csv, conditions);
	panels = arena_array(arena, struct chart_panel, count + 1);
	for (int i = 0; i < count; i++)
		panels[i] = make_panel(arena, plot, csv, conditions, names[i], plotted);
	plotted->chart.panels = panels;
	plotted->chart.panel_count = count;
	if (!chart_marks(&plotted->chart))
		error_set(error, EXIT_ERRORS, "no row has a %s%s%s", plot->value, *plot->where ? " where " : "", plot->where);
	return chart_marks(&plotted->chart) > 0;
}

void
plotted_csv(const struct plotted *plotted, const struct plot *plot, const struct csv *csv, FILE *out)
{
	static const char *const usual[] = {
		"stencil", "size", "precision", "storage", "access", "fields", "levels", "order", "block", "constants",
		"median_us", "q1_us", "q3_us", "relative",
	};
	enum { USUAL = sizeof usual/sizeof *usual };
	const char *columns[USUAL + 4], *own[] = { plot->panels, plot->group, plot->series, plot->value };
	int count = 0;

	for (int i = 0; i < USUAL + 4; i++) {
		const char *column = i < USUAL ? usual[i] : own[i - USUAL];
		bool new = csv_column(csv, column) >= 0;

		for (int c = 0; c < count && new; c++)
			new = strcmp(columns[c], column) != 0;
		if (new)
			columns[count++] = column;
	}
	for (int r = -1; r < plotted->row_count; r++)
		for (int c = 0; c < count; c++) {
			csv_put(r < 0 ? columns[c] : csv_text(csv, plotted->rows[r], columns[c]), out);
			putc(c < count - 1 ? ',' : '\n', out);
		}
}
