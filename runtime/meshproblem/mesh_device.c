#include "runtime/meshproblem/mesh_device.h"

#include "runtime/device/device_status.h"
#include "runtime/problem/values.h"

#include <stdlib.h>

static bool
place(const struct device *device, void **memory, const void *from, size_t bytes, const char *what, struct error *error)
{
	return !device_failed(device, device->allocate(memory, bytes + 1), "allocate memory", error)
		&& !device_failed(device, device->upload(*memory, from, bytes), what, error);
}

bool
mesh_place_relations(const struct device *device, const struct mesh_layout *l, struct stencil_relation *placed,
	struct error *error)
{
	for (int r = 0; r < l->lookups.count; r++) {
		const size_t starts = mesh_layout_starts(l, r);
		void *table = NULL, *start = NULL;
		bool good = place(device, &table, l->relations[r].table, l->entries[r]*sizeof (int), "upload a table", error);

		placed[r].table = table;
		if (good && starts)
			good = place(device, &start, l->relations[r].start, starts*sizeof (int), "upload a table", error);
		placed[r].start = start;
		if (!good)
			return false;
	}
	return true;
}

static void
release(const struct device *device, const void *memory)
{
	if (memory)
		device->release((void *)memory);
}

void
mesh_release_relations(const struct device *device, const struct mesh_layout *l, struct stencil_relation *placed)
{
	for (int r = 0; placed && r < l->lookups.count; r++) {
		release(device, placed[r].table);
		release(device, placed[r].start);
	}
}

static size_t
bytes_of(const struct mesh_device *x, const struct field *field)
{
	return mesh_layout_elements(x->layout, field)*field_element(field);
}

static bool
place_fields(struct mesh_device *x, struct error *error)
{
	const struct mesh_problem *p = x->layout->problem;

	for (const struct field *f = p->stencil->fields; f; f = f->next) {
		void *laid_out = mesh_lay_out(x->layout, f, p->fields[f->index]);
		const bool good = !laid_out ? error_no_memory(error)
			: place(x->device, &x->fields[f->index], laid_out, bytes_of(x, f), "upload a field", error);

		free(laid_out);
		if (!good)
			return false;
	}
	return true;
}

struct mesh_device *
mesh_device_create(const struct device *device, const struct mesh_layout *layout, struct error *error)
{
	struct mesh_device *x = calloc(1, sizeof *x);

	if (x) {
		*x = (struct mesh_device){
			.device = device, .layout = layout,
			.relations = calloc((size_t)layout->lookups.count + 1, sizeof *x->relations),
			.fields = calloc((size_t)layout->problem->stencil->field_count + 2, sizeof *x->fields),
		};
		x->view = (struct stencil_mesh_view){ layout->mesh, x->relations };
	}
	if (!x || !x->relations || !x->fields)
		error_no_memory(error);
	else if (mesh_place_relations(device, layout, x->relations, error) && place_fields(x, error))
		return x;
	mesh_device_free(x);
	return NULL;
}

void
mesh_device_free(struct mesh_device *x)
{
	if (!x)
		return;
	mesh_release_relations(x->device, x->layout, x->relations);
	for (int i = 0; x->fields && i <= x->layout->problem->stencil->field_count; i++)
		release(x->device, x->fields[i]);
	free(x->relations);
	free(x->fields);
	free(x);
}

/* So that a kernel which reads what none before it stored is found out. */
static bool
mark_workspace(const struct mesh_device *x, void *workspace, size_t bytes, struct error *error)
{
	void *marks = malloc(bytes);
	bool good;

	if (!marks)
		return error_no_memory(error);
	mark_unwritten(marks, bytes/sizeof (double), sizeof (double));
	good = !device_failed(x->device, x->device->upload(workspace, marks, bytes), "upload the workspace", error);
	free(marks);
	return good;
}

static bool
make_workspace(struct mesh_device *x, void **workspace, size_t bytes, struct error *error)
{
	release(x->device, *workspace);
	*workspace = NULL;
	x->workspace_bytes = 0;
	if (device_failed(x->device, x->device->allocate(workspace, bytes), "allocate the workspace", error))
		return false;
	x->workspace_bytes = bytes;
	return true;
}

