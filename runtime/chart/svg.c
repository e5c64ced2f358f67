#include "runtime/chart/svg.h"

#include "generator/base/embedded.h"
#include "runtime/chart/panel.h"

#include <math.h>
#include <stdlib.h>

enum { SWATCH = 12, LEAST_WIDTH = 480, BETWEEN_ENTRIES = 18 };

static const struct {
	void (*measure)(struct panel *panel);
	void (*draw)(const struct panel *panel, FILE *out);
	bool legend;
} kinds[] = {
	[CHART_BARS]     = { measure_bars,  draw_bars,  true },
	[CHART_LINES]    = { measure_lines, draw_lines, true },
	[CHART_HEAT]     = { measure_heat,  draw_heat,  false },
	[CHART_ROOFLINE] = { measure_lines, draw_lines, true },
};

static void
draw_swatch(const struct chart *chart, int entry, double x, double y, FILE *out)
{
	if (entry >= chart->series_count)
		fprintf(out, "<path class=\"roof\" d=\"M%.1f %.1fh%d\"/>\n", x, y - 4, SWATCH);
	else if (chart->kind == CHART_BARS)
		fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\" class=\"s%d%s\"/>\n", x,
			y - 10, SWATCH, SWATCH, entry % COLOURS, again(entry));
	else
		draw_mark(entry, x + SWATCH/2, y - 4, NULL, out);
}

/* Writes series and roofs in lines of at most that width. Returns their height; only measures
 * if out is NULL. */
static double
put_legend(const struct chart *chart, double left, double top, double width, FILE *out)
{
	double x = left, y = top + FONT;

	if (!kinds[chart->kind].legend || chart->series_count + chart->roof_count < 2)
		return 0;
	for (int e = 0; e < chart->series_count + chart->roof_count; e++) {
		const char *text = e < chart->series_count ? chart->series[e]
			: chart->roofs[e - chart->series_count].label;
		const double needed = SWATCH + 6 + text_width(text, FONT);

		if (x > left && x + needed > left + width) {
			x = left;
			y += LINE;
		}
		if (out) {
			draw_swatch(chart, e, x, y, out);
			put_text(x + SWATCH + 6, y, ANCHOR_START, NULL, text, out);
		}
		x += needed + BETWEEN_ENTRIES;
	}
	return y + GAP - top;
}

static double
widest_entry(const struct chart *chart)
{
	double widest = 0;

	for (int s = 0; s < chart->series_count; s++)
		widest = fmax(widest, text_width(chart->series[s], FONT));
	for (int r = 0; r < chart->roof_count; r++)
		widest = fmax(widest, text_width(chart->roofs[r].label, FONT));
	return SWATCH + 6 + widest;
}

/* Writes title, legend and the label of the y axis from the top down. Returns where they end. */
static double
put_head(const struct panel *panel, FILE *out)
{
	const struct chart *chart = panel->chart;
	const double width = panel->width - 2*GAP;
	double y = GAP;

	y += put_lines(GAP, y + TITLE_FONT, ANCHOR_START, "title", chart->title, TITLE_FONT, width, out)
		*(TITLE_FONT + 3) + GAP;
	y += put_legend(chart, GAP, y, width, out);
	y += put_lines(GAP, y + FONT, ANCHOR_START, NULL, chart->y_label, FONT, width, out)*(FONT + 3) + GAP;
	return y;
}

static void
measure(struct panel *panel)
{
	const struct chart *chart = panel->chart;
	double width;

	kinds[chart->kind].measure(panel);
	width = panel->before + panel->plot_width + panel->after;
	panel->width = fmax(width, fmax(LEAST_WIDTH, widest_entry(chart) + 2*GAP));
	panel->width = fmax(panel->width, text_width(chart->x_label, FONT) + panel->before + 2*GAP);
	panel->left = panel->before;
	panel->right = panel->left + panel->plot_width;
	panel->top = put_head(panel, NULL) + panel->above;
	panel->bottom = panel->top + panel->plot_height;
	panel->height = panel->bottom + panel->below + (*chart->x_label ? LINE : 0) + 2*GAP;
	panel->x.from = panel->left + panel->inset;
	panel->x.to = panel->right - panel->inset;
	panel->y.from = panel->bottom;
	panel->y.to = panel->top;
}

static void
draw(const struct panel *panel, double top, FILE *out)
{
	const struct chart *chart = panel->chart;
	const double middle = (panel->left + panel->right)/2;
	const double half = text_width(chart->x_label, FONT)/2;

	fprintf(out, "<g transform=\"translate(0,%.1f)\">\n", top);
	put_head(panel, out);
	kinds[chart->kind].draw(panel, out);
	if (*chart->x_label)
		put_text(fmax(middle, half + GAP), panel->bottom + panel->below + LINE, ANCHOR_MIDDLE, NULL,
			chart->x_label, out);
	fputs("</g>\n", out);
}

bool
charts_write(const struct chart *charts, int count, FILE *out)
{
	struct panel *panels = calloc((size_t)count + 1, sizeof *panels);
	double width = 0, height = 0;

	if (!panels)
		return false;
	for (int i = 0; i < count; i++) {
		panels[i].chart = &charts[i];
		measure(&panels[i]);
		width = fmax(width, panels[i].width);
		height += panels[i].height;
	}
	fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\""
		" viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n<style>\n%s</style>\n"
		"<rect width=\"100%%\" height=\"100%%\" class=\"paper\"/>\n", ceil(width), ceil(height),
		ceil(width), ceil(height), (const char *)embedded_find("runtime/chart/chart.css")->text);
	height = 0;
	for (int i = 0; i < count; i++) {
		draw(&panels[i], height, out);
		height += panels[i].height;
	}
	fputs("</svg>\n", out);
	free(panels);
	return true;
}
