#include "runtime/problem/plane_device.h"

#include "runtime/device/device_status.h"
#include "runtime/problem/plane_compare.h"
#include "runtime/problem/plane_work.h"

#include <stdlib.h>

/* Bytes to leave free before an array; with levels innermost it is one field. */
static size_t
lead_bytes(const struct plane_layout *layout, int array)
{
	const struct field *f = layout->problem->plan->stencil->fields;

	while (f && layout->array[f->index] != array)
		f = f->next;
	return f && f->shape == SHAPE_POINT && layout->grid->view.pitch
		? grid_lead(layout->grid, field_element(f))*field_element(f) : 0;
}

/* Lets kernels update padding like levels of the domain. */
static void
raise_top(struct plane_device *x)
{
	x->view.levels += grid_padding_updated(x->layout.grid);
	x->view.top += grid_padding_updated(x->layout.grid);
	x->largest = x->view;
}

static bool
fill_array(struct plane_device *x, int i, struct error *error)
{
	void *values = plane_lay_out_array(&x->layout, i);
	const bool good = binding_fill(&x->binding, i, lead_bytes(&x->layout, i), values, error);

	free(values);
	return good;
}

/* The tables on the device, or NULL where there are none. */
static bool
place_ints(struct plane_device *x, const int *ints, size_t count, const int **placed, struct error *error)
{
	*placed = ints && count ? binding_place(&x->binding, ints, count*sizeof *ints, "a table", error) : NULL;
	return *placed || !ints || !count;
}

/* Programs fill halos and take sums: other kernels do not ask where cells lie. */
static bool
place_positions(struct plane_device *x, struct error *error)
{
	const struct grid *grid = x->layout.grid;
	const bool asked = grid->view.place && x->layout.problem->plan->program;
	const int *places;

	x->view.place = NULL;
	if (asked && !place_ints(x, grid->position, grid_columns(grid), &places, error))
		return false;
	if (asked)
		x->view.place = grid_first_place(grid, places);
	return true;
}

static bool
place_all(struct plane_device *x, struct error *error)
{
	const struct grid *grid = x->layout.grid;

	if (!grid_check(grid, error)
			|| !place_ints(x, grid->table, grid->entries, &x->view.table, error)
			|| !place_ints(x, grid->pattern, (size_t)grid->view.stride, &x->view.pattern, error)
			|| !place_ints(x, grid->cluster, grid->cluster_entries, &x->view.cluster, error)
			|| !place_ints(x, grid->single, (size_t)grid->view.singles, &x->view.single, error)
			|| !place_positions(x, error))
		return false;
	raise_top(x);
	for (int i = 0; i < x->layout.array_count; i++)
		if (!fill_array(x, i, error))
			return false;
	return true;
}

static bool
open_binding(struct plane_device *x, struct error *error)
{
	const struct plane_layout *l = &x->layout;
	struct device_binding *b = &x->binding;

	if (!binding_open(b, l->array_count, l->problem->plan->stencil->field_count, error))
		return false;
	for (int i = 0; i < l->array_count; i++)
		b->arrays[i] = (struct bound_array){ .bytes = l->arrays[i].bytes, .written = l->arrays[i].written,
			.marked = l->arrays[i].written };
	b->params = l->problem->params;
	b->grid = &x->view;
	b->largest = &x->largest;
	b->table_bytes = (double)((l->grid->entries + (l->grid->pattern ? (size_t)l->grid->view.stride : 0))*sizeof (int));
	return true;
}

struct plane_device *
plane_device_create(const struct device *device, const struct problem *problem, enum layout layout,
	struct grid *grid, struct error *error)
{
	const size_t count = (size_t)problem->plan->stencil->field_count + 1;
	struct plane_device *x = calloc(1, sizeof *x);

	error_no_memory(error);
	if (!x) {
		grid_free(grid);
		return NULL;
	}
	x->binding = (struct device_binding){ .kind = &plane_domain, .device = device };
	x->view = grid->view;
	x->expected = calloc(count, sizeof *x->expected);
	x->bounds = calloc(count, sizeof *x->bounds);
	if (plane_layout_open(&x->layout, problem, layout, grid) && x->expected && x->bounds && open_binding(x, error)
			&& place_all(x, error))
		return x;
	binding_free(x);
	return NULL;
}

static struct device_binding *
place(const struct device *device, void *problem, const struct binding_spec *spec, struct error *error)
{
	struct arena scratch = { NULL };
	struct grid *grid = plane_grid(&scratch, problem, spec->variant, spec->order,
		spec->alignment ? spec->alignment : USUAL_ALIGNMENT, error);
	struct plane_device *x = grid ? plane_device_create(device, problem, spec->variant->layout, grid, error) : NULL;

	arena_free(&scratch);
	return x ? &x->binding : NULL;
}

static void
release(struct device_binding *binding)
{
	struct plane_device *x = (struct plane_device *)binding;

	for (int i = 0; i < x->layout.problem->plan->stencil->field_count; i++) {
		free(x->expected ? x->expected[i] : NULL);
		free(x->bounds ? x->bounds[i] : NULL);
	}
	plane_layout_free(&x->layout);
	free(x->expected);
	free(x->bounds);
}

/* Constant memory with the table of neighbours. */
static bool
fill_tables(const struct device_binding *binding, const struct built *kernel, struct error *error)
{
	const struct grid *grid = ((const struct plane_device *)binding)->layout.grid;
	const size_t entries = grid->entries;

	if (entries > CONSTANT_ENTRIES)
		return error_set(error, EXIT_IO, "a table of %zu entries does not fit into constant memory, which has"
			" room for %d: use another storage", entries, CONSTANT_ENTRIES);
	return !device_failed(binding->device, ((stencil_upload *)kernel->upload)(grid->table, (int)entries),
		"fill constant memory", error);
}

static bool
store(const struct device_binding *binding, const struct field *field, struct error *error)
{
	const struct plane_layout *l = &((const struct plane_device *)binding)->layout;
	const int i = l->array[field->index];
	void *values = plane_lay_out_array(l, i);
	const bool good = binding_refill(binding, i, values, error);

	free(values);
	return good;
}

static void
close_problem(void *problem)
{
	problem_free(problem);
}

const struct domain_kind plane_domain = {
	.work = plane_work, .close = close_problem, .place = place, .release = release, .fill_tables = fill_tables,
	.store = store, .fetch = plane_fetch, .compare = plane_compare,
};
