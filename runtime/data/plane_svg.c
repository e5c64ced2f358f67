#include "runtime/data/plane_svg.h"

#include "generator/base/printed.h"
#include "runtime/data/picture.h"
#include "runtime/formats/array_temp_file.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum { AXIS_TEXT = 80, WIDTH = 640, LEFT = 56, RIGHT = 24, TOP = 36, BELOW = 40, FOOT = 36, PLOT = WIDTH - LEFT - RIGHT };

/* What is drawn: columns to the right and rows downwards, by steps between elements of the array. */
struct section {
	const struct array *array;
	const char *axes[2], *title, *unit; /* the last one of values, or NULL */
	const struct coordinate *coordinates[2]; /* of columns and rows; NULL, or without values: there are none */
	long long count[2], first, step[2];
	bool upwards; /* row 0 is the lowest one */
};

/* False with an error: the field has no such section. */
static bool
find_section(const struct place *place, const struct array *array, struct section *section, struct error *error)
{
	const struct selection *chosen = place->selections;
	const bool vertical = chosen && !strcmp(chosen->dimension, "y");
	const int nd = array->ndim;
	const long long index = chosen ? chosen->index : 0, x = nd ? array->shape[nd - 1] : 0, y = nd > 1 ? array->shape[nd - 2] : 0;
	const long long z = nd > 2 ? array->shape[0] : 1, most = vertical ? y : z;

	if (nd < 2 || (vertical && nd < 3))
		return error_set(error, EXIT_USAGE, "%s: a picture needs a field with x and %s: name a .npy file",
			place->text, vertical ? "levels" : "y");
	if (index >= most)
		return error_set(error, EXIT_USAGE, "%s: the field has %s 0 to %lld", place->text, vertical ? "rows" : "levels", most - 1);
	*section = (struct section){ .array = array, .axes = { "x", vertical ? "z" : "y" }, .count = { x, vertical ? z : y },
		.first = vertical ? index*x : index*x*y, .step = { 1, vertical ? x*y : x }, .upwards = vertical };
	return true;
}

static double
value_at(const struct section *s, long long column, long long row)
{
	const long long at = s->first + column*s->step[0] + row*s->step[1];

	return array_number(s->array, (size_t)at);
}

/* A long side is at most twice the other one, or a fourth of it at least. */
static double
height_of(const struct section *s)
{
	return PLOT*fmin(2, fmax(0.25, (double)s->count[1]/(double)s->count[0]));
}

/* All runs of a colour in rows are one path. Lines of its own colour close the gaps between them. */
static void
put_colour(const struct section *s, const struct picture_range *range, int colour, FILE *out)
{
	const double wide = PLOT/(double)s->count[0], tall = height_of(s)/(double)s->count[1];
	bool any = false;

	for (long long row = 0; row < s->count[1]; row++)
		for (long long x = 0, end; x < s->count[0]; x = end) {
			const bool is_drawn = picture_colour(range, value_at(s, x, row)) == colour;

			for (end = x + 1; end < s->count[0] && (picture_colour(range, value_at(s, end, row)) == colour) == is_drawn; end++)
				;
			if (!is_drawn)
				continue;
			if (!any)
				fprintf(out, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"0.4\" d=\"\n", picture_colours[colour], picture_colours[colour]);
			any = true;
			fprintf(out, "M%.2f %.2fh%.2fv%.2fh%.2fZ\n", LEFT + wide*(double)x,
				TOP + tall*(double)(s->upwards ? s->count[1] - 1 - row : row), wide*(double)(end - x), tall, -wide*(double)(end - x));
		}
	if (any)
		fputs("\"/>\n", out);
}

/* The least of 1, 2, 5, 10, 20... that leaves at most eight ticks. */
static long long
tick_step(long long count)
{
	static const int factors[] = { 1, 2, 5 };

	for (long long power = 1; ; power *= 10)
		for (int f = 0; f < 3; f++)
			if (count/(power*factors[f]) <= 8)
				return power*factors[f];
}

