#ifndef PANEL_H
#define PANEL_H

#include "runtime/chart/chart.h"

#include <stddef.h>
#include <stdio.h>

/* A chart's place in the SVG, and the parts that all kinds are drawn with. Lengths are in pixels. Bold
 * letters are as wide as others of a size more. */

enum { FONT = 12, SMALL_FONT = 10, TITLE_FONT = 14, BOLD = 1, LINE = 16, GAP = 8, COLOURS = 8, TICKS = 16, MOST_WIDTH = 900 };

/* --- text.c --- */

/* An upper bound of a text's width in any common sans-serif font. */
double text_width(const char *text, int font);

/* Writes text escaped for XML; bytes that are not valid UTF-8 become '?'. */
void put_escaped(const char *text, FILE *out);

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

/* The classes are those of chart.css; NULL: none. */
void put_text(double x, double y, enum anchor anchor, const char *classes, const char *text, FILE *out);

/* The length of the first line when a text is broken at spaces and '_' to fit a width, and between
 * any two characters of a word that is wider. */
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

/* --- unit.c --- */

/* What numbers are counted in: 10^power of the base. */
struct unit {
	const char *name, *base;
	int power;
	size_t length; /* of the label without it */
};

/* The unit after a label's last comma; one without a name if there is none. */
struct unit unit_of(const char *label);

/* The power of ten in which numbers up to `most` are best read: milliseconds for 15000 µs. It is the
 * unit's own for less than `large` of it, or a million of what has no unit, and for 0.1 and more. */
int unit_power(const struct unit *unit, double most, double large);

/* Formats a number in that power with its unit, "15 ms" or "150 M", and without, in few digits. */
const char *quantity_text(const struct unit *unit, int power, double value, char text[48]);
const char *value_text(const struct unit *unit, int power, double value, char text[48]);

/* --- chart.c, and bars.c, lines.c and heat_map.c for the kinds --- */

/* One plot. Of bars with many series each group has a plot of its own, whose groups are the
 * series; steps and offset find its values in the data. */
struct panel {
	const struct chart *chart;
	const struct chart_panel *data;
	const char *section, *name;
	int series_count, group_count;
	const char *const *series, *const *groups;
	int series_step, group_step, offset;
	bool alone;                        /* it is the only one */
	double low, high;                  /* of the values, and of the other panels' that share the scale */
	double low_x, high_x;
	struct unit unit;                  /* of the values */
	int power;                         /* in which the values are shown */
	double before, after;              /* room the kind needs left and right of the plot */
	double least_width, most_width;    /* of the plot */
	double plot_height;
	double inset;                      /* of the x scale from the plot's sides */
	double width;                      /* of the plot: the same for all panels */
	double left, right, top, bottom;   /* of the plot */
	struct line_label *labels;             /* room for the name of each series */
	struct scale x, y;                 /* y is that of the values, which bars have from left to right */
};

/* Set the members from `before` to `inset`; of the scales only the numbers, not the positions. */
void measure_bars(struct panel *panel);
void measure_lines(struct panel *panel);
void measure_heat(struct panel *panel);

/* The height of what is below a plot of that width. */
double below_bars(const struct panel *panel, double width);
double below_lines(const struct panel *panel, double width);
double below_heat(const struct panel *panel, double width);

void draw_bars(const struct panel *panel, FILE *out);
void draw_lines(const struct panel *panel, FILE *out);
void draw_heat(const struct panel *panel, FILE *out);

const struct chart_value *panel_value(const struct panel *panel, int series, int group);

/* The position of a line's or roofline's value on the x axis, as a number. */
double panel_x(const struct panel *panel, int series, int group);

/* Whether a value is drawn. */
bool panel_shows(const struct panel *panel, int series, int group);

/* What a value is written as, and the width of the widest one that is drawn. */
const char *panel_number_text(const struct panel *panel, int series, int group, char text[48]);
double panel_widest_number(const struct panel *panel);

/* Whether a series has a value that is drawn. */
bool panel_has_series(const struct panel *panel, int series);

/* The lowest and highest number that is drawn, whiskers included. False if there is none. */
bool panel_range(const struct panel *panel, double *low, double *high);

/* The same for heat maps: a number far above the others does not count. */
bool heat_range(const struct panel *panel, double *low, double *high);

/* Whether the value scale of lines does not begin at zero, for all are far from it. */
bool lines_begin_high(const struct panel *panel);

/* A tick of the value scale: in the panel's unit or, on a logarithmic scale, in its own. */
const char *tick_text(const struct panel *panel, double value, char text[48]);

/* The width of the widest tick of the value scale. */
double widest_tick(const struct panel *panel, int font);

void draw_y_axis(const struct panel *panel, FILE *out);

/* Writes a value's <title>: panel, group, series and the value as it is in the data. */
void put_hint(const struct panel *panel, int series, int group, FILE *out);

/* Classes of chart.css for filled shapes and for lines of a series; beyond the number of colours
 * shapes are hollow and lines dashed. */
const char *fill_class(int series, char text[32]);
const char *line_class(int series, char text[32]);

/* Begins a mark in the shape and colour of a series: its <title> may follow, then mark_end. */
void mark_begin(int series, double x, double y, FILE *out);
void mark_end(FILE *out);

/* --- head.c --- */

/* Writes title, subtitle and legend in an SVG of that width. Returns where they end; only measures
 * if out is NULL. */
double put_head(const struct chart *chart, const struct panel *panels, int count, double width, FILE *out);

/* --- line_labels.c --- */

struct line_label {
	int series;
	double x, end, y; /* the line's end; the name's place */
};

/* The room for the names of series right of the plot of lines, and the least height. */
double labels_width(const struct panel *panel);
double labels_height(const struct panel *panel);
void draw_labels(const struct panel *panel, FILE *out);

#endif
