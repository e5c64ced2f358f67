#include "runtime/chart/panel.h"

#include "generator/base/embedded.h"

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

bool
chart_range(const struct chart *chart, bool positive, double *low, double *high)
{
	const int count = chart->series_count*chart->group_count;

	*low = INFINITY;
	*high = -INFINITY;
	for (int i = 0; i < count; i++) {
		const double numbers[] = { chart->values[i].value, chart->values[i].low, chart->values[i].high };

		for (int n = 0; n < 3 && !isnan(numbers[0]); n++) {
			if (isnan(numbers[n]) || isinf(numbers[n]) || (positive && numbers[n] <= 0))
				continue;
			*low = fmin(*low, numbers[n]);
			*high = fmax(*high, numbers[n]);
		}
	}
	return *low <= *high;
}

double
widest_tick(const struct scale *scale)
{
	const struct ticks ticks = scale_ticks(scale);
	double widest = 0;
	char text[32];

	for (int i = 0; i < ticks.count; i++)
		widest = fmax(widest, text_width(number_text(ticks.value[i], text), FONT));
	return widest;
}

void
draw_y_axis(const struct panel *panel, FILE *out)
{
	const struct ticks ticks = scale_ticks(&panel->y);
	char text[32];

	for (int i = 0; i < ticks.count; i++) {
		const double y = scale_place(&panel->y, ticks.value[i]);

		fprintf(out, "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>\n", panel->left, y, panel->right);
		put_text(panel->left - GAP, y + 4, ANCHOR_END, NULL, number_text(ticks.value[i], text), out);
	}
	fprintf(out, "<path class=\"axis\" d=\"M%.1f %.1fV%.1f\"/>\n", panel->left, panel->top, panel->bottom);
}

void
draw_whisker(const struct panel *panel, double x, const struct chart_value *value, FILE *out)
{
	double low, high;

	if (isnan(value->low) || isnan(value->high) || value->low >= value->high
			|| (panel->y.log && value->low <= 0))
		return;
	low = scale_place(&panel->y, value->low);
	high = scale_place(&panel->y, value->high);
	fprintf(out, "<path class=\"whisker\" d=\"M%.1f %.1fh6m-3 0V%.1fm-3 0h6\"/>\n", x - 3, low, high);
}

const char *
again(int series)
{
	return series < COLOURS ? "" : " again";
}

void
draw_mark(int series, double x, double y, const char *hint, FILE *out)
{
	/* Around its place, so that shapes tell series apart where colours do not. */
	static const char *const shapes[COLOURS] = {
		"m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", "m-4 -4h8v8h-8z", "m0 -5l5 5l-5 5l-5 -5z",
		"m0 -5l5 9h-10z", "m0 5l5 -9h-10z", "m-5 -2h3v-3h4v3h3v4h-3v3h-4v-3h-3z",
		"m-2 -5h4v10h-4z", "m-5 -2h10v4h-10z",
	};

	fprintf(out, "<path class=\"s%d%s\" d=\"M%.1f %.1f%s\">", series % COLOURS, again(series), x, y,
		shapes[series % COLOURS]);
	if (hint) {
		fputs("<title>", out);
		put_escaped(hint, out);
		fputs("</title>", out);
	}
	fputs("</path>\n", out);
}

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

/* Series and roofs, in lines of at most that width. Returns how high they are; only
 * measures where out is NULL. */
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

/* Title, legend and the name of the y axis, from the top. Returns where they end. */
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
