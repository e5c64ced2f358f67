#include "runtime/chart/panel.h"

#include <math.h>

/* Lines over numbers, and rooflines: marks without lines under roofs. */

enum { LEAST_WIDTH = 180, MOST_PLOT = 540, LOW_PLOT = 220, PLOT_HEIGHT = 300, SWATCH = 12 };

static void
measure_x(struct panel *panel)
{
	const struct chart *chart = panel->chart;

	panel->x = (struct scale){ .low = panel->low_x, .high = panel->high_x, .log = chart->log_x };
	if (panel->x.low > panel->x.high)
		panel->x.low = panel->x.high = 1;
	if (panel->x.low == panel->x.high || chart->kind == CHART_ROOFLINE)
		scale_round(&panel->x);
}

/* Extends the scales to where the roofs meet, those of all panels. */
static void
measure_roofs(struct panel *panel)
{
	const struct chart *chart = panel->chart;
	double slope = 0, level = 0;

	for (int p = 0; p < chart->panel_count; p++)
		for (int r = 0; r < chart->panels[p].roof_count; r++) {
			slope = fmax(slope, chart->panels[p].roofs[r].slope);
			level = fmax(level, chart->panels[p].roofs[r].level);
		}
	if (slope > 0 && level > 0)
		panel->x.high = fmax(panel->x.high, 2*level/slope);
	panel->x.low /= 2;
	scale_round(&panel->x);
	panel->y.high = fmax(panel->y.high, level > 0 ? 2*level : slope*panel->x.high);
	scale_round(&panel->y);
}

bool
lines_begin_high(const struct panel *panel)
{
	return !panel->chart->log_y && panel->low > panel->high/2;
}

void
measure_lines(struct panel *panel)
{
	const struct chart *chart = panel->chart;
	const bool lines = chart->kind == CHART_LINES;

	measure_x(panel);
	panel->y = (struct scale){
		.low = chart->log_y || panel->low < 0 || lines_begin_high(panel) ? panel->low : 0,
		.high = panel->high, .log = chart->log_y,
	};
	scale_round(&panel->y);
	if (panel->chart->kind == CHART_ROOFLINE)
		measure_roofs(panel);
	panel->before = widest_tick(panel, FONT) + 2*GAP;
	panel->after = lines ? labels_width(panel) : 5*GAP;
	panel->inset = lines ? 2*GAP : 0;
	panel->least_width = LEAST_WIDTH;
	panel->most_width = MOST_PLOT;
	panel->plot_height = fmax(panel->alone ? PLOT_HEIGHT : LOW_PLOT, lines ? labels_height(panel) : 0);
}

/* Where there are points, or else at round numbers. */
static struct ticks
x_ticks(const struct panel *panel)
{
	const struct chart *chart = panel->chart;
	struct ticks ticks = { 0 };

	if (chart->kind == CHART_ROOFLINE || panel->group_count > TICKS)
		return scale_ticks(&panel->x);
	for (int g = 0; g < panel->group_count; g++)
		if (!isnan(panel->data->x[g]) && !(panel->x.log && panel->data->x[g] <= 0))
			ticks.value[ticks.count++] = panel->data->x[g];
	return ticks;
}

