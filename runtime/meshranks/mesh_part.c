#include "runtime/meshranks/mesh_part.h"

#include "runtime/problem/values.h"

#include <stdlib.h>
#include <string.h>

void
mesh_part_find(struct mesh_part *part, struct arena *arena, const struct owners *owners, int rank, int every,
	int *const order[LOCATIONS])
{
	*part = (struct mesh_part){ .rank = rank, .mesh = { .arena = arena } };
	halo_find(arena, owners, rank, every, order, part->at);
	for (int l = 0; l < LOCATIONS; l++)
		part->mesh.count[l] = part->at[l].count;
}

/* The rows of the own elements; what they lead to that is not here is not needed. */
static void
cut_table(const struct mesh_part *part, struct arena *arena, const struct relation *relation, const struct mesh_table *whole,
	struct mesh_table *own)
{
	const size_t slots = (size_t)whole->slots;
	int *at = arena_array(arena, int, (size_t)part->mesh.count[relation->from]*slots + 1);

	for (int e = 0; e < part->mesh.count[relation->from]; e++)
		for (size_t s = 0; s < slots; s++) {
			const int neighbour = whole->at[(size_t)part->at[relation->from].global[e]*slots + s];

			at[(size_t)e*slots + s] = neighbour < 0 ? -1 : part->at[relation->to].local[neighbour];
		}
	*own = (struct mesh_table){ whole->slots, at };
}

static void
cut_tables(struct mesh_part *part, struct arena *arena, const struct mesh_problem *whole)
{
	int count = 0;

	for (const struct relation *r = whole->stencil->relations; r; r = r->next)
		count = r->index >= count ? r->index + 1 : count;
	part->problem.tables = arena_array(arena, struct mesh_table, count + 1);
	for (const struct relation *r = whole->stencil->relations; r; r = r->next)
		if (whole->tables[r->index].at)
			cut_table(part, arena, r, &whole->tables[r->index], &part->problem.tables[r->index]);
		else
			part->problem.tables[r->index] = whole->tables[r->index];
}

/* Copies elements of all levels that a part has, or only those that it owns. */
static void
copy_elements(const struct mesh_part *part, bool only_own, const struct mesh_problem *whole,
	const struct field *field, size_t size, char *own, char *of_whole, enum mesh_way way)
{
	const enum location location = field->where.location;
	const size_t slots = (size_t)mesh_problem_slots(whole, field)*size;
	const size_t all = (size_t)mesh_problem_count(whole, field);
	const int count = location == LOCATIONS ? 1 : part->mesh.count[location];

	for (int k = 0; k < whole->levels[field->index]; k++)
		for (int e = 0; e < count; e++) {
			const int global = location == LOCATIONS ? 0 : part->at[location].global[e];
			char *a = of_whole + ((size_t)k*all + (size_t)global)*slots;
			char *b = own + ((size_t)k*(size_t)count + (size_t)e)*slots;

			if (!only_own || location == LOCATIONS || !part->at[location].layer[e])
				memcpy(way == MESH_TO_WHOLE ? a : b, way == MESH_TO_WHOLE ? b : a, slots);
		}
}

void
mesh_part_copy(const struct mesh_part *part, const struct mesh_problem *whole, const struct field *field, size_t size,
	 void *own, void *of_whole, enum mesh_way way)
{
	copy_elements(part, true, whole, field, size, own, of_whole, way);
}

static bool
take_fields(struct mesh_part *part, const struct mesh_problem *whole)
{
	for (const struct field *f = whole->stencil->fields; f; f = f->next) {
		const size_t size = field_element(f);
		void *array = part->problem.fields[f->index] = calloc(mesh_problem_elements(&part->problem, f) + 1, size);

		if (!array)
			return false;
		copy_elements(part, false, whole, f, size, array, whole->fields[f->index], MESH_FROM_WHOLE);
	}
	return true;
}

static void
cut_rows(struct mesh_part *part, struct arena *arena, const struct mesh *whole)
{
	for (int l = 0; l < LOCATIONS; l++) {
		if (!whole->row[l])
			continue;
		part->mesh.row[l] = arena_array(arena, int, (size_t)part->mesh.count[l] + 1);
		for (int e = 0; e < part->mesh.count[l]; e++)
			part->mesh.row[l][e] = whole->row[l][part->at[l].global[e]];
	}
}

bool
mesh_part_open(struct mesh_part *part, struct arena *arena, const struct mesh_problem *whole, const struct owners *owners, int every,
	const struct subset *const *has)
{
	const struct subset *own = has[part->rank];
	const int fields = whole->stencil->field_count;
	const int *zone = halo_zones(arena, owners, part->rank, every, has);
	struct mesh_problem *p = &part->problem;

	*p = *whole;
	p->mesh = &part->mesh;
	p->fields = arena_array(arena, void *, fields + 1);
	p->expected = arena_array(arena, void *, fields + 1);
	p->bounds = arena_array(arena, double *, fields + 1);
	p->inside = arena_array(arena, bool, own->count + 1);
	p->updated = 0;
	p->zone = zone;
	p->zones = halo_zone_count(every);
	cut_rows(part, arena, whole->mesh);
	cut_tables(part, arena, whole);
	for (int e = 0; e < own->count; e++) {
		p->inside[e] = whole->inside[own->global[e]] && zone[e] >= 0;
		p->updated += p->inside[e] && !own->layer[e];
	}
	return take_fields(part, whole);
}

void
mesh_part_close(struct mesh_part *part)
{
	if (part->problem.fields)
		mesh_problem_free(&part->problem);
}
