#include "runtime/problem/plane_device.h"

#include "runtime/device/device_status.h"
#include "runtime/problem/plane_workspace.h"

#include <stdlib.h>
#include <string.h>

void *
plane_device_copy(const struct plane_device *x, int array, struct error *error)
{
	const size_t bytes = x->layout.arrays[array].bytes;
	void *memory = NULL;

	if (device_failed(x->device, x->device->allocate(&memory, bytes), "allocate a field", error))
		return NULL;
	if (!device_failed(x->device, x->device->copy(memory, x->fields[array], bytes), "copy a field", error))
		return memory;
	x->device->release(memory);
	return NULL;
}

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

/* Uploads an array, and copies there what a run changes. */
static bool
upload_array(struct plane_device *x, int i, struct error *error)
{
	const size_t bytes = x->layout.arrays[i].bytes, lead = lead_bytes(&x->layout, i);
	void *memory = plane_lay_out_array(&x->layout, i);
	int status;

	if (!memory)
		return error_no_memory(error);
	status = x->device->allocate(&x->memory[i], lead + bytes);
	if (!device_failed(x->device, status, "allocate a field", error)) {
		x->fields[i] = (char *)x->memory[i] + lead;
		status = x->device->upload(x->fields[i], memory, bytes);
		device_failed(x->device, status, "upload a field", error);
	}
	free(memory);
	if (!status && x->layout.arrays[i].written)
		x->initial[i] = plane_device_copy(x, i, error);
	return !status && (!x->layout.arrays[i].written || x->initial[i]);
}

bool
plane_device_reset(void *device, struct error *error)
{
	struct plane_device *x = device;

	for (int i = 0; i < x->layout.array_count; i++)
		if (x->layout.arrays[i].written && device_failed(x->device,
				x->device->copy(x->fields[i], x->initial[i], x->layout.arrays[i].bytes), "copy a field",
				error))
			return false;
	return true;
}

void
plane_device_exchange(struct plane_device *x, const struct field *a, const struct field *b)
{
	const int i = x->layout.array[a->index], j = x->layout.array[b->index];
	const enum padding padding = x->padding[a->index];
	void *kept = x->fields[i];

	x->fields[i] = x->fields[j];
	x->fields[j] = kept;
	x->padding[a->index] = x->padding[b->index];
	x->padding[b->index] = padding;
}

static bool
upload_ints(const struct device *device, const int *ints, size_t count, void **memory, struct error *error)
{
	return !ints || !count || (!device_failed(device, device->allocate(memory, count*sizeof *ints),
			"allocate a table", error)
		&& !device_failed(device, device->upload(*memory, ints, count*sizeof *ints), "upload a table", error));
}

/* Programs fill halos and take sums: other kernels do not ask where cells lie. */
static bool
upload_places(struct plane_device *x, struct error *error)
{
	const struct grid *grid = x->layout.grid;
	const bool asked = grid->view.place && x->layout.problem->plan->program;

	x->view.place = NULL;
	if (asked && !upload_ints(x->device, grid->position, grid_columns(grid), &x->places, error))
		return false;
	if (asked)
		x->view.place = grid_first_place(grid, x->places);
	return true;
}

static bool
prepare(struct plane_device *x, struct error *error)
{
	const struct grid *grid = x->layout.grid;

	if (!grid_check(grid, error)
			|| !upload_ints(x->device, grid->table, grid->entries, &x->table, error)
			|| !upload_ints(x->device, grid->pattern, (size_t)grid->view.stride, &x->pattern, error)
			|| !upload_ints(x->device, grid->cluster, grid->cluster_entries, &x->cluster, error)
			|| !upload_ints(x->device, grid->single, (size_t)grid->view.singles, &x->single, error)
			|| !upload_places(x, error))
		return false;
	x->view.table = x->table;
	x->view.pattern = x->pattern;
	x->view.cluster = x->cluster;
	x->view.single = x->single;
	raise_top(x);
	for (const struct field *f = x->layout.problem->plan->stencil->fields; f; f = f->next)
		x->padding[f->index] = field_padding(f);
	for (int i = 0; i < x->layout.array_count; i++)
		if (!upload_array(x, i, error))
			return false;
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
	*x = (struct plane_device){
		.device = device, .view = grid->view, .largest = grid->view,
		.memory = calloc(count, sizeof *x->memory),
		.fields = calloc(count, sizeof *x->fields),
		.initial = calloc(count, sizeof *x->initial),
		.verified = calloc(count, sizeof *x->verified),
		.expected = calloc(count, sizeof *x->expected),
		.bounds = calloc(count, sizeof *x->bounds),
		.padding = calloc(count, sizeof *x->padding),
	};
	if (plane_layout_open(&x->layout, problem, layout, grid) && x->memory && x->fields && x->initial && x->verified
			&& x->expected && x->bounds && x->padding && prepare(x, error))
		return x;
	plane_device_free(x);
	return NULL;
}

