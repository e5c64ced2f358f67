#include "runtime/chart/panel.h"

#include <math.h>

/* Bars always start at zero. */

enum { BAR = 24, BETWEEN = 14, LEAST_GROUP = 48, PLOT_HEIGHT = 260 };

static double
longest_word(const char *text)
{
	double widest = 0;

	while (*text) {
		const size_t length = line_length(text, FONT, 0);
		char word[128];
		const double width = text_width((snprintf(word, sizeof word, "%.*s", (int)length, text), word), FONT);

		if (widest < width)
			widest = width;
		text += length;
	}
	return widest;
}

/* Wide enough for its bars and for the words below. */
static double
group_width(const struct chart *chart)
{
	double width = chart->series_count*BAR + BETWEEN;

	if (width < LEAST_GROUP)
		width = LEAST_GROUP;
	for (int g = 0; g < chart->group_count; g++) {
		const double word = longest_word(chart->groups[g]) + GAP;

		if (width < word)
			width = word;
	}
	return width;
}

static int
label_lines(const struct chart *chart, double width)
{
	int most = 1;

	for (int g = 0; g < chart->group_count; g++) {
		const int lines = put_lines(0, 0, ANCHOR_MIDDLE, NULL, chart->groups[g], FONT, width - GAP, NULL);

		if (most < lines)
			most = lines;
	}
	return most;
}

void
measure_bars(struct panel *panel)
{
	const struct chart *chart = panel->chart;
	const double width = group_width(chart);
	double low, high;

	if (!chart_range(chart, false, &low, &high))
		low = high = 0;
	panel->y = (struct scale){ .low = low < 0 ? low : 0, .high = high > 0 ? high : low < 0 ? 0 : 1 };
	scale_round(&panel->y);
	panel->before = widest_tick(&panel->y) + 2*GAP;
	panel->after = GAP;
	panel->above = SMALL_FONT;
	panel->below = GAP + label_lines(chart, width)*(FONT + 3);
	panel->plot_width = chart->group_count*width;
	panel->plot_height = PLOT_HEIGHT;
}

/* Writes the number above a bar unless it is wider than the bar. */
static void
draw_number(const struct panel *panel, double x, const struct chart_value *value, FILE *out)
{
	char text[32];
	const double top = value->high > value->value ? value->high : value->value;

	snprintf(text, sizeof text, "%.3g", value->value);
	if (fabs(value->value) >= 1000 && fabs(value->value) < 1e5)
		snprintf(text, sizeof text, "%.0f", value->value);
	if (text_width(text, SMALL_FONT) <= BAR - 1)
		put_text(x, scale_position(&panel->y, top > 0 ? top : 0) - 4, ANCHOR_MIDDLE, "small", text, out);
}

static void
draw_bar(const struct panel *panel, int group, int series, double left, FILE *out)
{
	const struct chart *chart = panel->chart;
	const struct chart_value *value = &chart->values[series*chart->group_count + group];
	const double zero = scale_position(&panel->y, 0);
	double end;

	if (isnan(value->value))
		return;
	end = scale_position(&panel->y, value->value);
	fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" class=\"s%d%s\"><title>",
		left + 1, end < zero ? end : zero, BAR - 2, fabs(zero - end), series % COLOURS, again(series));
	put_escaped(chart->groups[group], out);
	fputs(", ", out);
	put_escaped(chart->series[series], out);
	fprintf(out, ": %.6g</title></rect>\n", value->value);
	draw_whisker(panel, left + BAR/2, value, out);
	draw_number(panel, left + BAR/2, value, out);
}

void
draw_bars(const struct panel *panel, FILE *out)
{
	const struct chart *chart = panel->chart;
	const double width = (panel->right - panel->left)/chart->group_count;
	const double bars = chart->series_count*BAR;

	draw_y_axis(panel, out);
	for (int g = 0; g < chart->group_count; g++) {
		const double left = panel->left + g*width;

		for (int s = 0; s < chart->series_count; s++)
			draw_bar(panel, g, s, left + (width - bars)/2 + s*BAR, out);
		put_lines(left + width/2, panel->bottom + GAP + FONT, ANCHOR_MIDDLE, NULL, chart->groups[g],
			FONT, width - GAP, out);
	}
	fprintf(out, "<path class=\"axis\" d=\"M%.1f %.1fH%.1f\"/>\n", panel->left,
		scale_position(&panel->y, 0), panel->right);
}
