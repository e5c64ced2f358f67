#include "runtime/chart/svg.h"

#include "generator/base/embedded.h"
#include "runtime/chart/panel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bars of more series than MOST_COLOURED get a plot for each group. Plots share their scale if the
 * greatest numbers of all of them are within a factor of ALIKE. */
enum { MOST_COLOURED = 3, LEAST_WIDTH = 480, BETWEEN = 14, ALIKE = 3, MOST_COLUMNS = 3 };

static const struct {
	bool (*range)(const struct panel *panel, double *low, double *high);
	void (*measure)(struct panel *panel);
	double (*below)(const struct panel *panel, double width);
	void (*draw)(const struct panel *panel, FILE *out);
} kinds[] = {
	[CHART_BARS]     = { panel_range, measure_bars,  below_bars,  draw_bars },
	[CHART_LINES]    = { panel_range, measure_lines, below_lines, draw_lines },
	[CHART_HEAT]     = { heat_range,  measure_heat,  below_heat,  draw_heat },
	[CHART_ROOFLINE] = { panel_range, measure_lines, below_lines, draw_lines },
};

struct drawing {
	const struct chart *chart;
	struct panel *panels;
	struct line_label *labels;
	int count, columns;
	double width, height;
};

static bool
is_split(const struct chart *chart)
{
	return chart->kind == CHART_BARS && chart->series_count > MOST_COLOURED;
}

static struct panel
whole(const struct chart *chart, const struct chart_panel *data)
{
	return (struct panel){
		.chart = chart, .data = data, .section = "", .name = data->name,
		.series_count = chart->series_count, .series = chart->series,
		.group_count = data->group_count, .groups = data->groups,
		.series_step = data->group_count, .group_step = 1,
		.unit = unit_of(chart->y_label), .low_x = 1, .high_x = 1,
	};
}

/* The plot of a group, whose series are its groups. */
static struct panel
part(const struct panel *all, int group)
{
	static const char *const unnamed[] = { "" };
	struct panel panel = *all;

	panel.section = all->name;
	panel.name = all->groups[group];
	panel.series_count = 1;
	panel.series = unnamed;
	panel.group_count = all->series_count;
	panel.groups = all->series;
	panel.series_step = 0;
	panel.group_step = all->group_count;
	panel.offset = group;
	return panel;
}

/* The least and greatest x of lines and rooflines, from all panels. */
static void
find_range_of_x(struct panel *panels, int count)
{
	double low = INFINITY, high = -INFINITY;

	for (int i = 0; i < count; i++)
		for (int s = 0; s < panels[i].series_count; s++)
			for (int g = 0; g < panels[i].group_count; g++)
				if (panel_shows(&panels[i], s, g)) {
					low = fmin(low, panel_x(&panels[i], s, g));
					high = fmax(high, panel_x(&panels[i], s, g));
				}
	for (int i = 0; i < count; i++) {
		panels[i].low_x = low;
		panels[i].high_x = high;
	}
}

/* Of the values: all panels' or, if these differ much, each one's own. */
static void
find_ranges(struct panel *panels, int count)
{
	double low = INFINITY, high = -INFINITY, least = INFINITY, most = 0;

	for (int i = 0; i < count; i++) {
		struct panel *p = &panels[i];

		if (!kinds[p->chart->kind].range(p, &p->low, &p->high))
			continue;
		low = fmin(low, p->low);
		high = fmax(high, p->high);
		least = fmin(least, p->high);
		most = fmax(most, fmax(fabs(p->low), fabs(p->high)));
	}
	for (int i = 0; i < count; i++) {
		panels[i].power = unit_power(&panels[i].unit, most, 1e4);
		if (least > 0 && high <= ALIKE*least) {
			panels[i].low = low;
			panels[i].high = high;
		}
	}
}

static bool
has_marks(const struct panel *panel)
{
	for (int s = 0; s < panel->series_count; s++)
		if (panel_has_series(panel, s))
			return true;
	return false;
}

static void
add(struct drawing *drawing, const struct panel *panel)
{
	if (!has_marks(panel))
		return;
	drawing->panels[drawing->count] = *panel;
	drawing->panels[drawing->count++].labels = drawing->labels;
}

/* Makes the panels of a chart but for empty ones. False if memory is short. */
static bool
make_panels(struct drawing *drawing)
{
	const struct chart *chart = drawing->chart;
	struct panel *wholes = calloc((size_t)chart->panel_count + 1, sizeof *wholes);
	size_t most = 1;
	bool good;

	for (int i = 0; i < chart->panel_count; i++)
		most += is_split(chart) ? (size_t)chart->panels[i].group_count : 1;
	drawing->panels = calloc(most, sizeof *drawing->panels);
	drawing->labels = calloc((size_t)chart->series_count + 1, sizeof *drawing->labels);
	for (int i = 0; i < chart->panel_count && wholes; i++)
		wholes[i] = whole(chart, &chart->panels[i]);
	if (wholes) {
		find_ranges(wholes, chart->panel_count);
		if (chart->kind == CHART_LINES || chart->kind == CHART_ROOFLINE)
			find_range_of_x(wholes, chart->panel_count);
	}
	good = wholes && drawing->panels && drawing->labels;
	for (int i = 0; i < chart->panel_count && good; i++)
		if (!is_split(chart))
			add(drawing, &wholes[i]);
		else for (int g = 0; g < wholes[i].group_count; g++) {
			const struct panel panel = part(&wholes[i], g);

			add(drawing, &panel);
		}
	free(wholes);
	return good;
}

