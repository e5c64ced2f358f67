#include "runtime/chart/panel.h"

#include <math.h>

/* Lines over numbers, and rooflines: marks without lines under roofs. */

enum { PLOT_WIDTH = 560, PLOT_HEIGHT = 300 };

static double
x_position(const struct panel *panel, int series, int group)
{
	const struct chart *chart = panel->chart;

	return scale_position(&panel->x, chart->kind == CHART_ROOFLINE
		? chart->x[series*chart->group_count + group] : chart->x[group]);
}

static void
measure_x(struct panel *panel)
{
	const struct chart *chart = panel->chart;
	const int count = chart->kind == CHART_ROOFLINE ? chart->group_count*chart->series_count
		: chart->group_count;

	panel->x = (struct scale){ .low = INFINITY, .high = -INFINITY, .log = chart->log_x };
	for (int i = 0; i < count; i++) {
		if (isnan(chart->x[i]) || (panel->x.log && chart->x[i] <= 0))
			continue;
		panel->x.low = fmin(panel->x.low, chart->x[i]);
		panel->x.high = fmax(panel->x.high, chart->x[i]);
	}
	if (panel->x.low > panel->x.high)
		panel->x.low = panel->x.high = 1;
	if (panel->x.low == panel->x.high || chart->kind == CHART_ROOFLINE)
		scale_round(&panel->x);
}

/* Extends the scales to where the roofs meet. */
static void
measure_roofs(struct panel *panel)
{
	const struct chart *chart = panel->chart;
	double slope = 0, level = 0;

	for (int r = 0; r < chart->roof_count; r++) {
		slope = fmax(slope, chart->roofs[r].slope);
		level = fmax(level, chart->roofs[r].level);
	}
	if (slope > 0 && level > 0)
		panel->x.high = fmax(panel->x.high, 2*level/slope);
	panel->x.low /= 2;
	scale_round(&panel->x);
	panel->y.high = fmax(panel->y.high, level > 0 ? 2*level : slope*panel->x.high);
	scale_round(&panel->y);
}

void
measure_lines(struct panel *panel)
{
	const struct chart *chart = panel->chart;
	double low, high;

	measure_x(panel);
	if (!chart_range(chart, chart->log_y, &low, &high))
		low = high = 1;
	panel->y = (struct scale){ .low = chart->log_y || low < 0 ? low : 0, .high = high, .log = chart->log_y };
	scale_round(&panel->y);
	if (chart->roof_count)
		measure_roofs(panel);
	panel->before = widest_tick(&panel->y) + 2*GAP;
	panel->after = 5*GAP;
	panel->inset = chart->kind == CHART_LINES ? 2*GAP : 0;
	panel->below = GAP + FONT;
	panel->plot_width = PLOT_WIDTH;
	panel->plot_height = PLOT_HEIGHT;
}

/* Where there are points, or else at round numbers. */
static struct ticks
x_ticks(const struct panel *panel)
{
	const struct chart *chart = panel->chart;
	struct ticks ticks = { 0 };

	if (chart->kind == CHART_ROOFLINE || chart->group_count > TICKS)
		return scale_ticks(&panel->x);
	for (int g = 0; g < chart->group_count; g++)
		if (!isnan(chart->x[g]) && !(panel->x.log && chart->x[g] <= 0))
			ticks.value[ticks.count++] = chart->x[g];
	return ticks;
}

/* Leaves out numbers that would touch the one before. */
static void
draw_x_axis(const struct panel *panel, FILE *out)
{
	const struct ticks ticks = x_ticks(panel);
	double free_from = 0;

	for (int i = 0; i < ticks.count; i++) {
		const double x = scale_position(&panel->x, ticks.value[i]);
		char text[32];
		double half;

		fprintf(out, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>\n", x, panel->top, panel->bottom);
		half = text_width(number_text(ticks.value[i], text), FONT)/2;
		if (x - half < free_from)
			continue;
		put_text(x, panel->bottom + GAP + FONT, ANCHOR_MIDDLE, NULL, text, out);
		free_from = x + half + GAP;
	}
	fprintf(out, "<path class=\"axis\" d=\"M%.1f %.1fH%.1f\"/>\n", panel->left, panel->bottom, panel->right);
}

static bool
is_shown(const struct panel *panel, int series, int group)
{
	const struct chart *chart = panel->chart;
	const double y = chart->values[series*chart->group_count + group].value;
	const double x = chart->kind == CHART_ROOFLINE ? chart->x[series*chart->group_count + group]
		: chart->x[group];

	return !isnan(y) && !isnan(x) && !(panel->y.log && y <= 0) && !(panel->x.log && x <= 0);
}

static void
draw_line(const struct panel *panel, int series, FILE *out)
{
	const struct chart *chart = panel->chart;
	char step = 'M';

	fprintf(out, "<path class=\"line l%d%s\" d=\"", series % COLOURS, again(series));
	for (int g = 0; g < chart->group_count; g++) {
		if (!is_shown(panel, series, g)) {
			step = 'M';
			continue;
		}
		fprintf(out, "%c%.1f %.1f", step, x_position(panel, series, g), scale_position(&panel->y,
			chart->values[series*chart->group_count + g].value));
		step = 'L';
	}
	fputs("\"/>\n", out);
}

static void
draw_marks(const struct panel *panel, int series, FILE *out)
{
	const struct chart *chart = panel->chart;

	for (int g = 0; g < chart->group_count; g++) {
		const struct chart_value *value = &chart->values[series*chart->group_count + g];
		char hint[256], x[32], y[32];

		if (!is_shown(panel, series, g))
			continue;
		if (chart->groups)
			snprintf(x, sizeof x, "%.31s", chart->groups[g]);
		else
			number_text(chart->x[g], x);
		snprintf(hint, sizeof hint, "%.160s, %s: %s", chart->series[series], x,
			number_text(value->value, y));
		draw_whisker(panel, x_position(panel, series, g), value, out);
		draw_mark(series, x_position(panel, series, g), scale_position(&panel->y, value->value), hint, out);
	}
}

/* As far as the plot goes, its name above its left end. */
static void
draw_roof(const struct panel *panel, const struct chart_roof *roof, double level, FILE *out)
{
	double x[2] = { panel->x.low, panel->x.high }, y[2];

	if (roof->slope > 0) {
		x[0] = fmax(x[0], panel->y.low/roof->slope);
		x[1] = fmin(x[1], level/roof->slope);
		y[0] = roof->slope*x[0];
		y[1] = roof->slope*x[1];
	} else
		y[0] = y[1] = roof->level;
	fprintf(out, "<path class=\"roof\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", scale_position(&panel->x, x[0]),
		scale_position(&panel->y, y[0]), scale_position(&panel->x, x[1]), scale_position(&panel->y, y[1]));
}

static void
draw_roofs(const struct panel *panel, FILE *out)
{
	const struct chart *chart = panel->chart;
	double level = panel->y.high;

	for (int r = 0; r < chart->roof_count; r++)
		if (chart->roofs[r].slope <= 0)
			level = fmin(level, chart->roofs[r].level);
	for (int r = 0; r < chart->roof_count; r++)
		draw_roof(panel, &chart->roofs[r], level, out);
}

void
draw_lines(const struct panel *panel, FILE *out)
{
	const struct chart *chart = panel->chart;

	draw_x_axis(panel, out);
	draw_y_axis(panel, out);
	draw_roofs(panel, out);
	for (int s = 0; s < chart->series_count; s++) {
		if (chart->kind == CHART_LINES)
			draw_line(panel, s, out);
		draw_marks(panel, s, out);
	}
}
