#include "runtime/chart/panel.h"

#include <math.h>

const struct chart_value *
panel_value(const struct panel *panel, int series, int group)
{
	return &panel->data->values[panel->offset + series*panel->series_step + group*panel->group_step];
}

double
panel_x(const struct panel *panel, int series, int group)
{
	return panel->data->x[panel->chart->kind == CHART_ROOFLINE ? series*panel->group_count + group : group];
}

static bool
has_place(double value, bool log)
{
	return isfinite(value) && !(log && value <= 0);
}

bool
panel_shows(const struct panel *panel, int series, int group)
{
	const struct chart *chart = panel->chart;
	const bool numbers = chart->kind == CHART_LINES || chart->kind == CHART_ROOFLINE;

	return has_place(panel_value(panel, series, group)->value, numbers && chart->log_y)
		&& (!numbers || has_place(panel_x(panel, series, group), chart->log_x));
}

const char *
panel_number_text(const struct panel *panel, int series, int group, char text[48])
{
	return value_text(&panel->unit, panel->power, panel_value(panel, series, group)->value, text);
}

double
panel_widest_number(const struct panel *panel)
{
	double widest = 0;
	char text[48];

	for (int s = 0; s < panel->series_count; s++)
		for (int g = 0; g < panel->group_count; g++)
			if (panel_shows(panel, s, g))
				widest = fmax(widest, text_width(panel_number_text(panel, s, g, text), SMALL_FONT));
	return widest;
}

bool
panel_has_series(const struct panel *panel, int series)
{
	for (int g = 0; g < panel->group_count; g++)
		if (panel_shows(panel, series, g))
			return true;
	return false;
}

bool
panel_range(const struct panel *panel, double *low, double *high)
{
	*low = INFINITY;
	*high = -INFINITY;
	for (int s = 0; s < panel->series_count; s++)
		for (int g = 0; g < panel->group_count; g++) {
			const struct chart_value *value = panel_value(panel, s, g);
			const double numbers[] = { value->value, value->low, value->high };

			for (int n = 0; n < 3 && panel_shows(panel, s, g); n++) {
				if (!has_place(numbers[n], panel->chart->log_y))
					continue;
				*low = fmin(*low, numbers[n]);
				*high = fmax(*high, numbers[n]);
			}
		}
	return *low <= *high;
}

int
chart_marks(const struct chart *chart)
{
	int count = 0;

	for (int p = 0; p < chart->panel_count; p++) {
		const struct chart_panel *data = &chart->panels[p];
		const struct panel panel = {
			.chart = chart, .data = data, .group_count = data->group_count,
			.series_step = data->group_count, .group_step = 1,
		};

		for (int s = 0; s < chart->series_count; s++)
			for (int g = 0; g < panel.group_count; g++)
				count += panel_shows(&panel, s, g);
	}
	return count;
}

const char *
tick_text(const struct panel *panel, double value, char text[48])
{
	return quantity_text(&panel->unit, panel->y.log ? unit_power(&panel->unit, value, 1e3) : panel->power, value,
		text);
}

double
widest_tick(const struct panel *panel, int font)
{
	const struct ticks ticks = scale_ticks(&panel->y);
	double widest = 0;
	char text[48];

	for (int i = 0; i < ticks.count; i++)
		widest = fmax(widest, text_width(tick_text(panel, ticks.value[i], text), font));
	return widest;
}

void
draw_y_axis(const struct panel *panel, FILE *out)
{
	const struct ticks ticks = scale_ticks(&panel->y);
	char text[48];

	for (int i = 0; i < ticks.count; i++) {
		const double y = scale_position(&panel->y, ticks.value[i]);

		fprintf(out, "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>\n", panel->left, y, panel->right);
		put_text(panel->left - GAP, y + 4, ANCHOR_END, NULL, tick_text(panel, ticks.value[i], text), out);
	}
	fprintf(out, "<path class=\"axis\" d=\"M%.1f %.1fV%.1f\"/>\n", panel->left, panel->top, panel->bottom);
}

void
put_hint(const struct panel *panel, int series, int group, FILE *out)
{
	char x[32];
	const char *const names[] = {
		panel->section, panel->name,
		panel->groups ? panel->groups[group] : number_text(panel_x(panel, series, group), x),
		panel->series[series],
	};
	const char *separator = "";

	fputs("<title>", out);
	for (int i = 0; i < 4; i++) {
		if (!*names[i])
			continue;
		fputs(separator, out);
		put_escaped(names[i], out);
		separator = ", ";
	}
	fprintf(out, ": %.6g", panel_value(panel, series, group)->value);
	fprintf(out, *panel->unit.name ? " %s</title>" : "</title>", panel->unit.name);
}

const char *
fill_class(int series, char text[32])
{
	snprintf(text, 32, series < COLOURS ? "s%d" : "hollow l%d", series % COLOURS);
	return text;
}

const char *
line_class(int series, char text[32])
{
	snprintf(text, 32, series < COLOURS ? "line l%d" : "line dashed l%d", series % COLOURS);
	return text;
}

void
mark_begin(int series, double x, double y, FILE *out)
{
	/* Centred on (x, y). Shapes tell series apart where colours do not. */
	static const char *const shapes[COLOURS] = {
		"m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", "m-4 -4h8v8h-8z", "m0 -5l5 5l-5 5l-5 -5z",
		"m0 -5l5 9h-10z", "m0 5l5 -9h-10z", "m-5 -2h3v-3h4v3h3v4h-3v3h-4v-3h-3z",
		"m-2 -5h4v10h-4z", "m-5 -2h10v4h-10z",
	};
	char classes[32];

	fprintf(out, "<path class=\"%s\" d=\"M%.1f %.1f%s\">", fill_class(series, classes), x, y,
		shapes[series % COLOURS]);
}

void
mark_end(FILE *out)
{
	fputs("</path>\n", out);
}
