#include "runtime/run/plane_arrays.h"

#include "runtime/formats/netcdf.h"
#include "runtime/run/formula.h"

#include <stdlib.h>
#include <string.h>

/* The axes of a field's array on a grid of so many dimensions, slowest first, as indices of
 * x, y, z. Returns their number. A profile has its one axis always, and half levels are two where there is one level. */
static int
field_axes(const struct field *field, int ndim, int axes[3])
{
	int count = 0;

	for (int a = AXES - 1; a >= 0; a--)
		if (shapes[field->shape].axes[a] && (a < ndim || field->shape == SHAPE_PROFILE || field->where.half))
			axes[count++] = a;
	return count;
}

static const char *
axes_text(struct arena *arena, const struct field *field, int ndim)
{
	const char *text = "";
	int axes[3];
	const int count = field_axes(field, ndim, axes);

	if (field->shape == SHAPE_SCALAR)
		return "(1)";
	for (int i = 0; i < count; i++)
		text = arena_printf(arena, "%s%s%c", text, i ? "," : "", "xyz"[axes[i]]);
	return arena_printf(arena, "(%s)", text);
}

/* A stencil whose fields have no levels is done on one. */
static bool
has_levels(const struct stencil *stencil)
{
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (shapes[f->shape].axes[AXES - 1])
			return true;
	return false;
}

/* The grid has the dimensions of the first point field's array, or column field's if there are no levels, if the
 * stencil does not look along those that are missing. */
static bool
find_ndim(const struct job *job, int *ndim, struct error *error)
{
	static const char *const ways[] = { "east or west", "north or south", "up or down" };
	const enum shape shape = has_levels(job->stencil) ? SHAPE_POINT : SHAPE_COLUMN;
	const struct field *first = NULL;
	const struct extents *border = &job->stencil->border;

	for (const struct field *f = job->stencil->fields; f && !first; f = f->next)
		if (f->shape == shape && job->arrays[f->index].data)
			first = f;
	*ndim = first ? job->arrays[first->index].ndim : 3;
	for (int a = AXES - 1; a >= *ndim; a--)
		if (border->low[a] || border->high[a])
			return error_set(error, EXIT_ERRORS, "%s has shape %s, but '%s' looks %s: field '%s' needs %s",
				job->ins[first->index].text, array_shape_text(&job->tool->arena, *ndim,
				job->arrays[first->index].shape), job->stencil->name, ways[a], first->name,
				axes_text(&job->tool->arena, first, a + 1));
	return true;
}

static bool
check_array(const struct job *job, const struct field *f, struct extent *extent, struct error *error)
{
	const struct array *array = &job->arrays[f->index];
	const char *path = job->ins[f->index].text;
	struct arena *arena = &job->tool->arena;
	int axes[3];
	const int ndim = field_axes(f, extent->ndim, axes);
	const bool scalar = f->shape == SHAPE_SCALAR;

	if (array->element != (int)field_element(f))
		return error_set(error, EXIT_ERRORS, "%s holds %s, but field '%s' is %s%s", path,
			array_type(array), f->name, type_name(f->type),
			array->whole ? "" : ": --convert converts it");
	if (scalar ? array->ndim != 1 || array->shape[0] != 1 : array->ndim != ndim)
		return error_set(error, EXIT_ERRORS, "%s has shape %s, but field '%s' needs %s", path,
			array_shape_text(arena, array->ndim, array->shape), f->name, axes_text(arena, f, extent->ndim));
	for (int i = 0; i < ndim; i++) {
		const int more = axes[i] == 2 && f->where.half;
		int *size = &extent->size[axes[i]];

		if (!*size)
			*size = (array->shape[i] < 1 << 30 ? (int)array->shape[i] : 1 << 30) - more;
		if (*size != array->shape[i] - more)
			return error_set(error, EXIT_ERRORS, "%s has shape %s, but %s %c = %d%s", path,
				array_shape_text(arena, array->ndim, array->shape), job->options->size ? "--size has" : "other fields have",
				"xyz"[axes[i]], *size, more ? arena_printf(arena, ", and '%s' has one level more", f->name) : "");
	}
	return true;
}

