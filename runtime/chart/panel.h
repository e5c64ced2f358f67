#ifndef PANEL_H
#define PANEL_H

#include "runtime/chart/chart.h"

#include <stdio.h>

/* A chart's place in the SVG, and the parts that all kinds are drawn with. Lengths are in pixels. */

enum { FONT = 12, SMALL_FONT = 10, TITLE_FONT = 14, LINE = 16, GAP = 8, COLOURS = 8, TICKS = 16 };

/* --- text.c --- */

/* An upper bound of a text's width in any common sans-serif font. */
double text_width(const char *text, int font);

/* Writes text escaped for XML; bytes that are not valid UTF-8 become '?'. */
void put_escaped(const char *text, FILE *out);

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

/* The classes are those of chart.css; NULL: none. */
void put_text(double x, double y, enum anchor anchor, const char *classes, const char *text, FILE *out);

/* The length of the first line when a text is broken at spaces and '_' to fit a width; a word
 * that is too wide stays whole. */
size_t line_length(const char *text, int font, double width);

/* Writes a text in lines of at most that width, from y downwards. Returns the number of lines;
 * writes nothing if out is NULL. */
int put_lines(double x, double y, enum anchor anchor, const char *classes, const char *text, int font,
	double width, FILE *out);

/* --- scale.c --- */

/* Maps numbers from low..high to positions from..to. */
struct scale {
	double low, high;
	bool log;
	double from, to;
};

struct ticks {
	int count;
	double value[TICKS];
};

double scale_position(const struct scale *scale, double value);

/* The round numbers at which an axis has a tick. */
struct ticks scale_ticks(const struct scale *scale);

/* Moves the ends outwards to round numbers. */
void scale_round(struct scale *scale);

/* Formats a number for an axis. */
const char *number_text(double value, char text[32]);

/* --- chart.c, and bars.c, lines.c and heat_map.c for the kinds --- */

struct panel {
	const struct chart *chart;
	double width, height;            /* with everything */
	double left, right, top, bottom; /* of the plot, in the panel */
	double before, after;            /* room the kind needs left and right of the plot */
	double above, below;
	double inset;                    /* of the x scale from the plot's sides */
	double plot_width, plot_height;
	struct scale x, y;
};

/* Set the members from `before` on; of the scales only the numbers, not the positions. */
void measure_bars(struct panel *panel);
void measure_lines(struct panel *panel);
void measure_heat(struct panel *panel);

void draw_bars(const struct panel *panel, FILE *out);
void draw_lines(const struct panel *panel, FILE *out);
void draw_heat(const struct panel *panel, FILE *out);

/* The lowest and highest number of a chart, whiskers included; only positive ones on a
 * logarithmic scale. False if the chart has none. */
bool chart_range(const struct chart *chart, bool positive, double *low, double *high);

/* The width of the widest number on the y axis. */
double widest_tick(const struct scale *scale);

void draw_y_axis(const struct panel *panel, FILE *out);

/* Draws a whisker from low to high, unless one of them is NAN. */
void draw_whisker(const struct panel *panel, double x, const struct chart_value *value, FILE *out);

/* " again", a CSS class, for series beyond the number of colours; else "". */
const char *again(int series);

/* Draws a mark in the shape and colour of a series; hint is its tooltip, or NULL. */
void draw_mark(int series, double x, double y, const char *hint, FILE *out);

#endif
