#include "runtime/chart/svg.h"
#include "runtime/scaling/scaling_rows.h"

#include <math.h>
#include <string.h>

/* A line: a kernel with a block on a grid, or what is ideal. */
struct line {
	const struct scaling_row *first; /* NULL: ideal */
};

struct lines {
	const struct scaling_rows *rows;
	struct line *items;
	const char **names;
	int count, widths; /* widths: different numbers of parts */
	double *parts;
};

static void
add_parts(struct lines *lines, const struct scaling_row *row)
{
	int i = 0;

	while (i < lines->widths && lines->parts[i] < scaling_parts(row))
		i++;
	if (i < lines->widths && lines->parts[i] == scaling_parts(row))
		return;
	memmove(&lines->parts[i + 1], &lines->parts[i], (size_t)(lines->widths - i)*sizeof *lines->parts);
	lines->parts[i] = scaling_parts(row);
	lines->widths++;
}

static void
add_line(struct lines *lines, struct arena *arena, const struct scaling_row *row)
{
	const struct candidate *c = row->candidate;

	for (int i = 0; i < lines->count; i++)
		if (scaling_are_alike(lines->rows, lines->items[i].first, row))
			return;
	lines->names[lines->count] = arena_printf(arena, "%s %s, %s", c->plan->stencil->name,
		accesses[c->kernel->variant.access].name, triple_text(arena, c->size));
	lines->items[lines->count++] = (struct line){ row };
}

/* Strong: how many times faster than one part. Weak: the efficiency. Of several decompositions into as many parts the best. */
static double
value_of(const struct lines *lines, const struct line *line, double parts)
{
	const bool strong = lines->rows->strong;
	double best = NAN;

	if (!line->first)
		return strong ? parts : 100;
	for (const struct scaling_row *r = lines->rows->first; r; r = r->next) {
		const struct scaling_shares s = scaling_shares(lines->rows, r);
		const double value = strong ? s.scaled*parts : 100*(isnan(s.scaled) ? s.efficiency : s.scaled);

		if (scaling_are_alike(lines->rows, r, line->first) && scaling_parts(r) == parts && (isnan(best) || value > best))
			best = value;
	}
	return best;
}

static struct chart_value *
values_of(const struct lines *lines, struct arena *arena)
{
	struct chart_value *values = arena_array(arena, struct chart_value, lines->count*lines->widths + 1);

	for (int l = 0; l < lines->count; l++)
		for (int w = 0; w < lines->widths; w++)
			values[l*lines->widths + w] = (struct chart_value){
				value_of(lines, &lines->items[l], lines->parts[w]), NAN, NAN };
	return values;
}

bool
scaling_chart(const struct scaling_rows *rows, FILE *out)
{
	struct arena *arena = &rows->scaling->tool->arena;
	struct lines lines = { .rows = rows };
	struct chart_panel panel;
	struct chart chart;
	int count = 1;

	for (const struct scaling_row *r = rows->first; r; r = r->next)
		count++;
	lines.items = arena_array(arena, struct line, count);
	lines.names = arena_array(arena, const char *, count);
	lines.parts = arena_array(arena, double, count);
	for (const struct scaling_row *r = rows->first; r; r = r->next) {
		add_parts(&lines, r);
		add_line(&lines, arena, r);
	}
	lines.names[lines.count] = "ideal";
	lines.items[lines.count++] = (struct line){ NULL };
	panel = (struct chart_panel){ .name = "", .group_count = lines.widths, .x = lines.parts,
		.values = values_of(&lines, arena) };
	chart = (struct chart){ .kind = CHART_LINES, .title = rows->strong ? "Strong scaling" : "Weak scaling",
		.x_label = "subdomains", .y_label = rows->strong ? "speedup over one subdomain" : "efficiency, %", .series_label = "kernel",
		.panel_label = "", .series_count = lines.count, .panel_count = 1, .series = lines.names, .panels = &panel,
		.log_x = true, .log_y = rows->strong };
	return chart_write(&chart, out);
}
