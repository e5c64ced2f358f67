#include "runtime/chart/panel.h"

#include <math.h>
#include <string.h>

/* What stands above all plots: the title, what is shown, and which colour is which. */

enum { SWATCH = 12, BETWEEN_ENTRIES = 18, MOST_TEXT = 512 };

/* Appends "; KEY: LABEL" to a text, if there is a label. */
static void
add(char text[MOST_TEXT], const char *key, const char *label)
{
	const size_t length = strlen(text);

	if (*label)
		snprintf(text + length, MOST_TEXT - length, "%s%s%s%s", length ? "; " : "", key, *key ? ": " : "", label);
}

/* The numbers for which logarithmic scales have no place. */
static int
count_left_out(const struct chart *chart)
{
	int count = 0;

	for (int p = 0; p < chart->panel_count; p++)
		for (int i = 0; i < chart->series_count*chart->panels[p].group_count; i++)
			count += isfinite(chart->panels[p].values[i].value);
	return count - chart_marks(chart);
}

/* Whether each group has a plot of its own. */
static bool
groups_have_plots(const struct panel *panels, int count)
{
	return count && panels[0].groups == panels[0].chart->series;
}

/* What the numbers are, and what is told apart where. */
static void
describe(const struct chart *chart, const struct panel *panels, int count, char text[MOST_TEXT])
{
	const bool split = groups_have_plots(panels, count);
	char left_out[64];
	bool high = false, differ = false;

	snprintf(text, MOST_TEXT, "%.*s", (int)unit_of(chart->y_label).length, chart->y_label);
	add(text, split ? "parts" : "plots", chart->panel_label);
	if (chart->kind == CHART_BARS) {
		add(text, split ? "plots" : "rows", chart->x_label);
		add(text, split ? "rows" : "colours", chart->series_label);
	} else if (chart->kind == CHART_HEAT) {
		add(text, "columns", chart->x_label);
		add(text, "rows", chart->series_label);
	} else
		add(text, chart->kind == CHART_LINES ? "lines" : "colours", chart->series_label);
	for (int i = 0; i < count; i++) {
		high |= chart->kind == CHART_LINES && lines_begin_high(&panels[i]);
		differ |= panels[i].low != panels[0].low || panels[i].high != panels[0].high;
	}
	if (high)
		add(text, "", "the axis does not begin at 0");
	if (differ)
		add(text, "", "scales differ");
	if (count_left_out(chart)) {
		snprintf(left_out, sizeof left_out, "%d", count_left_out(chart));
		add(text, "0 or less, so not drawn", left_out);
	}
}

static void
draw_swatch(const struct chart *chart, int entry, double x, double y, FILE *out)
{
	char classes[32];

	if (chart->kind == CHART_BARS)
		fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\" class=\"%s\"/>\n", x,
			y - 10, SWATCH, SWATCH, fill_class(entry, classes));
	else {
		mark_begin(entry, x + SWATCH/2.0, y - 4, out);
		mark_end(out);
	}
}

/* Writes the series in lines of at most that width. Returns their height; only measures
 * if out is NULL. */
static double
put_legend(const struct chart *chart, double top, double width, FILE *out)
{
	double x = GAP, y = top + FONT;

	for (int e = 0; e < chart->series_count; e++) {
		const char *text = chart->series[e];
		const double needed = SWATCH + 6 + text_width(text, FONT);

		if (!*text)
			continue;
		if (x > GAP && x + needed > width - GAP) {
			x = GAP;
			y += LINE;
		}
		if (out) {
			draw_swatch(chart, e, x, y, out);
			put_text(x + SWATCH + 6, y, ANCHOR_START, NULL, text, out);
		}
		x += needed + BETWEEN_ENTRIES;
	}
	return x > GAP ? y + GAP - top : 0;
}

double
put_head(const struct chart *chart, const struct panel *panels, int count, double width, FILE *out)
{
	const double room = width - 2*GAP;
	char text[MOST_TEXT];
	double y = GAP;

	y += put_lines(GAP, y + TITLE_FONT, ANCHOR_START, "title", chart->title, TITLE_FONT + BOLD, room, out)
		*(TITLE_FONT + BOLD + 3) + GAP;
	describe(chart, panels, count, text);
	y += put_lines(GAP, y + FONT, ANCHOR_START, NULL, text, FONT, room, out)*(FONT + 3) + GAP;
	if (chart->kind == CHART_ROOFLINE || (chart->kind == CHART_BARS && !groups_have_plots(panels, count)))
		y += put_legend(chart, y, width, out);
	return y;
}
