#ifndef PLOT_H
#define PLOT_H

#include "runtime/chart/chart.h"
#include "runtime/analysis/query.h"

/* Which rows a chart shows, and how. Columns are those of measured.h; panels, group and series
 * may be several of them, as storage+order, once combine_columns has made them one. Of several rows that
 * would be the same bar or point, the fastest is shown. */
struct plot {
	enum chart_kind kind;
	const char *title;
	const char *where;  /* conditions */
	const char *panels; /* a column: a chart for each word in it; "" for one chart */
	const char *group;  /* a column: groups of bars, x of lines, columns of a heat map */
	const char *series; /* a column: colours, rows of a heat map */
	const char *value;  /* a column */
	const char *log;    /* "x", "y", "xy" or "" */
	const char *x_label, *y_label; /* NULL: the columns' */
};

/* With what is usual for the kind. */
struct plot plot_of(enum chart_kind kind);

/* Sets what the key says: one of where, panels, group, series, value, log, x, y, title.
 * Returns false if there is no such key. */
bool plot_set(struct plot *plot, const char *key, const char *value);

struct plotted {
	struct chart *charts;
	int count;
	int *rows; /* of the table, that are shown */
	int row_count;
};

/* Fails with a message if a condition cannot be read or no row is left. */
bool plot_rows(struct arena *arena, const struct plot *plot, const struct csv *csv,
	struct plotted *plotted, char *message, size_t room);

/* The rows that are shown, with the columns that tell them apart. */
void plotted_csv(const struct plotted *plotted, const struct plot *plot, const struct csv *csv, FILE *out);

#endif
