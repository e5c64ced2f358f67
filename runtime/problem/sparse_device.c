#include "runtime/problem/sparse_device.h"

#include "runtime/device/device_status.h"

#include <stdlib.h>
#include <string.h>

typedef int sparse_upload(void);

/* Allocates memory on the device and fills it, unless `from` is NULL. */
static bool
place(const struct sparse_device *x, void **memory, const void *from, size_t bytes, struct error *error)
{
	return !device_failed(x->device, x->device->allocate(memory, bytes), "allocate a field", error)
		&& (!from || !device_failed(x->device, x->device->upload(*memory, from, bytes), "upload a field", error));
}

/* Coordinates in the kernel's layout: in rows, or in tiles that are padded with zeros. */
static void *
arrange_probes(const struct sparse_device *x, size_t *bytes)
{
	const struct sparse_problem *p = x->problem;
	const size_t element = field_element(p->x), dim = (size_t)p->grid->dim, probes = (size_t)p->probes;
	const size_t tile = x->layout == PROBES_IN_ROWS ? 1 : 32, tiles = (probes + tile - 1)/tile;
	const char *from = p->coordinates;
	char *to;

	*bytes = tiles*tile*dim*element;
	to = calloc(1, *bytes + !*bytes);
	for (size_t j = 0; to && j < probes; j++)
		for (size_t t = 0; t < dim; t++)
			memcpy(to + ((j/tile*dim + t)*tile + j % tile)*element, from + (j*dim + t)*element, element);
	return to;
}

/* The field that a kernel writes. */
static const struct field *
written(const struct sparse_problem *p)
{
	return p->v ? p->v : p->u;
}

static size_t
written_bytes(const struct sparse_problem *p)
{
	return p->v ? sparse_problem_probe_bytes(p) : sparse_problem_bytes(p);
}

static bool
place_probes(struct sparse_device *x, struct error *error)
{
	const struct sparse_problem *p = x->problem;
	size_t bytes;
	void *probes = arrange_probes(x, &bytes), *marks = malloc(written_bytes(p) + 1);
	bool good = probes && marks;

	if (good)
		mark_unwritten(marks, (size_t)p->probes, field_element(p->v));
	else
		error_no_memory(error);
	good = good && place(x, &x->fields[p->x->index], probes, bytes, error)
		&& place(x, &x->fields[p->v->index], marks, written_bytes(p), error)
		&& place(x, &x->initial, marks, written_bytes(p), error);
	free(probes);
	free(marks);
	return good;
}

struct sparse_device *
sparse_device_create(const struct device *device, struct sparse_problem *problem, enum probe_layout layout, struct error *error)
{
	const size_t bytes = sparse_problem_bytes(problem);
	struct sparse_device *x = calloc(1, sizeof *x);

	if (x) {
		*x = (struct sparse_device){
			.device = device, .problem = problem, .layout = layout, .probes = { problem->probes },
		};
		x->fields = calloc((size_t)problem->plan->stencil->field_count + 1, sizeof *x->fields);
	}
	if (!x || !x->fields)
		error_no_memory(error);
	else if (place(x, &x->fields[problem->u->index], problem->values, bytes, error)
			&& (problem->x ? place_probes(x, error)
				: place(x, &x->initial, problem->values, bytes, error)))
		return x;
	sparse_device_free(x);
	return NULL;
}

static void
release(const struct sparse_device *x, void *memory)
{
	if (memory)
		x->device->release(memory);
}

void
sparse_device_free(void *device)
{
	struct sparse_device *x = device;

	if (!x)
		return;
	for (int i = 0; x->fields && i < x->problem->plan->stencil->field_count; i++)
		release(x, x->fields[i]);
	release(x, x->initial);
	release(x, x->expected);
	free(x->fields);
	free(x);
}

struct call
sparse_device_call(const struct sparse_device *x, const struct built *kernel)
{
	return (struct call){
		.run = kernel->run, .grid = &x->probes, .fields = x->fields, .params = x->problem->params,
		.block = { 1, 1, 1 }, .changed = x->fields[written(x->problem)->index],
		.initial = x->initial, .changed_bytes = x->problem->v ? 0 : written_bytes(x->problem),
	};
}

bool
sparse_device_prepare(void *device, const struct built *kernel, struct error *error)
{
	const struct sparse_device *x = device;

	return !kernel->upload
		|| !device_failed(x->device, ((sparse_upload *)kernel->upload)(), "fill the table of parents", error);
}

bool
sparse_device_reset(void *device, struct error *error)
{
	const struct sparse_device *x = device;

	return !device_failed(x->device, x->device->copy(x->fields[written(x->problem)->index], x->initial,
		written_bytes(x->problem)), "copy a field", error);
}

bool
sparse_device_fetch(const struct sparse_device *x, void *results, struct error *error)
{
	return !device_failed(x->device, x->device->download(results, x->fields[written(x->problem)->index],
		written_bytes(x->problem)), "download a field", error);
}

/* Whether the device's values are the expected ones, compared there. */
static bool
compare_there(struct sparse_device *x, bool *same, struct error *error)
{
	const size_t bytes = sparse_problem_bytes(x->problem);
	int different = 0;

	if (!x->expected && !place(x, &x->expected, x->problem->expected, bytes, error))
		return false;
	if (device_failed(x->device, x->device->compare(x->fields[x->problem->u->index], x->expected, bytes,
			&different), "compare a field", error))
		return false;
	*same = !different;
	return true;
}

bool
sparse_device_compare(void *device, struct verdict *verdict, struct error *error)
{
	struct sparse_device *x = device;
	const struct sparse_problem *p = x->problem;
	bool same = false, good;
	void *results;

	*verdict = (struct verdict){ .points = p->grid->points };
	if (!p->v && !compare_there(x, &same, error))
		return false;
	if (same)
		return true;
	results = malloc(written_bytes(p) + 1);
	if (!results)
		error_no_memory(error);
	good = results && sparse_device_fetch(x, results, error);
	if (good)
		*verdict = sparse_problem_compare(p, results);
	free(results);
	return good;
}