static bool
has_coordinates(const struct section *s, int axis)
{
	return s->coordinates[axis] && s->coordinates[axis]->values;
}

/* "lon, degrees_east" */
static const char *
axis_text(const struct section *s, int axis, char text[AXIS_TEXT])
{
	const struct coordinate *c = s->coordinates[axis];

	if (!has_coordinates(s, axis))
		return s->axes[axis];
	snprintf(text, AXIS_TEXT, c->unit ? "%s, %s" : "%s", c->name, c->unit);
	return text;
}

/* Indices stand at the middles of points. */
static void
put_axes(const struct section *s, FILE *out)
{
	const double height = height_of(s);
	char text[32], name[AXIS_TEXT];

	for (int a = 0; a < 2; a++)
		for (long long i = 0; i < s->count[a]; i += tick_step(s->count[a])) {
			const long long place = a && s->upwards ? s->count[a] - 1 - i : i;
			const double at = (a ? height : PLOT)*((double)place + 0.5)/(double)s->count[a];

			if (has_coordinates(s, a))
				snprintf(text, sizeof text, "%.6g", s->coordinates[a]->values[i]);
			else
				snprintf(text, sizeof text, "%lld", i);
			if (a)
				picture_put_text(LEFT - 6, TOP + at + 4, "end", text, out);
			else
				picture_put_text(LEFT + at, TOP + height + 16, "middle", text, out);
		}
	picture_put_text(LEFT + PLOT/2.0, TOP + height + 32, "middle", axis_text(s, 0, name), out);
	picture_put_text(6, TOP - 12, "start", axis_text(s, 1, name), out);
	picture_put_text(LEFT + PLOT/2.0, TOP - 12, "middle", s->title, out);
}

static void
put_picture(const struct section *s, FILE *out)
{
	const double height = TOP + height_of(s) + BELOW + FOOT;
	struct picture_range range = { INFINITY, -INFINITY };

	for (long long row = 0; row < s->count[1]; row++)
		for (long long x = 0; x < s->count[0]; x++)
			picture_range_add(&range, value_at(s, x, row));
	fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" viewBox=\"0 0 %d %.0f\">\n<title>%s</title>\n",
		WIDTH, height, WIDTH, height, s->title);
	for (int c = 0; c <= PICTURE_COLOURS; c++)
		put_colour(s, &range, c, out);
	put_axes(s, out);
	picture_put_scale(&range, s->unit, WIDTH, height - FOOT + 8, out);
	fputs("</svg>\n", out);
}

/* The coordinate along x, y or z, or NULL. */
static const struct coordinate *
find_coordinate(const struct coordinates *all, int axis)
{
	return axis < all->ndim ? &all->dimensions[all->ndim - 1 - axis] : NULL;
}

/* Rows go upwards where their coordinate grows. */
static void
find_axes(const struct coordinates *all, struct section *s)
{
	s->coordinates[0] = find_coordinate(all, 0);
	s->coordinates[1] = find_coordinate(all, s->upwards ? 2 : 1);
	if (has_coordinates(s, 1))
		s->upwards |= s->coordinates[1]->values[s->count[1] - 1] > s->coordinates[1]->values[0];
}

bool
plane_svg_file_write(struct temp_file *temp_file, const struct place *place, const char *field, const struct array *array,
	const struct coordinates *coordinates, struct error *error)
{
	const struct selection *chosen = place->selections;
	struct section section = { .array = NULL };
	struct printed text;
	char title[128];

	if (!find_section(place, array, &section, error))
		return false;
	if (chosen)
		snprintf(title, sizeof title, "%s, %s %lld", field, chosen->dimension, chosen->index);
	else
		snprintf(title, sizeof title, array->ndim > 2 ? "%s, level 0" : "%s", field);
	section.title = title;
	section.unit = coordinates->unit;
	find_axes(coordinates, &section);
	if (!printed_open(&text))
		return array_temp_file_result(ENOMEM, place->path, error);
	put_picture(&section, text.out);
	return picture_file_write(temp_file, place->format, place->path, &text, error);
}
