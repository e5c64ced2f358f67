#include "runtime/chart/panel.h"

#include <math.h>
#include <stdlib.h>

/* Cells with their numbers, as far as they fit; smaller is lighter. The colours are told below. */

enum {
	CELL_HEIGHT = 22, MOST_CELL = 72, MOST_LABEL = 160, SHADES = 10, DARK_FROM = 5,
	KEY_HEIGHT = 8, KEY = 36,
};

#define MORE " and more"

/* How many of the numbers are less than one; counts all if it is INFINITY. */
static int
count_below(const struct panel *panel, double number)
{
	int count = 0;

	for (int s = 0; s < panel->series_count; s++)
		for (int g = 0; g < panel->group_count; g++)
			count += panel_shows(panel, s, g) && panel_value(panel, s, g)->value < number;
	return count;
}

/* The greatest number that has at most `rank` numbers below it and is not above `most`. */
static double
ranked(const struct panel *panel, int rank, double most)
{
	double found = -INFINITY;

	for (int s = 0; s < panel->series_count; s++)
		for (int g = 0; g < panel->group_count; g++) {
			const double value = panel_value(panel, s, g)->value;

			if (panel_shows(panel, s, g) && value > found && value <= most && count_below(panel, value) <= rank)
				found = value;
		}
	return found;
}

/* Up to Tukey's fence, one and a half times the quartiles' distance above them, or half more than
 * the third quartile: what is higher has the darkest colour, and so leaves the others to the rest. */
bool
heat_range(const struct panel *panel, double *low, double *high)
{
	const int count = count_below(panel, INFINITY);
	double first, third;

	if (!count)
		return false;
	first = ranked(panel, count/4, INFINITY);
	third = ranked(panel, 3*(count - 1)/4, INFINITY);
	*low = ranked(panel, 0, INFINITY);
	*high = ranked(panel, count, fmax(third + 1.5*(third - first), 1.5*third));
	return true;
}

static bool
has_more(const struct panel *panel)
{
	for (int s = 0; s < panel->series_count; s++)
		for (int g = 0; g < panel->group_count; g++)
			if (panel_shows(panel, s, g) && panel_value(panel, s, g)->value > panel->high)
				return true;
	return false;
}

/* A number with its unit and the words that follow it. */
static const char *
key_text(const struct panel *panel, double value, const char *words, char text[64])
{
	char number[48], round[48];

	value_text(&panel->unit, panel->power, value, round);
	snprintf(text, 64, "%s%s", quantity_text(&panel->unit, panel->power,
		strtod(round, NULL)*pow(10, panel->power - panel->unit.power), number), words);
	return text;
}

/* The lines of a row's name; writes them if there is an `out`. */
static int
put_name(const struct panel *panel, int series, double middle, FILE *out)
{
	const int lines = put_lines(0, 0, ANCHOR_END, NULL, panel->series[series], FONT, MOST_LABEL, NULL);

	if (out)
		put_lines(panel->left - GAP, middle + 4 - (lines - 1)*(FONT + 3)/2.0, ANCHOR_END, NULL,
			panel->series[series], FONT, MOST_LABEL, out);
	return lines;
}

static double
row_height(const struct panel *panel)
{
	int most = 1;

	for (int s = 0; s < panel->series_count; s++)
		if (panel_has_series(panel, s) && most < put_name(panel, s, 0, NULL))
			most = put_name(panel, s, 0, NULL);
	return fmax(CELL_HEIGHT, most*(FONT + 3));
}

/* Of the longest name of a column, with so much width for all of them. */
static int
heading_lines(const struct panel *panel, double width)
{
	int most = 1;

	for (int g = 0; g < panel->group_count; g++) {
		const int lines = put_lines(0, 0, ANCHOR_MIDDLE, NULL, panel->groups[g], FONT,
			width/panel->group_count - 4, NULL);

		most = most < lines ? lines : most;
	}
	return most;
}