/* Names of coordinates in a formula, behind the indices and sizes. */
static const char *const index_names[] = { "i", "j", "k", "nx", "ny", "nz" };
static const char *const coordinate_names[] = { "x", "y", "z", "lon", "lat" };
enum { INDICES = sizeof index_names/sizeof *index_names, COORDINATES = sizeof coordinate_names/sizeof *coordinate_names };

/* Where a formula is sampled: at each element of an array. */
struct elements {
	const struct array *array;
	const int *axes; /* of its dimensions */
	const int *size; /* of the grid */
	const struct coordinates *coordinates;
	const struct coordinate *named[COORDINATES]; /* those of a formula */
	int named_count;
};

static double
coordinate_of(const struct elements *from, const struct coordinate *coordinate, const double *const *x, int j)
{
	long long index[ARRAY_DIMENSIONS] = { 0 };
	const int ndim = from->coordinates->ndim;

	for (int d = 0; d < ndim; d++)
		index[d] = (long long)x[ndim - 1 - d][j];
	return coordinate_at(from->coordinates, coordinate, index);
}

static void
find_elements(const void *context, long long first, int count, double *const *x, bool *is_point)
{
	const struct elements *from = context;

	(void)is_point;
	for (int j = 0; j < count; j++) {
		long long rest = first + j;

		for (int a = 0; a < AXES; a++) {
			x[a][j] = 0;
			x[AXES + a][j] = from->size[a];
		}
		for (int d = from->array->ndim - 1; d >= 0; d--) {
			x[from->axes[d]][j] = (double)(rest % from->array->shape[d]);
			rest /= from->array->shape[d];
		}
		for (int c = 0; c < from->named_count; c++)
			x[INDICES + c][j] = coordinate_of(from, from->named[c], (const double *const *)x, j);
	}
}

/* Whether a field has all axes of a coordinate. */
static bool
has_axes_of(const struct coordinates *all, const struct coordinate *coordinate, const int *axes, int count)
{
	for (int d = 0; d < all->ndim; d++) {
		bool found = !coordinate->along[d];

		for (int i = 0; i < count; i++)
			found |= axes[i] == all->ndim - 1 - d;
		if (!found)
			return false;
	}
	return coordinate->values;
}

/* The names of a formula's field, which has `count` axes: those of coordinates where there are any. */
static const char *const *
find_names(struct arena *arena, struct elements *elements, int count)
{
	const struct coordinates *all = elements->coordinates;
	const char **names = arena_array(arena, const char *, INDICES + COORDINATES + 1);

	memcpy(names, index_names, sizeof index_names);
	for (int c = 0; c < COORDINATES; c++) {
		const struct coordinate *from = c == 3 ? &all->longitude : c == 4 ? &all->latitude
			: c < all->ndim ? &all->dimensions[all->ndim - 1 - c] : NULL;

		if (!from || !has_axes_of(all, from, elements->axes, count))
			continue;
		names[INDICES + elements->named_count] = coordinate_names[c];
		elements->named[elements->named_count++] = from;
	}
	return names;
}

/* "the indices i, j and k, the sizes nx, ny and nz, and the coordinates x and lat" */
static const char *
describe_names(struct arena *arena, const char *const *names)
{
	const char *text = "the indices i, j and k, the sizes nx, ny and nz";

	if (!names[INDICES])
		return arena_printf(arena, "%s, and coordinates x, y, z, lon and lat if a NetCDF array has them", text);
	text = arena_printf(arena, "%s, and the coordinates", text);
	for (int n = INDICES; names[n]; n++)
		text = arena_printf(arena, "%s%s %s", text, n == INDICES ? "" : names[n + 1] ? "," : " and", names[n]);
	return text;
}

static bool
sample(const struct job *job, const struct field *f, const struct extent *extent, const struct coordinates *coordinates,
	struct error *error)
{
	struct array *array = &job->arrays[f->index], shape = { 0 };
	int axes[3] = { 0 };
	struct elements elements = { .array = &shape, .axes = axes, .size = extent->size, .coordinates = coordinates };
	struct formula_points points = { .count = 1, .find = find_elements, .context = &elements };