/* Leaves out numbers that would touch the one before. */
static void
draw_x_axis(const struct panel *panel, FILE *out)
{
	const struct unit count = unit_of("");
	const struct ticks ticks = x_ticks(panel);
	double free_from = 0;

	for (int i = 0; i < ticks.count; i++) {
		const double x = scale_position(&panel->x, ticks.value[i]);
		char text[48];
		double half;

		fprintf(out, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>\n", x, panel->top, panel->bottom);
		quantity_text(&count, unit_power(&count, ticks.value[i], 1e3), ticks.value[i], text);
		half = text_width(text, FONT)/2;
		if (x - half < free_from)
			continue;
		put_text(x, panel->bottom + GAP + FONT, ANCHOR_MIDDLE, NULL, text, out);
		free_from = x + half + GAP;
	}
	fprintf(out, "<path class=\"axis\" d=\"M%.1f %.1fH%.1f\"/>\n", panel->left, panel->bottom, panel->right);
}

static double
x_position(const struct panel *panel, int series, int group)
{
	return scale_position(&panel->x, panel_x(panel, series, group));
}

/* Through all points of the series, also where another one has points between. */
static void
draw_line(const struct panel *panel, int series, FILE *out)
{
	char step = 'M', classes[32];

	fprintf(out, "<path class=\"%s\" d=\"", line_class(series, classes));
	for (int g = 0; g < panel->group_count; g++) {
		if (!panel_shows(panel, series, g))
			continue;
		fprintf(out, "%c%.1f %.1f", step, x_position(panel, series, g),
			scale_position(&panel->y, panel_value(panel, series, g)->value));
		step = 'L';
	}
	fputs("\"/>\n", out);
}

static void
draw_whisker(const struct panel *panel, double x, const struct chart_value *value, FILE *out)
{
	if (value->low < value->high && !(panel->y.log && value->low <= 0))
		fprintf(out, "<path class=\"whisker\" d=\"M%.1f %.1fh6m-3 0V%.1fm-3 0h6\"/>\n", x - 3,
			scale_position(&panel->y, value->low), scale_position(&panel->y, value->high));
}

static void
draw_marks(const struct panel *panel, int series, FILE *out)
{
	for (int g = 0; g < panel->group_count; g++) {
		const struct chart_value *value = panel_value(panel, series, g);

		if (!panel_shows(panel, series, g))
			continue;
		draw_whisker(panel, x_position(panel, series, g), value, out);
		mark_begin(series, x_position(panel, series, g), scale_position(&panel->y, value->value), out);
		put_hint(panel, series, g, out);
		mark_end(out);
	}
}

/* As far as the plot goes; the corner above it, where no kernel can be, has its name. */
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
	if (x[0] < x[1])
		fprintf(out, "<path class=\"roof\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", scale_position(&panel->x, x[0]),
			scale_position(&panel->y, y[0]), scale_position(&panel->x, x[1]), scale_position(&panel->y, y[1]));
}

static void
draw_roofs(const struct panel *panel, FILE *out)
{
	const struct chart_panel *data = panel->data;
	double level = panel->y.high;

	for (int r = 0; r < data->roof_count; r++)
		if (data->roofs[r].slope <= 0)
			level = fmin(level, data->roofs[r].level);
	for (int r = 0; r < data->roof_count; r++) {
		const double y = panel->top + FONT + GAP + r*LINE;

		draw_roof(panel, &data->roofs[r], level, out);
		fprintf(out, "<path class=\"roof\" d=\"M%.1f %.1fh%d\"/>\n", panel->left + GAP, y - 4, SWATCH);
		put_text(panel->left + 2*GAP + SWATCH, y, ANCHOR_START, NULL, data->roofs[r].label, out);
	}
}

/* Writes what x is below its numbers, or only counts the lines. */
static int
put_x_label(const struct panel *panel, double width, FILE *out)
{
	return put_lines((panel->left + panel->right)/2, panel->bottom + GAP + FONT + LINE, ANCHOR_MIDDLE, NULL,
		panel->chart->x_label, FONT, width, out);
}

double
below_lines(const struct panel *panel, double width)
{
	return GAP + FONT + put_x_label(panel, width, NULL)*(FONT + 3);
}

void
draw_lines(const struct panel *panel, FILE *out)
{
	const bool lines = panel->chart->kind == CHART_LINES;

	draw_x_axis(panel, out);
	put_x_label(panel, panel->right - panel->left, out);
	draw_y_axis(panel, out);
	draw_roofs(panel, out);
	for (int s = 0; s < panel->series_count && lines; s++)
		draw_line(panel, s, out);
	for (int s = 0; s < panel->series_count; s++)
		draw_marks(panel, s, out);
	if (lines)
		draw_labels(panel, out);
}
