#ifndef PLOT_H
#define PLOT_H

#include "generator/base/error.h"
#include "runtime/chart/chart.h"
#include "runtime/report/query.h"

/* The rows that a chart shows, and how. Columns are those of derived.h; panels, group and series may
 * be combined ones, as storage+order: see combine_columns. Of several rows for the same bar or point
 * the fastest is shown. */
struct plot {
	enum chart_kind kind;
	const char *title;
	const char *where;  /* conditions */
	const char *panels; /* a column: a chart for each word in it; "" for one chart */
	const char *group;  /* a column: groups of bars, x of lines, columns of a heat map */
	const char *series; /* a column: colours, rows of a heat map */
	const char *value;  /* a column */
	const char *log;    /* "x", "y", "xy" or "" */
	const char *x_label, *y_label, *series_label, *panel_label; /* NULL: the columns' */
};

/* A plot with the defaults of a kind. */
struct plot plot_of(enum chart_kind kind);

/* Sets a member by its key: where, panels, group, series, value, log, x, y or title.
 * Returns false if there is no such key. */
bool plot_set(struct plot *plot, const char *key, const char *value);

struct plotted {
	struct chart chart;
	int *rows; /* numbers of the rows that are shown */
	int row_count;
};

/* Fails with an error if a condition cannot be read or no row is left. */
bool plot_rows(struct arena *arena, const struct plot *plot, const struct csv *csv,
	struct plotted *plotted, struct error *error);

/* Writes the rows that are shown, with the columns that distinguish them. */
void plotted_csv(const struct plotted *plotted, const struct plot *plot, const struct csv *csv, FILE *out);

#endif
