#include "runtime/run/plane_arrays.h"

#include "runtime/run/formula.h"

#include <stdlib.h>

/* The axes of a field's array on a grid of so many dimensions, slowest first, as indices of
 * x, y, z. Returns their number. A profile has its one axis always. */
static int
field_axes(const struct field *field, int ndim, int axes[3])
{
	int count = 0;

	for (int a = AXES - 1; a >= 0; a--)
		if (shapes[field->shape].axes[a] && (a < ndim || field->shape == SHAPE_PROFILE))
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
			array->element == sizeof (float) ? "float" : "double", f->name, type_name(f->type),
			array->whole ? "" : ": --convert converts it");
	if (scalar ? array->ndim != 1 || array->shape[0] != 1 : array->ndim != ndim)
		return error_set(error, EXIT_ERRORS, "%s has shape %s, but field '%s' needs %s", path,
			array_shape_text(arena, array->ndim, array->shape), f->name, axes_text(arena, f, extent->ndim));
	for (int i = 0; i < ndim; i++) {
		int *size = &extent->size[axes[i]];

		if (!*size)
			*size = array->shape[i] < 1 << 30 ? (int)array->shape[i] : 1 << 30;
		if (*size != array->shape[i])
			return error_set(error, EXIT_ERRORS, "%s has shape %s, but %s %c = %d", path,
				array_shape_text(arena, array->ndim, array->shape), job->options->size ? "--size has" : "other fields have",
				"xyz"[axes[i]], *size);
	}
	return true;
}

/* Where a formula is sampled: at each element of an array. */
struct elements {
	const struct array *array;
	const int *axes; /* of its dimensions */
	const int *size; /* of the grid */
};

static const char *const element_names[] = { "i", "j", "k", "nx", "ny", "nz", NULL };

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
	}
}

static bool
sample(const struct job *job, const struct field *f, const struct extent *extent, struct error *error)
{
	struct array *array = &job->arrays[f->index], shape = { 0 };
	int axes[3] = { 0 };
	const struct elements elements = { &shape, axes, extent->size };
	struct formula_points points = {
		.count = 1, .names = element_names, .described = "the indices i, j and k, and the sizes nx, ny and nz",
		.find = find_elements, .context = &elements,
	};

	shape.ndim = field_axes(f, extent->ndim, axes);
	if (f->shape == SHAPE_SCALAR)
		shape.shape[shape.ndim++] = 1;
	for (int d = 0; d < shape.ndim && f->shape != SHAPE_SCALAR; d++)
		points.count *= shape.shape[d] = extent->size[axes[d]];
	if (!formula_sample(job->tool, f->name, job->formulas[f->index], &points, f->type, array, error))
		return false;
	array->ndim = shape.ndim;
	for (int d = 0; d < shape.ndim; d++)
		array->shape[d] = shape.shape[d];
	plane_arrays_name(f, array);
	return true;
}

bool
plane_arrays_sample(const struct job *job, const struct extent *extent, struct error *error)
{
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (job->formulas[f->index] && !sample(job, f, extent, error))
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
}

struct array
plane_arrays_result(const struct problem *problem, int ndim, const struct field *field)
{
	struct array array = { .element = (int)field_element(field), .data = problem->fields[field->index] };
	int axes[3];

	array.ndim = field_axes(field, ndim, axes);
	for (int i = 0; i < array.ndim; i++)
		array.shape[i] = problem->size[axes[i]];
	if (field->shape == SHAPE_SCALAR)
		array.shape[array.ndim++] = 1;
	plane_arrays_name(field, &array);
	return array;
}
