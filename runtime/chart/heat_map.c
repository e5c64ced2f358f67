#include "runtime/chart/panel.h"

#include <math.h>

/* Cells with their numbers; smaller is lighter. */

enum { CELL_HEIGHT = 28, LEAST_CELL = 56, SHADES = 10, DARK_FROM = 5 };

static const char *
cell_text(double value, char text[32])
{
	snprintf(text, 32, fabs(value) >= 100 && fabs(value) < 1e6 ? "%.0f" : "%.3g", value);
	return isnan(value) ? "" : text;
}

void
measure_heat(struct panel *panel)
{
	const struct chart *chart = panel->chart;
	double cell = LEAST_CELL, label = 0;
	char text[32];

	if (!chart_range(chart, false, &panel->y.low, &panel->y.high))
		panel->y.low = panel->y.high = 0;
	panel->y.log = panel->y.low > 0;
	for (int g = 0; g < chart->group_count; g++)
		cell = fmax(cell, text_width(chart->groups[g], FONT) + GAP);
	for (int i = 0; i < chart->series_count*chart->group_count; i++)
		cell = fmax(cell, text_width(cell_text(chart->values[i].value, text), FONT) + GAP);
	for (int s = 0; s < chart->series_count; s++)
		label = fmax(label, text_width(chart->series[s], FONT));
	panel->before = label + 2*GAP;
	panel->after = GAP;
	panel->below = GAP + FONT;
	panel->plot_width = chart->group_count*cell;
	panel->plot_height = chart->series_count*CELL_HEIGHT;
}

static int
shade(const struct panel *panel, double value)
{
	struct scale scale = panel->y;
	int n;

	if (scale.low == scale.high)
		return 0;
	scale.from = 0;
	scale.to = SHADES;
	n = (int)scale_position(&scale, value);
	return n >= SHADES ? SHADES - 1 : n;
}

static void
draw_cell(const struct panel *panel, double left, double top, double width, double value, FILE *out)
{
	const int colour = isnan(value) ? 0 : shade(panel, value);
	char text[32];

	fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" class=\"heat", left + 1, top + 1,
		width - 2, CELL_HEIGHT - 2);
	fprintf(out, isnan(value) ? "-none\"/>\n" : "%d\"/>\n", colour);
	if (isnan(value))
		return;
	put_text(left + width/2, top + CELL_HEIGHT/2 + 4, ANCHOR_MIDDLE,
		colour >= DARK_FROM ? "on-dark" : "on-light", cell_text(value, text), out);
}

void
draw_heat(const struct panel *panel, FILE *out)
{
	const struct chart *chart = panel->chart;
	const double width = (panel->right - panel->left)/chart->group_count;

	for (int s = 0; s < chart->series_count; s++) {
		const double top = panel->top + s*CELL_HEIGHT;

		put_text(panel->left - GAP, top + CELL_HEIGHT/2 + 4, ANCHOR_END, NULL, chart->series[s], out);
		for (int g = 0; g < chart->group_count; g++)
			draw_cell(panel, panel->left + g*width, top, width,
				chart->values[s*chart->group_count + g].value, out);
	}
	for (int g = 0; g < chart->group_count; g++)
		put_text(panel->left + (g + 0.5)*width, panel->bottom + GAP + FONT, ANCHOR_MIDDLE, NULL,
			chart->groups[g], out);
}
