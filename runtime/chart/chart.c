#include "runtime/chart/panel.h"

#include <math.h>

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
		const double y = scale_position(&panel->y, ticks.value[i]);

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
	low = scale_position(&panel->y, value->low);
	high = scale_position(&panel->y, value->high);
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
	/* Centred on (x, y). Shapes tell series apart where colours do not. */
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