bool
mesh_device_prepare(struct mesh_device *x, const struct built *kernel, struct error *error)
{
	void **workspace = &x->fields[x->layout->problem->stencil->field_count];
	size_t bytes;

	return built_workspace(kernel, &x->view.mesh, &bytes, error)
		&& (!bytes || ((bytes == x->workspace_bytes || make_workspace(x, workspace, bytes, error))
			&& mark_workspace(x, *workspace, bytes, error)));
}

struct call
mesh_device_call(const struct mesh_device *x, const struct built *kernel, struct stencil_block block)
{
	return (struct call){
		.run = kernel->run, .team = kernel->team, .recorded = kernel->recorded, .grid = &x->view, .fields = x->fields,
		.params = x->layout->problem->params, .block = block,
	};
}

/* A field's memory as it is now. To be freed; NULL with an error. */
static void *
download(const struct mesh_device *x, const struct field *field, struct error *error)
{
	void *memory = malloc(bytes_of(x, field) + 1);

	if (!memory)
		error_no_memory(error);
	else if (!device_failed(x->device, x->device->download(memory, x->fields[field->index], bytes_of(x, field)),
			"download a field", error))
		return memory;
	free(memory);
	return NULL;
}

bool
mesh_device_fetch(const struct mesh_device *x, const struct field *field, struct error *error)
{
	void *memory = download(x, field, error);

	if (memory)
		mesh_gather_field(x->layout, field, memory, x->layout->problem->fields[field->index]);
	free(memory);
	return memory;
}

static void
describe(const struct field *field, const struct compared *values, size_t i, struct verdict *verdict)
{
	if (is_unwritten((const char *)values->expected + i*values->element, values->element))
		snprintf(verdict->first, sizeof verdict->first, "'%s' is written in padding", field->name);
	else
		snprintf(verdict->first, sizeof verdict->first, "'%s': %.9g is %.9g", field->name,
			compared_number(values, values->expected, i), compared_number(values, values->got, i));
}

static void
compare_values(const struct field *field, const struct compared *values, struct verdict *verdict)
{
	const size_t first = verdict_compare(verdict, values);

	if (first < values->count)
		describe(field, values, first, verdict);
}

/* Error bounds as the field lies there; NULL: there are none, or no memory. */
static double *
lay_out_bounds(const struct mesh_device *x, const struct field *field)
{
	struct field as_double = *field;

	as_double.type = TYPE_DOUBLE;
	return !x->layout->problem->bounded ? NULL
		: mesh_lay_out(x->layout, &as_double, x->layout->problem->bounds[field->index]);
}

/* Compares a field. False: out of memory, or an error. */
static bool
compare_field(const struct mesh_device *x, const struct field *field, struct verdict *verdict, struct error *error)
{
	void *expected = mesh_lay_out(x->layout, field, x->layout->problem->expected[field->index]);
	double *bounds = lay_out_bounds(x, field);
	const bool good = expected && (bounds || !x->layout->problem->bounded);
	void *got = good ? download(x, field, error) : NULL;

	if (got)
		mesh_mark_padding(x->layout, field, got);
	if (got)
		compare_values(field, &(struct compared){ field_element(field), mesh_layout_elements(x->layout, field), got, expected, bounds },
			verdict);
	else if (!good)
		error_no_memory(error);
	free(expected);
	free(bounds);
	free(got);
	return got;
}

bool
mesh_device_compare(const struct mesh_device *x, struct verdict *verdict, struct error *error)
{
	const struct mesh_problem *p = x->layout->problem;

	*verdict = (struct verdict){ 0 };
	for (const struct field *f = p->stencil->fields; f; f = f->next) {
		if (f->role == ROLE_IN)
			continue;
		if (!compare_field(x, f, verdict, error))
			return false;
		verdict->points += (double)p->updated*(p->top - p->bottom);
	}
	return true;
}
