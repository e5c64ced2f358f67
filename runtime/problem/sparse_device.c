#include "runtime/problem/sparse_device.h"

#include "runtime/device/device_status.h"

#include <stdlib.h>
#include <string.h>

typedef int sparse_upload(void);

/* Coordinates in the kernel's layout: in rows, or in tiles that are padded with zeros. */
static void *
arrange_probes(const struct sparse_problem *p, enum probe_layout layout, size_t *bytes)
{
	const size_t element = field_element(p->x), dim = (size_t)p->grid->dim, probes = (size_t)p->probes;
	const size_t tile = layout == PROBES_IN_ROWS ? 1 : 32, tiles = (probes + tile - 1)/tile;
	const char *from = p->coordinates;
	char *to;

	*bytes = tiles*tile*dim*element;
	to = calloc(1, *bytes + !*bytes);
	for (size_t j = 0; to && j < probes; j++)
		for (size_t t = 0; t < dim; t++)
			memcpy(to + ((j/tile*dim + t)*tile + j % tile)*element, from + (j*dim + t)*element, element);
	return to;
}

/* Coordinates, and marks where results come. */
static bool
fill_probes(struct sparse_device *x, enum probe_layout layout, struct error *error)
{
	const struct sparse_problem *p = x->problem;
	struct device_binding *b = &x->binding;
	void *probes = arrange_probes(p, layout, &b->arrays[p->x->index].bytes), *marks = malloc(sparse_problem_probe_bytes(p) + 1);
	bool good;

	if (marks)
		mark_unwritten(marks, (size_t)p->probes, field_element(p->v));
	good = binding_fill(b, p->x->index, 0, probes, error) && binding_fill(b, p->v->index, 0, marks, error);
	free(probes);
	free(marks);
	return good;
}

static bool
fill(struct sparse_device *x, enum probe_layout layout, struct error *error)
{
	const struct sparse_problem *p = x->problem;
	struct device_binding *b = &x->binding;

	if (!binding_open(b, p->plan->stencil->field_count, p->plan->stencil->field_count, error))
		return false;
	b->params = p->params;
	b->grid = b->largest = &x->probes;
	b->overwritten = p->v ? 0 : p->u->index + 1;
	b->arrays[p->u->index] = (struct bound_array){ .bytes = sparse_problem_bytes(p), .written = !p->v };
	if (p->v)
		b->arrays[p->v->index] = (struct bound_array){ .bytes = sparse_problem_probe_bytes(p), .written = true };
	return binding_fill(b, p->u->index, 0, p->values, error) && (!p->x || fill_probes(x, layout, error));
}

struct sparse_device *
sparse_device_create(const struct device *device, const struct sparse_problem *problem, enum probe_layout layout,
	struct error *error)
{
	struct sparse_device *x = calloc(1, sizeof *x);

	if (!x) {
		error_no_memory(error);
		return NULL;
	}
	*x = (struct sparse_device){
		.binding = { .kind = &sparse_domain, .device = device }, .problem = problem, .probes = { problem->probes },
	};
	if (fill(x, layout, error))
		return x;
	binding_free(x);
	return NULL;
}

static struct device_binding *
place(const struct device *device, void *problem, const struct binding_spec *spec, struct error *error)
{
	struct sparse_device *x = sparse_device_create(device, problem, sparse_accesses[spec->variant->access].layout, error);

	return x ? &x->binding : NULL;
}

/* Those of parents. */
static bool
fill_tables(const struct device_binding *binding, const struct built *kernel, struct error *error)
{
	return !device_failed(binding->device, ((sparse_upload *)kernel->upload)(), "fill the table of parents", error);
}

static bool
fetch(const struct device_binding *b, const struct field *field, void *array, struct error *error)
{
	return !device_failed(b->device, b->device->download(array, b->fields[field->index], b->arrays[field->index].bytes),
		"download a field", error);
}

static bool
compare(const struct device_binding *binding, struct verdict *verdict, struct error *error)
{
	const struct sparse_problem *p = ((const struct sparse_device *)binding)->problem;
	void *results = binding_download(binding, (p->v ? p->v : p->u)->index, error);

	if (results)
		*verdict = sparse_problem_compare(p, results);
	free(results);
	return results;
}

static void
close_problem(void *problem)
{
	if (problem)
		sparse_problem_free(problem);
	free(problem);
}

const struct domain_kind sparse_domain = {
	.work = sparse_work, .close = close_problem, .place = place, .fill_tables = fill_tables, .fetch = fetch, .compare = compare,
};
