#include "runtime/data/mesh_svg.h"

#include "generator/base/printed.h"
#include "runtime/data/picture.h"

#include <errno.h>
#include <math.h>

enum { WIDTH = 600, MARGIN = 20, FOOT = 40 };

/* Where a point is drawn, and how near it is. */
struct mesh_neighbor {
	double x, y, near;
};

struct svg {
	const struct vtk_grid *grid;
	const struct vtk_grid_field *field;
	const char *unit; /* or NULL */
	bool is_plane;
	struct picture_range range; /* of the field */
	double low[2], high[2];
	FILE *out;
};

static const double degree = 0.017453292519943295;

/* Turns the point that is seen head-on to the front: x to the right, y up. */
static struct mesh_neighbor
look_at(const struct svg *svg, long long point)
{
	const double *p = svg->grid->places + 3*point, lon = 20*degree, lat = 40*degree;
	const double along = cos(lon)*p[0] + sin(lon)*p[1];

	if (svg->is_plane)
		return (struct mesh_neighbor){ p[0], p[1], 1 };
	return (struct mesh_neighbor){
		cos(lon)*p[1] - sin(lon)*p[0], cos(lat)*p[2] - sin(lat)*along, cos(lat)*along + sin(lat)*p[2],
	};
}

static double
value_at(const struct svg *svg, long long i)
{
	const struct array *array = &svg->field->array;

	return array_number(array, (size_t)i*(size_t)array->shape[1]);
}

/* Of a cell or edge, or the mean of its corners. */
static double
value_of(const struct svg *svg, long long element)
{
	const long long first = element ? svg->grid->ends[element - 1] : 0, end = svg->grid->ends[element];
	double sum = 0;

	if (!svg->field->of_points)
		return value_at(svg, element);
	for (long long i = first; i < end; i++)
		sum += value_at(svg, svg->grid->corners[i]);
	return sum/(double)(end - first);
}

/* On the near side. */
static bool
is_seen(const struct svg *svg, long long element)
{
	double near = 0;

	for (long long i = element ? svg->grid->ends[element - 1] : 0; i < svg->grid->ends[element]; i++)
		near += look_at(svg, svg->grid->corners[i]).near;
	return near > 0;
}

/* Finds the least and greatest numbers and places. */
static void
find_ranges(struct svg *svg)
{
	const struct vtk_grid *grid = svg->grid;

	svg->is_plane = true;
	for (long long p = 0; p < grid->points && svg->is_plane; p++)
		svg->is_plane = grid->places[3*p + 2] == 0;
	svg->range = (struct picture_range){ INFINITY, -INFINITY };
	svg->low[0] = svg->low[1] = INFINITY;
	svg->high[0] = svg->high[1] = -INFINITY;
	for (long long p = 0; p < grid->points; p++) {
		const struct mesh_neighbor neighbor = look_at(svg, p);

		svg->low[0] = fmin(svg->low[0], neighbor.x);
		svg->low[1] = fmin(svg->low[1], neighbor.y);
		svg->high[0] = fmax(svg->high[0], neighbor.x);
		svg->high[1] = fmax(svg->high[1], neighbor.y);
	}
	for (long long e = 0; e < grid->cells; e++)
		picture_range_add(&svg->range, value_of(svg, e));
}

static double
scale_of(const struct svg *svg)
{
	const double width = svg->high[0] - svg->low[0], height = svg->high[1] - svg->low[1];
	const double most = fmax(width, height);

	return most > 0 ? (WIDTH - 2*MARGIN)/most : 1;
}

static void
put_element(const struct svg *svg, long long element)
{
	const double scale = scale_of(svg);
	const char *step = "M";

	for (long long i = element ? svg->grid->ends[element - 1] : 0; i < svg->grid->ends[element]; i++, step = "L") {
		const struct mesh_neighbor neighbor = look_at(svg, svg->grid->corners[i]);

		fprintf(svg->out, "%s%.1f %.1f", step, MARGIN + scale*(neighbor.x - svg->low[0]), MARGIN
			+ scale*(svg->high[1] - neighbor.y));
	}
	fputs(svg->grid->shape == VTK_LINE ? "\n" : "Z\n", svg->out);
}

/* All elements of a colour are one path; lines of its own colour close the gaps between them. */
static void
put_colour(const struct svg *svg, int colour)
{
	bool any = false;

	for (long long e = 0; e < svg->grid->cells; e++) {
		if (!is_seen(svg, e) || picture_colour(&svg->range, value_of(svg, e)) != colour)
			continue;
		if (!any)
			fprintf(svg->out, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\" d=\"\n",
				svg->grid->shape == VTK_LINE ? "none" : picture_colours[colour], picture_colours[colour], svg->grid->shape == VTK_LINE ? "1.5" : "0.4");
		any = true;
		put_element(svg, e);
	}
	if (any)
		fputs("\"/>\n", svg->out);
}

static void
put_picture(struct svg *svg)
{
	double height;

	find_ranges(svg);
	height = scale_of(svg)*(svg->high[1] - svg->low[1]) + 2*MARGIN + FOOT;
	fprintf(svg->out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" viewBox=\"0 0 %d %.0f\">\n"
		"<title>%s</title>\n", WIDTH, height, WIDTH, height, svg->field->name);
	for (int c = 0; c <= PICTURE_COLOURS; c++)
		put_colour(svg, c);
	picture_put_scale(&svg->range, svg->unit, WIDTH, height - FOOT + 12, svg->out);
	fputs("</svg>\n", svg->out);
}

bool
mesh_svg_file_write(struct temp_file *temp_file, enum format format, const char *path, const struct vtk_grid *grid,
	const struct vtk_grid_field *field, const char *unit, struct error *error)
{
	struct svg svg = { .grid = grid, .field = field, .unit = unit };
	struct printed text;

	if (!printed_open(&text))
		return array_temp_file_result(ENOMEM, path, error);
	svg.out = text.out;
	put_picture(&svg);
	return picture_file_write(temp_file, format, path, &text, error);
}
