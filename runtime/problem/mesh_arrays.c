#include "runtime/problem/mesh_layout.h"

#include "generator/base/workers.h"
#include "runtime/problem/values.h"

#include <stdlib.h>
#include <string.h>

/* The number of a launcher's relation; -1: it has no such. */
static int
find_relation(const struct mesh_layout *l, const struct relation *relation)
{
	for (int r = 0; r < l->lookups.count; r++)
		if (l->lookups.tables[r].relation == relation)
			return r;
	return -1;
}

const int *
mesh_layout_rows(const struct mesh_layout *l, const struct field *field)
{
	const int r = field->where.relation ? find_relation(l, field->where.relation) : -1;

	return r < 0 ? NULL : l->relations[r].start;
}

static size_t
stride_of(const struct mesh_layout *l, const struct field *field)
{
	const int strides[LOCATIONS] = { l->mesh.cell_stride, l->mesh.edge_stride, l->mesh.vertex_stride };

	return field->where.location == LOCATIONS ? 1 : (size_t)strides[field->where.location];
}

size_t
mesh_layout_elements(const struct mesh_layout *l, const struct field *field)
{
	const size_t levels = (size_t)l->problem->levels[field->index];

	if (mesh_layout_rows(l, field))
		return levels*l->entries[find_relation(l, field->where.relation)];
	if (l->mesh.height && field->shape == SHAPE_PROFILE)
		return (size_t)l->mesh.height;
	if (l->mesh.height && field->shape == SHAPE_POINT)
		return (size_t)l->mesh.height*(size_t)mesh_problem_slots(l->problem, field)*stride_of(l, field);
	return levels*(size_t)mesh_problem_slots(l->problem, field)*stride_of(l, field);
}

static size_t
place_of(const struct mesh_layout *l, const struct field *field, int element)
{
	const enum location location = field->where.location;

	return (size_t)(location == LOCATIONS ? element : mesh_place(l->place[location], element));
}

/* The slot that comes n-th in the row of an element, where rows have no holes. */
static int
next_slot(const struct mesh_layout *l, const struct field *field, int element, int slot)
{
	const int r = find_relation(l, field->where.relation);
	const struct mesh_table *plain = &l->tables[field->where.relation->index];

	if (l->lookups.tables[r].holes)
		return slot;
	while (slot < plain->slots && plain->at[(size_t)element*(size_t)plain->slots + (size_t)slot] < 0)
		slot++;
	return slot;
}

/* Copies the values of rows, one way or the other. */
static void
copy_rows(const struct mesh_layout *l, const struct field *field, char *laid_out, char *array, bool out)
{
	const struct stencil_relation *relation = &l->relations[find_relation(l, field->where.relation)];
	const int slots = mesh_problem_slots(l->problem, field);
	const size_t size = field_element(field);

	for (int e = 0; e < mesh_problem_count(l->problem, field); e++) {
		const size_t place = place_of(l, field, e);
		int slot = 0;

		for (int n = relation->start[place]; n < relation->start[place + 1]; n++, slot++) {
			char *there, *here;

			slot = next_slot(l, field, e, slot);
			if (slot >= slots)
				break;
			there = laid_out + (size_t)n*size;
			here = array + ((size_t)e*(size_t)slots + (size_t)slot)*size;
			memcpy(out ? there : here, out ? here : there, size);
		}
	}
}

/* Where a value lies: by level, slot and element, or, with levels innermost, by element, slot and level. */
static size_t
value_place(const struct mesh_layout *l, const struct field *field, size_t level, size_t slot, int element)
{
	const size_t slots = (size_t)mesh_problem_slots(l->problem, field), place = place_of(l, field, element);

	if (!l->mesh.height || field->shape == SHAPE_PROFILE)
		return (level*slots + slot)*stride_of(l, field) + place;
	return !shapes[field->shape].axes[2] ? place*slots + slot : (place*slots + slot)*(size_t)l->mesh.height + level;
}

/* With a size that the compiler knows this is no call. */
static void
copy_value(void *to, const void *from, size_t size)
{
	if (size == sizeof (double))
		memcpy(to, from, sizeof (double));
	else
		memcpy(to, from, size);
}

/* Values that several threads copy, one way or the other. */
struct copying {
	const struct mesh_layout *l;
	const struct field *field;
	char *laid_out, *array;
	bool out;
};

/* Those of some elements on all levels: few enough that what lies far apart stays in a cache meanwhile. */
static void
copy_elements(void *copying_, int worker, long first, long end)
{
	const struct copying *c = copying_;
	const struct mesh_problem *p = c->l->problem;
	const size_t slots = (size_t)mesh_problem_slots(p, c->field), size = field_element(c->field);
	const size_t count = (size_t)mesh_problem_count(p, c->field);

	(void)worker;
	for (size_t k = 0; k < (size_t)p->levels[c->field->index]; k++)
		for (long e = first; e < end; e++)
			for (size_t s = 0; s < slots; s++) {
				char *there = c->laid_out + value_place(c->l, c->field, k, s, (int)e)*size;
				char *here = c->array + ((k*count + (size_t)e)*slots + s)*size;

				copy_value(c->out ? there : here, c->out ? here : there, size);
			}
}

static void
copy_levels(const struct mesh_layout *l, const struct field *field, char *laid_out, char *array, bool out)
{
	enum { AT_A_TIME = 64 };
	struct copying copying = { l, field, laid_out, array, out };

	workers_share(mesh_problem_count(l->problem, field), AT_A_TIME, copy_elements, &copying);
}

void
mesh_copy_field(const struct mesh_layout *l, const struct field *field, void *laid_out, const void *array)
{
	(mesh_layout_rows(l, field) ? copy_rows : copy_levels)(l, field, laid_out, (char *)array, true);
}

void *
mesh_lay_out(const struct mesh_layout *l, const struct field *field, const void *array)
{
	const size_t elements = mesh_layout_elements(l, field), size = field_element(field);
	char *laid_out = malloc((elements + 1)*size);

	if (!laid_out)
		return NULL;
	mark_unwritten(laid_out, elements, size);
	mesh_copy_field(l, field, laid_out, array);
	return laid_out;
}

void
mesh_mark_padding(const struct mesh_layout *l, const struct field *field, void *laid_out)
{
	const size_t size = field_element(field), height = (size_t)l->mesh.height, top = (size_t)l->problem->top;
	const int zones = l->problem->zones ? l->problem->zones : 1, *starts;

	if (field->where.location == LOCATIONS)
		return;
	starts = l->zones[field->where.location];
	for (size_t e = (size_t)starts[0]; e < (size_t)starts[zones]; e++)
		mark_unwritten((char *)laid_out + (e*height + top)*size, (size_t)l->mesh.top - top, size);
}

void
mesh_gather_field(const struct mesh_layout *l, const struct field *field, const void *laid_out, void *array)
{
	(mesh_layout_rows(l, field) ? copy_rows : copy_levels)(l, field, (char *)laid_out, array, false);
}
