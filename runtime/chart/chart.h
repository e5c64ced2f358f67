#ifndef CHART_H
#define CHART_H

#include <stdbool.h>
#include <stdio.h>

/* Charts as SVG that a browser and a page of Markdown show, on light and dark
 * backgrounds. Same input, same bytes. */

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

/* What bounds a roofline: y = slope*x, or y = level where the slope is 0. */
struct chart_roof {
	const char *label;
	double slope, level;
};

/* Names and labels are any text. Axis labels name the unit. */
struct chart {
	enum chart_kind kind;
	const char *title, *x_label, *y_label; /* the last one of what heat maps show */
	int series_count, group_count;
	const char *const *series;
	const char *const *groups;        /* NULL where x says it */
	const double *x;                  /* of lines, by group; of rooflines, like values */
	const struct chart_value *values; /* [series*group_count + group] */
	const struct chart_roof *roofs;   /* of rooflines */
	int roof_count;
	bool log_x, log_y;                /* of lines; bars have log_y false */
};

/* Writes one SVG with the charts below each other. Returns false if memory is
 * short. */
bool charts_write(const struct chart *charts, int count, FILE *out);

#endif
