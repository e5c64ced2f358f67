#include "runtime/problem/plane_compare.h"

#include "runtime/grid/column_list.h"

#include <stdlib.h>
#include <string.h>

/* A field of the device, laid out alone in memory here. To be freed; NULL with an error. */
static void *
download(const struct plane_device *x, const struct field *field, struct error *error)
{
	const int i = x->layout.array[field->index];
	void *memory = binding_download(&x->binding, i, error), *own;

	if (!memory || x->layout.arrays[i].members == 1)
		return memory;
	own = malloc(plane_field_bytes(&x->layout, field));
	if (own)
		plane_gather(&x->layout, field, memory, own);
	else
		error_no_memory(error);
	free(memory);
	return own;
}

bool
plane_fetch(const struct device_binding *binding, const struct field *field, void *array, struct error *error)
{
	const struct plane_device *x = (const struct plane_device *)binding;
	void *memory = download(x, field, error);

	if (memory && field->shape == SHAPE_SCALAR)
		memcpy(array, memory, field_element(field));
	else if (memory)
		grid_unpack(x->layout.grid, plane_levels(&x->layout, field), field_element(field), memory, array);
	free(memory);
	return memory != NULL;
}

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
	if (column == columns || level >= (size_t)problem_levels(problem, field))
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
	const struct compared values = { field->type, plane_elements(&x->layout, field), got, x->expected[field->index],
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
		grid_pack(x->layout.grid, plane_levels(&x->layout, field), sizeof *memory,
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
			x->binding.arrays[x->layout.array[i]].marked ? PADDING_MARKED : PADDING_HUGE);
	if (!x->bounds[i] && x->layout.problem->bounds[i])
		x->bounds[i] = laid_out_bounds(x, f);
	return x->expected[i] && (x->bounds[i] || !x->layout.problem->bounds[i]);
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
compare_all(const struct plane_device *x, struct verdict *verdict, struct error *error)
{
	for (const struct field *f = x->layout.problem->plan->stencil->fields; f; f = f->next) {
		void *got;

		if (f->role == ROLE_IN)
			continue;
		if (!expect(x, f))
			return error_no_memory(error);
		got = download(x, f, error);
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
plane_compare(const struct device_binding *binding, struct verdict *verdict, struct error *error)
{
	const struct plane_device *x = (const struct plane_device *)binding;
	const struct problem *problem = x->layout.problem;

	*verdict = (struct verdict){ 0 };
	for (const struct field *f = problem->plan->stencil->fields; f; f = f->next)
		verdict->points += f->role == ROLE_IN ? 0 : problem_points(problem);
	return compare_all(x, verdict, error);
}
