#include "runtime/problem/plane_compare.h"

#include "runtime/grid/column_list.h"

#include <stdlib.h>
#include <string.h>

/* Describes element i of a field's memory: the cell, or that it is padding, and its value. */
static void
describe(const struct plane_device *x, const struct field *field, size_t i, double got, double expected,
	struct verdict *verdict)
{
	const struct stencil_grid *view = &x->layout.grid->view;
	const struct problem *problem = x->layout.problem;
	const int *size = problem->size, *position = x->layout.grid->position;
	const size_t place = view->pitch ? i/(size_t)view->pitch : i % (size_t)view->stride;
	const size_t level = view->pitch ? i % (size_t)view->pitch : i/(size_t)view->stride;
	const int columns = size[0]*size[1];
	int column = 0;

	if (field->shape == SHAPE_SCALAR) {
		snprintf(verdict->first, sizeof verdict->first, "%s: got %.17g, expected %.17g", field->name, got, expected);
		return;
	}
	while (column < columns && (size_t)position[column] != place)
		column++;
	if (column == columns || level >= (size_t)size[2])
		snprintf(verdict->first, sizeof verdict->first, "%s: padding is overwritten with %.17g",
			field->name, got);
	else {
		const int width = problem->list ? problem->list->plane->size[0] : size[0];
		const int cell = problem->list ? problem->list->global[column] : column;

		snprintf(verdict->first, sizeof verdict->first, "%s at (%d,%d,%zu): got %.17g, expected %.17g",
			field->name, problem->place[0] + cell % width, problem->place[1] + cell/width, level, got, expected);
	}
}

static void
compare_field(const struct plane_device *x, const struct field *field, const void *got, struct verdict *verdict)
{
	const struct compared values = { field_element(field), plane_elements(&x->layout, field), got, x->expected[field->index],
		x->bounds[field->index] };
	const size_t first = verdict_compare(verdict, &values);

	if (first < values.count)
		describe(x, field, first, compared_number(&values, got, first), compared_number(&values, values.expected, first), verdict);
}

static double *
laid_out_bounds(const struct plane_device *x, const struct field *field)
{
	double *memory = calloc(plane_elements(&x->layout, field), sizeof *memory);

	if (memory && field->shape == SHAPE_SCALAR)
		*memory = *x->layout.problem->bounds[field->index];
	else if (memory)
		grid_pack(x->layout.grid, field->shape == SHAPE_POINT, sizeof *memory,
			x->layout.problem->bounds[field->index], memory);
	return memory;
}

/* Lays out the expected values and bounds of a field, once. */
static bool
expect(const struct plane_device *x, const struct field *f)
{
	const int i = f->index;

	if (!x->expected[i])
		x->expected[i] = plane_lay_out(&x->layout, f, x->layout.problem->expected[i],
			x->padding[i]);
	if (!x->bounds[i] && x->layout.problem->bounds[i])
		x->bounds[i] = laid_out_bounds(x, f);
	return x->expected[i] && (x->bounds[i] || !x->layout.problem->bounds[i]);
}

/* Whether all outs and inouts equal those of an earlier run that was right. */
static bool
repeats(const struct plane_device *x)
{
	for (int i = 0; i < x->layout.array_count; i++) {
		int different = 1;

		if (x->layout.arrays[i].written && (!x->verified[i] || x->device->compare(x->fields[i],
				x->verified[i], x->layout.arrays[i].bytes, &different) || different))
			return false;
	}
	return true;
}

/* Remembers a right result; without memory for it, the next is compared anew. */
static void
keep(struct plane_device *x)
{
	for (int i = 0; i < x->layout.array_count; i++)
		if (x->layout.arrays[i].written && !x->verified[i])
			x->verified[i] = plane_device_copy(x, i, NULL);
}

/* What kernels may write into padding is as expected. */
static void
accept_padding(const struct plane_device *x, const struct field *field, void *got)
{
	const struct grid *grid = x->layout.grid;
	const size_t size = field_element(field), bytes = (size_t)grid_padding_updated(grid)*size;

	for (int c = grid->view.first; bytes && c < grid->view.end; c++) {
		const size_t at = grid_index(grid, true, c, grid->view.levels)*size;

		memcpy((char *)got + at, (const char *)x->expected[field->index] + at, bytes);
	}
}

static bool
compare_all(struct plane_device *x, struct verdict *verdict, struct error *error)
{
	for (const struct field *f = x->layout.problem->plan->stencil->fields; f; f = f->next) {
		void *got;

		if (f->role == ROLE_IN)
			continue;
		if (!expect(x, f))
			return error_no_memory(error);
		got = plane_device_download(x, f, error);
		if (!got)
			return false;
		accept_padding(x, f, got);
		if (memcmp(got, x->expected[f->index], plane_field_bytes(&x->layout, f)))
			compare_field(x, f, got, verdict);
		free(got);
	}
	return true;
}

bool
plane_compare(void *device, struct verdict *verdict, struct error *error)
{
	struct plane_device *x = device;
	const struct problem *problem = x->layout.problem;

	*verdict = (struct verdict){ 0 };
	for (const struct field *f = problem->plan->stencil->fields; f; f = f->next)
		verdict->points += f->role == ROLE_IN ? 0 : problem_points(problem);
	if (repeats(x))
		return true;
	if (!compare_all(x, verdict, error))
		return false;
	if (verdict_is_good(verdict))
		keep(x);
	return true;
}
