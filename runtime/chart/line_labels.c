#include "runtime/chart/panel.h"

#include <math.h>

/* Names of series at the right ends of their lines, in the order of the lines and apart from each
 * other; a thin line leads to one that had to move. */

enum { ROW = FONT + 2, LEAD = 22, SYMBOL = 12 };

static int
count_named(const struct panel *panel)
{
	int count = 0;

	for (int s = 0; s < panel->series_count; s++)
		count += panel_has_series(panel, s);
	return count;
}

double
labels_width(const struct panel *panel)
{
	double widest = 0;

	for (int s = 0; s < panel->series_count; s++)
		widest = fmax(widest, text_width(panel->series[s], FONT));
	return LEAD + SYMBOL + widest + GAP;
}

double
labels_height(const struct panel *panel)
{
	return count_named(panel)*ROW;
}

static struct line_label
label_of(const struct panel *panel, int series)
{
	struct line_label label = { .series = series };

	for (int g = 0; g < panel->group_count; g++)
		if (panel_shows(panel, series, g)) {
			label.x = scale_position(&panel->x, panel_x(panel, series, g));
			label.end = scale_position(&panel->y, panel_value(panel, series, g)->value);
		}
	label.y = label.end;
	return label;
}

/* Inserts a label below all that end above it. */
static void
insert(struct line_label *labels, int count, struct line_label label)
{
	for (; count && labels[count - 1].end > label.end; count--)
		labels[count] = labels[count - 1];
	labels[count] = label;
}

/* Moves labels down until they are apart, then up until they are inside. */
static void
spread(struct line_label *labels, int count, double top, double bottom)
{
	for (int i = 0; i < count; i++)
		labels[i].y = fmax(labels[i].y, i ? labels[i - 1].y + ROW : top);
	for (int i = count - 1; i >= 0; i--)
		labels[i].y = fmin(labels[i].y, i < count - 1 ? labels[i + 1].y - ROW : bottom);
}

void
draw_labels(const struct panel *panel, FILE *out)
{
	struct line_label *labels = panel->labels;
	int count = 0;

	for (int s = 0; s < panel->series_count; s++)
		if (panel_has_series(panel, s)) {
			insert(labels, count, label_of(panel, s));
			count++;
		}
	spread(labels, count, panel->top + ROW/2.0, panel->bottom - ROW/2.0);
	for (int i = 0; i < count; i++) {
		const struct line_label *label = &labels[i];
		const double x = panel->right + LEAD - GAP;

		if (fabs(label->y - label->end) > 1 || label->x < panel->right - 3*GAP)
			fprintf(out, "<path class=\"lead\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1f\"/>\n", label->x + 6,
				label->end, fmax(label->x + 6, panel->right - 4), label->end, x - 4, label->y);
		mark_begin(label->series, x + 4, label->y, out);
		mark_end(out);
		put_text(x + SYMBOL, label->y + 4, ANCHOR_START, NULL, panel->series[label->series], out);
	}
}
