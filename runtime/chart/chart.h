#ifndef CHART_H
#define CHART_H

#include <stdbool.h>

/* What a chart shows. svg.h draws it, for light and dark backgrounds; same input, same bytes. */

enum chart_kind {
	CHART_BARS,     /* a bar for each series in each group, from zero */
	CHART_LINES,    /* a line for each series over numbers */
	CHART_HEAT,     /* a row of coloured cells for each series */
	CHART_ROOFLINE, /* marks under what the machine can do, both axes logarithmic */
};

/* NAN: there is none. Low and high are the ends of a whisker. */
struct chart_value {
	double value, low, high;
};

/* A bound of a roofline: y = slope*x, or y = level if the slope is 0. */
struct chart_roof {
	const char *label;
	double slope, level;
};

/* One of several charts of the same series, drawn side by side. */
struct chart_panel {
	const char *name;                 /* "" for none */
	int group_count;
	const char *const *groups;        /* NULL where x has the numbers */
	const double *x;                  /* of lines, by group; of rooflines, like values */
	const struct chart_value *values; /* [series*group_count + group] */
	const struct chart_roof *roofs;   /* of rooflines */
	int roof_count;
};

/* Names and labels are any text; labels say what groups, values, series and panels are, and may be "".
 * A unit after the last comma, as in "run time, µs", goes to the ticks: see unit.c. */
struct chart {
	enum chart_kind kind;
	const char *title, *x_label, *y_label, *series_label, *panel_label;
	int series_count, panel_count;
	const char *const *series;
	const struct chart_panel *panels;
	bool log_x, log_y; /* of lines; bars have log_y false */
};

/* The number of values that are drawn: those that are numbers and, on a logarithmic scale,
 * positive. Each of them has one mark with a <title> that names it and tells its value. */
int chart_marks(const struct chart *chart);

#endif
