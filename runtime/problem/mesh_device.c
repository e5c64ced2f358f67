#include "runtime/problem/mesh_device.h"

#include "runtime/device/device_status.h"
#include "runtime/problem/mesh_work.h"
#include "runtime/problem/values.h"

#include <stdlib.h>

static bool
place_table(const struct device *device, void **memory, const void *from, size_t bytes, const char *what, struct error *error)
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
		bool good = place_table(device, &table, l->relations[r].table, l->entries[r]*sizeof (int), "upload a table", error);

		placed[r].table = table;
		if (good && starts)
			good = place_table(device, &start, l->relations[r].start, starts*sizeof (int), "upload a table", error);
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

static bool
fill_field(struct mesh_device *x, const struct field *field, struct error *error)
{
	const struct mesh_layout *l = &x->layout;
	void *values = mesh_lay_out(l, field, l->problem->fields[field->index]);
	bool good;

	x->binding.arrays[field->index] = (struct bound_array){ .bytes = mesh_layout_elements(l, field)*field_element(field),
		.written = field->role != ROLE_IN };
	good = binding_fill(&x->binding, field->index, 0, values, error);
	free(values);
	return good;
}

static double
table_bytes(const struct mesh_layout *l)
{
	double entries = 0;

	for (int r = 0; r < l->lookups.count; r++)
		entries += (double)l->entries[r] + (double)mesh_layout_starts(l, r);
	return entries*(double)sizeof (int);
}

/* The elements of a location that are updated, by their numbers in the mesh: reductions take them in this order. NULL: after an error. */
static const int *
place_order(struct mesh_device *x, enum location location, struct error *error)
{
	const struct mesh_layout *l = &x->layout;
	const struct mesh_problem *p = l->problem;
	const int count = p->mesh->count[location];
	int *order = malloc(((size_t)count + 1)*sizeof *order);
	const int *placed = NULL;
	size_t updated = 0;

	for (int e = 0; e < count && order; e++)
		if (p->inside[location][e])
			order[updated++] = l->place[location] ? l->place[location][e] : e;
	if (order)
		placed = binding_place(&x->binding, order, updated*sizeof *order, "the order of elements", error);
	else
		error_no_memory(error);
	free(order);
	return placed;
}

static bool
place_orders(struct mesh_device *x, struct error *error)
{
	struct stencil_mesh *mesh = &x->view.mesh;
	const int **const orders[LOCATIONS] = { &mesh->cell_order, &mesh->edge_order, &mesh->vertex_order };

	for (int location = 0; location < LOCATIONS; location++) {
		if (!x->layout.problem->inside[location])
			continue;
		*orders[location] = place_order(x, (enum location)location, error);
		if (!*orders[location])
			return false;
	}
	return true;
}

static bool
fill(struct mesh_device *x, struct error *error)
{
	const struct mesh_layout *l = &x->layout;
	struct device_binding *b = &x->binding;

	x->relations = calloc((size_t)l->lookups.count + 1, sizeof *x->relations);
	if (!x->relations)
		return error_no_memory(error);
	x->view = (struct stencil_mesh_view){ l->mesh, x->relations };
	b->params = l->problem->params;
	b->grid = &x->view;
	b->largest = &x->view.mesh;
	b->table_bytes = table_bytes(l);
	if (!binding_open(b, l->problem->stencil->field_count, l->problem->stencil->field_count, error) || !mesh_place_relations(b->device, l, x->relations, error))
		return false;
	for (const struct field *f = l->problem->stencil->fields; f; f = f->next)
		if (!fill_field(x, f, error))
			return false;
	return !mesh_problem_reduces(l->problem) || place_orders(x, error);
}

static struct device_binding *
place(const struct device *device, void *problem, const struct binding_spec *spec, struct error *error)
{
	struct mesh_device *x = calloc(1, sizeof *x);

	if (!x) {
		error_no_memory(error);
		return NULL;
	}
	x->binding = (struct device_binding){ .kind = &mesh_domain, .device = device };
	if (mesh_layout_open(&x->layout, problem, spec->variant, spec->numbering, error) && fill(x, error))
		return &x->binding;
	binding_free(x);
	return NULL;
}

static void
release_own(struct device_binding *binding)
{
	struct mesh_device *x = (struct mesh_device *)binding;

	mesh_release_relations(x->binding.device, &x->layout, x->relations);
	free(x->relations);
	mesh_layout_close(&x->layout);
}

static bool
store(const struct device_binding *binding, const struct field *field, struct error *error)
{
	const struct mesh_layout *l = &((const struct mesh_device *)binding)->layout;
	void *values = mesh_lay_out(l, field, l->problem->fields[field->index]);
	const bool good = binding_refill(binding, field->index, values, error);

	free(values);
	return good;
}

static bool
fetch(const struct device_binding *binding, const struct field *field, void *array, struct error *error)
{
	void *memory = binding_download(binding, field->index, error);

	if (memory)
		mesh_gather_field(&((const struct mesh_device *)binding)->layout, field, memory, array);
	free(memory);
	return memory;
}

static void
describe(const struct field *field, const struct compared *values, size_t i, struct verdict *verdict)
{
	if (is_unwritten((const char *)values->expected + i*(size_t)element_size(values->type), (size_t)element_size(values->type)))
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
lay_out_bounds(const struct mesh_layout *l, const struct field *field)
{
	struct field as_double = *field;

	as_double.type = TYPE_DOUBLE;
	return !l->problem->bounded ? NULL : mesh_lay_out(l, &as_double, l->problem->bounds[field->index]);
}

/* False: out of memory, or an error. */
static bool
compare_field(const struct mesh_device *x, const struct field *field, struct verdict *verdict, struct error *error)
{
	const struct mesh_layout *l = &x->layout;
	void *got = binding_download(&x->binding, field->index, error);
	void *expected = mesh_lay_out(l, field, l->problem->expected[field->index]);
	double *bounds = lay_out_bounds(l, field);
	const struct compared values = { field->type, mesh_layout_elements(l, field), got, expected, bounds };
	const bool good = got && expected && (bounds || !l->problem->bounded);

	if (good) {
		mesh_mark_padding(l, field, got);
		compare_values(field, &values, verdict);
	} else if (got) {
		error_no_memory(error);
	}
	free(got);
	free(expected);
	free(bounds);
	return good;
}

static bool
compare(const struct device_binding *binding, struct verdict *verdict, struct error *error)
{
	const struct mesh_device *x = (const struct mesh_device *)binding;
	const struct mesh_problem *p = x->layout.problem;

	*verdict = (struct verdict){ 0 };
	for (const struct field *f = p->stencil->fields; f; f = f->next) {
		if (f->role == ROLE_IN)
			continue;
		if (!compare_field(x, f, verdict, error))
			return false;
		verdict->points += mesh_problem_points(p);
	}
	return true;
}

static void
close_problem(void *problem)
{
	if (problem)
		mesh_problem_free(problem);
	free(problem);
}

const struct domain_kind mesh_domain = {
	.work = mesh_work, .close = close_problem, .place = place, .release = release_own, .store = store, .fetch = fetch, .compare = compare,
};