static void
release(const struct plane_device *x, void **memories, int i)
{
	if (memories && memories[i])
		x->device->release(memories[i]);
}

void
plane_device_free(void *device)
{
	struct plane_device *x = device;

	if (!x)
		return;
	if (x->fields)
		plane_workspace_release(x);
	for (int i = 0; i < x->layout.array_count; i++) {
		release(x, x->memory, i);
		release(x, x->initial, i);
		release(x, x->verified, i);
	}
	for (int i = 0; i < x->layout.problem->plan->stencil->field_count; i++) {
		free(x->expected ? x->expected[i] : NULL);
		free(x->bounds ? x->bounds[i] : NULL);
	}
	if (x->table)
		x->device->release(x->table);
	if (x->pattern)
		x->device->release(x->pattern);
	if (x->cluster)
		x->device->release(x->cluster);
	if (x->single)
		x->device->release(x->single);
	if (x->places)
		x->device->release(x->places);
	plane_layout_free(&x->layout);
	free(x->padding);
	free(x->memory);
	free(x->fields);
	free(x->initial);
	free(x->verified);
	free(x->expected);
	free(x->bounds);
	free(x);
}

void *
plane_device_download(const struct plane_device *x, const struct field *field, struct error *error)
{
	const int i = x->layout.array[field->index];
	void *memory = malloc(x->layout.arrays[i].bytes), *own;

	if (!memory) {
		error_no_memory(error);
		return NULL;
	}
	if (device_failed(x->device, x->device->download(memory, x->fields[i], x->layout.arrays[i].bytes),
			"download a field", error)) {
		free(memory);
		return NULL;
	}
	if (x->layout.arrays[i].members == 1)
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
plane_device_fetch(const struct plane_device *x, const struct field *field, struct error *error)
{
	void *memory = plane_device_download(x, field, error);

	if (memory && field->shape == SHAPE_SCALAR)
		memcpy(x->layout.problem->fields[field->index], memory, field_element(field));
	else if (memory)
		grid_unpack(x->layout.grid, field->shape == SHAPE_POINT, field_element(field), memory,
			x->layout.problem->fields[field->index]);
	free(memory);
	return memory != NULL;
}

static bool
fill_constant(const struct plane_device *x, const struct built *kernel, struct error *error)
{
	const size_t entries = x->layout.grid->entries;

	if (!kernel->upload)
		return true;
	if (entries > CONSTANT_ENTRIES)
		return error_set(error, EXIT_IO, "a table of %zu entries does not fit into constant memory, which has"
			" room for %d", entries, CONSTANT_ENTRIES);
	return !device_failed(x->device, ((stencil_upload *)kernel->upload)(x->layout.grid->table, (int)entries),
		"fill constant memory", error);
}

bool
plane_device_prepare(void *device, const struct built *kernel, struct error *error)
{
	return fill_constant(device, kernel, error) && plane_workspace_make(device, kernel, error);
}

struct call
plane_device_call(const struct plane_device *x, const struct built *kernel, struct stencil_block block)
{
	return (struct call){
		.run = kernel->run, .team = kernel->team, .recorded = kernel->recorded, .grid = &x->view, .fields = x->fields,
		.params = x->layout.problem->params, .block = block,
	};
}