	shape.ndim = field_axes(f, extent->ndim, axes);
	points.names = find_names(&job->tool->arena, &elements, f->shape == SHAPE_SCALAR ? 0 : shape.ndim);
	points.described = describe_names(&job->tool->arena, points.names);
	if (f->shape == SHAPE_SCALAR)
		shape.shape[shape.ndim++] = 1;
	for (int d = 0; d < shape.ndim && f->shape != SHAPE_SCALAR; d++)
		points.count *= shape.shape[d] = extent->size[axes[d]] + (axes[d] == 2 && f->where.half);
	if (!formula_sample(job->tool, f->name, job->formulas[f->index], &points, f->type, array, error))
		return false;
	array->ndim = shape.ndim;
	for (int d = 0; d < shape.ndim; d++)
		array->shape[d] = shape.shape[d];
	plane_arrays_name(f, array);
	return true;
}

/* The coordinates of the first NetCDF array of points. */
static bool
find_coordinates(const struct job *job, int ndim, struct coordinates *coordinates, struct error *error)
{
	*coordinates = (struct coordinates){ .ndim = 0 };
	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		const struct place *place = &job->ins[f->index];

		if (f->shape == SHAPE_POINT && place->text && place->path && place->format == FORMAT_NETCDF && job->arrays[f->index].data
				&& job->arrays[f->index].ndim == ndim)
			return netcdf_coordinates(&job->tool->arena, place, coordinates, error);
	}
	return true;
}

bool
plane_arrays_sample(const struct job *job, const struct extent *extent, struct error *error)
{
	struct coordinates coordinates;
	bool any = false;

	for (const struct field *f = job->stencil->fields; f; f = f->next)
		any |= job->formulas[f->index] != NULL;
	if (any && !find_coordinates(job, extent->ndim, &coordinates, error))
		return false;
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (job->formulas[f->index] && !sample(job, f, extent, &coordinates, error))
			return false;
	return true;
}

bool
plane_arrays_check(const struct job *job, struct extent *extent, struct error *error)
{
	bool good;

	*extent = (struct extent){ .ndim = 3 };
	good = find_ndim(job, &extent->ndim, error);
	if (good && job->options->size && !read_size(job->options->size, extent->size))
		return error_set(error, EXIT_USAGE, "--size %s: write XxYxZ, the cells with the halo", job->options->size);
	for (int a = extent->ndim; a < AXES; a++)
		extent->size[a] = 1;
	for (const struct field *f = job->stencil->fields; f && good; f = f->next)
		good = !job->arrays[f->index].data || check_array(job, f, extent, error);
	if (good && (!extent->size[0] || !extent->size[1] || !extent->size[2]))
		good = error_set(error, EXIT_USAGE, "no array has the size of the grid: give --size XxYxZ");
	return good;
}

void
plane_arrays_name(const struct field *field, struct array *array)
{
	static const char *const names[AXES] = { "z", "y", "x" };

	for (int d = 0; d < array->ndim; d++)
		array->names[d] = field->shape == SHAPE_PROFILE ? "z" : field->shape == SHAPE_SCALAR ? "one"
			: names[AXES - array->ndim + d];
	if (field->where.half)
		array->names[0] = "z_half";
}

struct array
plane_arrays_result(const struct problem *problem, int ndim, const struct field *field)
{
	struct array array = { .element = (int)field_element(field), .whole = type_is_whole(field->type), .data = problem->fields[field->index] };
	int axes[3];

	array.ndim = field_axes(field, ndim, axes);
	for (int i = 0; i < array.ndim; i++)
		array.shape[i] = axes[i] == 2 ? problem_levels(problem, field) : problem->size[axes[i]];
	if (field->shape == SHAPE_SCALAR)
		array.shape[array.ndim++] = 1;
	plane_arrays_name(field, &array);
	return array;
}
