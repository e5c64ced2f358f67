#include "runtime/chart/panel.h"

#include <math.h>

/* Bars from left to right, always from zero: the name of each group on the left, the number of each
 * bar at its end. A bar without a number has no room. */

enum { BAR = 15, BETWEEN = 7, MOST_LABEL = 220, LEAST_PLOT = 110, MOST_PLOT = 420 };

static int
bar_count(const struct panel *panel, int group)
{
	int count = 0;

	for (int s = 0; s < panel->series_count; s++)
		count += panel_shows(panel, s, group);
	return count;
}

static double
label_height(const struct panel *panel, int group)
{
	return put_lines(0, 0, ANCHOR_END, NULL, panel->groups[group], FONT, MOST_LABEL, NULL)*(FONT + 3);
}

/* Of the bars of a group and what is below them; 0 if it has none. */
static double
group_height(const struct panel *panel, int group)
{
	const int bars = bar_count(panel, group);

	return bars ? fmax(bars*BAR, label_height(panel, group)) + BETWEEN : 0;
}

static double
label_width(const struct panel *panel)
{
	double widest = 0;

	for (int g = 0; g < panel->group_count; g++)
		if (bar_count(panel, g))
			widest = fmax(widest, text_width(panel->groups[g], FONT));
	return fmin(widest, MOST_LABEL);
}

void
measure_bars(struct panel *panel)
{
	const double number = panel_widest_number(panel) + GAP;

	panel->y = (struct scale){
		.low = panel->low < 0 ? panel->low : 0, .high = panel->high > 0 ? panel->high : panel->low < 0 ? 0 : 1,
	};
	scale_round(&panel->y);
	panel->before = label_width(panel) + 2*GAP + (panel->low < 0 ? number : 0);
	panel->after = fmax(number, widest_tick(panel, SMALL_FONT)/2) + GAP;
	panel->least_width = LEAST_PLOT;
	panel->most_width = MOST_PLOT;
	panel->plot_height = BETWEEN;
	for (int g = 0; g < panel->group_count; g++)
		panel->plot_height += group_height(panel, g);
}

double
below_bars(const struct panel *panel, double width)
{
	(void)panel;
	(void)width;
	return SMALL_FONT + 4;
}

/* Writes the number of every second, third ... tick if all have no room. */
static void
draw_ticks(const struct panel *panel, FILE *out)
{
	const struct ticks ticks = scale_ticks(&panel->y);
	const double room = (panel->right - panel->left)/(ticks.count > 1 ? ticks.count - 1 : 1);
	const int stride = 1 + (int)((widest_tick(panel, SMALL_FONT) + GAP)/room);

	for (int i = 0; i < ticks.count; i++) {
		const double x = scale_position(&panel->y, ticks.value[i]);
		char text[48];

		fprintf(out, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>\n", x, panel->top, panel->bottom);
		if (i % stride == 0)
			put_text(x, panel->bottom + SMALL_FONT + 4, ANCHOR_MIDDLE, "small",
				tick_text(panel, ticks.value[i], text), out);
	}
}

/* From low to high, unless there is none. */
static void
draw_whisker(const struct panel *panel, double y, const struct chart_value *value, FILE *out)
{
	if (value->low < value->high)
		fprintf(out, "<path class=\"whisker\" d=\"M%.1f %.1fv6m0 -3H%.1fm0 -3v6\"/>\n",
			scale_position(&panel->y, value->low), y - 3, scale_position(&panel->y, value->high));
}

static void
draw_bar(const struct panel *panel, int series, int group, double top, FILE *out)
{
	const struct chart_value *value = panel_value(panel, series, group);
	const double zero = scale_position(&panel->y, 0), end = scale_position(&panel->y, value->value);
	const bool negative = value->value < 0;
	double tip = end;
	char text[48];

	fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" class=\"%s\">",
		fmin(zero, end), top + 1, fabs(end - zero), BAR - 2, fill_class(series % COLOURS, text));
	put_hint(panel, series, group, out);
	fputs("</rect>\n", out);
	draw_whisker(panel, top + BAR/2.0, value, out);
	if (value->low < value->high)
		tip = negative ? fmin(end, scale_position(&panel->y, value->low))
			: fmax(end, scale_position(&panel->y, value->high));
	put_text(tip + (negative ? -4 : 4), top + BAR - 4, negative ? ANCHOR_END : ANCHOR_START, "small",
		panel_number_text(panel, series, group, text), out);
}

void
draw_bars(const struct panel *panel, FILE *out)
{
	const double numbers = panel->low < 0 ? panel_widest_number(panel) + GAP : 0;
	double top = panel->top + BETWEEN;

	draw_ticks(panel, out);
	for (int g = 0; g < panel->group_count; g++) {
		const double height = group_height(panel, g) - BETWEEN, label = label_height(panel, g);
		double y = top + (height - bar_count(panel, g)*BAR)/2;

		if (!bar_count(panel, g))
			continue;
		put_lines(panel->left - GAP - numbers, top + (height - label)/2 + FONT, ANCHOR_END, NULL,
			panel->groups[g], FONT, MOST_LABEL, out);
		for (int s = 0; s < panel->series_count; s++)
			if (panel_shows(panel, s, g)) {
				draw_bar(panel, s, g, y, out);
				y += BAR;
			}
		top += height + BETWEEN;
	}
	fprintf(out, "<path class=\"axis\" d=\"M%.1f %.1fV%.1f\"/>\n", scale_position(&panel->y, 0), panel->top,
		panel->bottom);
}