void
measure_heat(struct panel *panel)
{
	const double cell = panel_widest_number(panel) + 6;
	double label = 0;
	char low[64], high[64];
	int rows = 0;

	panel->y = (struct scale){ .low = panel->low, .high = panel->high, .log = panel->low > 0 };
	for (int s = 0; s < panel->series_count; s++)
		if (panel_has_series(panel, s)) {
			label = fmax(label, text_width(panel->series[s], FONT));
			rows++;
		}
	panel->before = fmin(label, MOST_LABEL) + 2*GAP;
	panel->after = GAP;
	panel->least_width = fmin(panel->group_count*cell, MOST_WIDTH - panel->before - panel->after);
	panel->least_width = fmax(panel->least_width, text_width(key_text(panel, panel->low, "", low), SMALL_FONT)
		+ text_width(key_text(panel, panel->high, MORE, high), SMALL_FONT) + GAP);
	panel->most_width = fmax(panel->least_width, panel->group_count*MOST_CELL);
	panel->plot_height = rows*row_height(panel);
}

static int
shade(const struct panel *panel, double value)
{
	struct scale scale = panel->y;

	if (!(scale.low < scale.high) || value >= scale.high)
		return scale.low < scale.high ? SHADES - 1 : 0;
	scale.from = 0;
	scale.to = SHADES;
	return (int)scale_position(&scale, value);
}

static void
draw_cell(const struct panel *panel, int series, int group, double left, double top, double width,
	double height, FILE *out)
{
	const double value = panel_value(panel, series, group)->value;
	const bool shown = panel_shows(panel, series, group);
	const int colour = shown ? shade(panel, value) : 0;
	char text[48];

	fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"heat", left + 1, top + 1,
		width - 2, height - 2);
	if (!shown) {
		fputs("-none\"/>\n", out);
		return;
	}
	fprintf(out, "%d\">", colour);
	put_hint(panel, series, group, out);
	fputs("</rect>\n", out);
	value_text(&panel->unit, panel->power, value, text);
	if (text_width(text, SMALL_FONT) + 4 <= width)
		put_text(left + width/2, top + height/2 + 4, ANCHOR_MIDDLE,
			colour >= DARK_FROM ? "small on-dark" : "small on-light", text, out);
}

/* The colours with the least number and, below the last one, that from which it has no other. */
static void
draw_key(const struct panel *panel, double top, FILE *out)
{
	const double width = (panel->right - panel->left)/SHADES;
	char text[64];

	for (int i = 0; i < SHADES && panel->low < panel->high; i++)
		fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" class=\"heat%d\"/>\n",
			panel->left + i*width, top, width, KEY_HEIGHT, i);
	put_text(panel->left, top + KEY_HEIGHT + SMALL_FONT + 2, ANCHOR_START, "small",
		key_text(panel, panel->low, "", text), out);
	if (panel->low < panel->high)
		put_text(panel->right, top + KEY_HEIGHT + SMALL_FONT + 2, ANCHOR_END, "small",
			key_text(panel, panel->high, has_more(panel) ? MORE : "", text), out);
}

double
below_heat(const struct panel *panel, double width)
{
	return heading_lines(panel, width)*(FONT + 3) + GAP + KEY;
}

void
draw_heat(const struct panel *panel, FILE *out)
{
	const double plot = panel->right - panel->left, width = plot/panel->group_count;
	const double height = row_height(panel);
	double top = panel->top;

	for (int s = 0; s < panel->series_count; s++) {
		if (!panel_has_series(panel, s))
			continue;
		put_name(panel, s, top + height/2, out);
		for (int g = 0; g < panel->group_count; g++)
			draw_cell(panel, s, g, panel->left + g*width, top, width, height, out);
		top += height;
	}
	for (int g = 0; g < panel->group_count; g++)
		put_lines(panel->left + (g + 0.5)*width, panel->bottom + 4 + FONT, ANCHOR_MIDDLE, NULL,
			panel->groups[g], FONT, width - 4, out);
	draw_key(panel, panel->bottom + heading_lines(panel, plot)*(FONT + 3) + 2*GAP, out);
}