/* As many as fit beside each other, but no more than it takes to have as few rows. */
static int
count_columns(const struct drawing *drawing, double least)
{
	int count = 0, columns = 1, rows;

	while (count < drawing->count && !strcmp(drawing->panels[count].section, drawing->panels[0].section))
		count++;
	while (columns < count && columns < MOST_COLUMNS && (columns + 1)*least <= MOST_WIDTH)
		columns++;
	rows = (count + columns - 1)/columns;
	return count ? (count + rows - 1)/rows : 1;
}

/* Gives all panels the same width. */
static void
set_widths(struct drawing *drawing)
{
	struct panel *panels = drawing->panels;
	double before = 0, after = 0, least = 0, most = 0, width;
	int share;

	for (int i = 0; i < drawing->count; i++) {
		kinds[panels[i].chart->kind].measure(&panels[i]);
		before = fmax(before, panels[i].before);
		after = fmax(after, panels[i].after);
		least = fmax(least, panels[i].least_width);
		most = fmax(most, panels[i].most_width);
	}
	drawing->columns = count_columns(drawing, before + least + after);
	share = MOST_WIDTH/drawing->columns;
	width = fmin(most, share - before - after);
	drawing->width = ceil(fmax(LEAST_WIDTH, drawing->columns*(before + width + after)) - 1e-6);
	for (int i = 0; i < drawing->count; i++) {
		panels[i].before = before;
		panels[i].after = after;
		panels[i].width = width;
		panels[i].alone = drawing->count == 1;
	}
}

static double
outer_width(const struct panel *panel)
{
	return panel->before + panel->width + panel->after;
}

/* Writes the panel's name, if it has one; returns the room that it takes. */
static double
put_name(const struct panel *panel, double top, FILE *out)
{
	const int lines = put_lines(panel->left - panel->before + GAP, top + FONT, ANCHOR_START, "name", panel->name,
		FONT + BOLD, outer_width(panel) - 2*GAP, out);

	return lines ? lines*(FONT + BOLD + 3) + GAP : GAP;
}

/* The panel's name begins at (left, top). Returns where it ends. */
static double
place(struct panel *panel, double left, double top)
{
	panel->left = left + panel->before;
	panel->right = panel->left + panel->width;
	panel->top = top + put_name(panel, top, NULL);
	panel->bottom = panel->top + panel->plot_height;
	panel->x.from = panel->left + panel->inset;
	panel->x.to = panel->right - panel->inset;
	panel->y.from = panel->chart->kind == CHART_BARS ? panel->left : panel->bottom;
	panel->y.to = panel->chart->kind == CHART_BARS ? panel->right : panel->top;
	return panel->bottom + kinds[panel->chart->kind].below(panel, panel->width) + BETWEEN;
}

static double
put_section(const struct drawing *drawing, const char *section, double top, FILE *out)
{
	return *section ? put_lines(GAP, top + TITLE_FONT, ANCHOR_START, "section", section, TITLE_FONT,
		drawing->width - 2*GAP, out)*(TITLE_FONT + 3) + GAP : 0;
}

/* In rows; a section begins a new one. Writes the sections' headings if there is an `out`. */
static double
place_all(const struct drawing *drawing, double top, FILE *out)
{
	double bottom = top;
	int column = 0;

	for (int i = 0; i < drawing->count; i++) {
		struct panel *panel = &drawing->panels[i];
		const bool begins = !i || strcmp(panel->section, panel[-1].section);

		if (begins || column == drawing->columns) {
			column = 0;
			top = bottom;
		}
		if (begins)
			top += put_section(drawing, panel->section, top, out);
		bottom = fmax(bottom, place(panel, column*outer_width(panel), top));
		column++;
	}
	return bottom;
}

static void
draw(const struct drawing *drawing, double top, FILE *out)
{
	fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\""
		" viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"", drawing->width, drawing->height,
		drawing->width, drawing->height);
	put_escaped(drawing->chart->title, out);
	fprintf(out, "\">\n<style>\n%s</style>\n<rect width=\"100%%\" height=\"100%%\" class=\"paper\"/>\n",
		(const char *)embedded_find("runtime/chart/chart.css")->text);
	put_head(drawing->chart, drawing->panels, drawing->count, drawing->width, out);
	place_all(drawing, top, out);
	for (int i = 0; i < drawing->count; i++) {
		const struct panel *panel = &drawing->panels[i];

		fputs("<g>\n", out);
		put_name(panel, panel->top - put_name(panel, 0, NULL), out);
		kinds[panel->chart->kind].draw(panel, out);
		fputs("</g>\n", out);
	}
	fputs("</svg>\n", out);
}

bool
chart_write(const struct chart *chart, FILE *out)
{
	struct drawing drawing = { .chart = chart };
	const bool good = make_panels(&drawing);

	if (good) {
		double top;

		set_widths(&drawing);
		top = put_head(chart, drawing.panels, drawing.count, drawing.width, NULL);
		drawing.height = ceil(place_all(&drawing, top, NULL));
		draw(&drawing, top, out);
	}
	free(drawing.panels);
	free(drawing.labels);
	return good;
}
