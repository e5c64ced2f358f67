#ifndef CHART_PARTS_H
#define CHART_PARTS_H

#include "runtime/chart/chart.h"

/* What the files of chart*.c share. Lengths are in pixels. */

enum { FONT = 12, SMALL_FONT = 10, TITLE_FONT = 14, LINE = 16, GAP = 8, COLOURS = 8, TICKS = 16 };

/* --- chart_text.c --- */

/* How wide a text is at most, in whatever sans-serif font there is. */
double text_width(const char *text, int font);

/* Writes text so that it is text in XML too. */
void put_escaped(const char *text, FILE *out);

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

/* The classes are those of chart.css; NULL: none. */
void put_text(double x, double y, enum anchor anchor, const char *classes, const char *text, FILE *out);

/* Where the first line of a text ends that is to be at most so wide: after a
 * space or '_' if there is one in time, else after the whole word. */
size_t line_length(const char *text, int font, double width);

/* Writes a text in lines of at most that width, from y downwards, or only counts the
 * lines where out is NULL. */
int put_lines(double x, double y, enum anchor anchor, const char *classes, const char *text, int font,
	double width, FILE *out);

/* --- chart_scale.c --- */

/* Numbers from low to high lie from `from` to `to`. */
struct scale {
	double low, high;
	bool log;
	double from, to;
};

struct ticks {
	int count;
	double value[TICKS];
};

double scale_place(const struct scale *scale, double value);

/* Round numbers that divide the scale. */
struct ticks scale_ticks(const struct scale *scale);

/* Moves the ends outwards to round numbers. */
void scale_round(struct scale *scale);

/* A number as an axis shows it. */
const char *number_text(double value, char text[32]);

/* --- chart.c and one file for each kind --- */

struct panel {
	const struct chart *chart;
	double width, height;            /* with everything */
	double left, right, top, bottom; /* of the plot, in the panel */
	double before, after;            /* room that the kind needs left and right of the plot, */
	double above, below;             /* and there */
	double inset;                    /* of the x scale from the plot's sides */
	double plot_width, plot_height;  /* that it would like */
	struct scale x, y;
};

/* Fills in what a panel needs, from `before` on; the scales get their numbers, not
 * their places. */
void measure_bars(struct panel *panel);
void measure_lines(struct panel *panel);
void measure_heat(struct panel *panel);

void draw_bars(const struct panel *panel, FILE *out);
void draw_lines(const struct panel *panel, FILE *out);
void draw_heat(const struct panel *panel, FILE *out);

/* The lowest and highest number of a chart, whiskers included and more than 0 where
 * only such can be; false if there is none. */
bool chart_range(const struct chart *chart, bool positive, double *low, double *high);

/* The widest number on the y axis. */
double widest_tick(const struct scale *scale);

void draw_y_axis(const struct panel *panel, FILE *out);

/* From low to high, if there is a whisker. */
void draw_whisker(const struct panel *panel, double x, const struct chart_value *value, FILE *out);

/* The class, with a blank before, of series that have the colours of others. */
const char *again(int series);

/* A mark of a series' own shape and colour. */
void draw_mark(int series, double x, double y, const char *hint, FILE *out);

#endif
