#include "runtime/run/plane_arrays.h"

#include <string.h>

static const char *
shape_text(struct arena *arena, int ndim, const long long *shape)
{
	const char *text = "";

	for (int i = 0; i < ndim; i++)
		text = arena_printf(arena, "%s%s%lld", text, i ? "," : "", shape[i]);
	return arena_printf(arena, "(%s)", text);
}

/* The axes of a field's array, slowest first, as indices of x, y, z. Returns their
 * number. */
static int
field_axes(const struct field *field, int axes[3])
{
	int count = 0;

	for (int a = AXES - 1; a >= 0; a--)
		if (shapes[field->shape].axes[a])
			axes[count++] = a;
	return count;
}

static int
check_array(const struct job *job, const struct field *f, int size[3])
{
	static const char *const wanted[] = { "(z,y,x)", "(y,x)", "(z)" };
	const struct npy *array = &job->arrays[f->index];
	const char *path = job->in_paths[f->index];
	struct arena *arena = &job->tool->arena;
	int axes[3];
	const int ndim = field_axes(f, axes);

	if (array->element != (int)field_element(f))
		return tool_fail(job->tool, EXIT_ERRORS, "%s holds %s, but field '%s' is %s", path,
			array->element == sizeof (float) ? "float" : "double", f->name, type_name(f->type));
	if (array->ndim != ndim)
		return tool_fail(job->tool, EXIT_ERRORS, "%s has shape %s, but field '%s' needs %s", path,
			shape_text(arena, array->ndim, array->shape), f->name, wanted[f->shape]);
	for (int i = 0; i < ndim; i++) {
		if (!size[axes[i]])
			size[axes[i]] = array->shape[i] < 1 << 30 ? (int)array->shape[i] : 1 << 30;
		if (size[axes[i]] != array->shape[i])
			return tool_fail(job->tool, EXIT_ERRORS, "%s has shape %s, but other fields have %c = %d",
				path, shape_text(arena, array->ndim, array->shape), "xyz"[axes[i]], size[axes[i]]);
	}
	return EXIT_GOOD;
}

int
plane_arrays_check(const struct job *job, int size[3])
{
	memset(size, 0, 3*sizeof *size);
	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		const int status = job->arrays[f->index].data ? check_array(job, f, size) : EXIT_GOOD;

		if (status)
			return status;
	}
	if (!size[0] || !size[1] || !size[2])
		return tool_fail(job->tool, EXIT_USAGE, "no field tells the size of the grid");
	return EXIT_GOOD;
}

struct npy
plane_arrays_result(const struct problem *problem, const struct field *field)
{
	struct npy array = { .element = (int)field_element(field), .data = problem->fields[field->index] };
	int axes[3];

	array.ndim = field_axes(field, axes);
	for (int i = 0; i < array.ndim; i++)
		array.shape[i] = problem->size[axes[i]];
	return array;
}
