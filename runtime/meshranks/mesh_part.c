#include "runtime/meshranks/mesh_part.h"

#include "generator/split/parts.h"
#include "runtime/problem/values.h"

#include <stdlib.h>
#include <string.h>

/* Steps from the own element to a spot. */
static int
spot_depth(const struct spots *spots, int spot)
{
	int depth = 0;

	for (; spots->list[spot].relation; spot = spots->list[spot].before)
		depth++;
	return depth;
}

static int
plan_depth(const struct plan *plan)
{
	int most = 0;

	for (int s = 0; plan->spots && s < plan->spots->count; s++) {
		const int depth = spot_depth(plan->spots, s);

		most = depth > most ? depth : most;
	}
	return most;
}

int
mesh_part_depth(const struct plan *plan)
{
	int depth = 0;

	if (!plan->program)
		return plan_depth(plan);
	for (int p = 0; p < plan->program->part_count; p++)
		depth += plan_depth(plan->program->parts[p].plan);
	return depth;
}

/* Marks what one step along any relation leads to, from what was marked before. */
static void
mark_neighbours(const struct mesh_problem *whole, const int *from, int *to[LOCATIONS], const struct relation *relation,
	int ring)
{
	for (int e = 0; e < whole->mesh->count[relation->from]; e++)
		for (int s = 0; from[e] && from[e] <= ring && s < relation_slots(whole->tables, relation); s++) {
			const int neighbour = neighbour_at(whole->tables, relation, e, s);

			if (neighbour >= 0 && !to[relation->to][neighbour])
				to[relation->to][neighbour] = ring + 1;
		}
}

/* Relations that have no table in the problem are looked up by others. */
static bool
can_follow(const struct mesh_problem *whole, const struct relation *relation)
{
	return whole->tables[relation->index].at != NULL;
}

/* By location and element the ring that it is in, from 1; 0: it is not needed. */
static void
find_rings(const struct mesh_problem *whole, const struct mesh_cut *cut, int rank, int every, int *rings[LOCATIONS])
{
	const int depth = every*mesh_part_depth(whole->plan);

	for (int e = 0; e < whole->mesh->count[cut->location]; e++)
		rings[cut->location][e] = cut->owner[e] == rank;
	for (int ring = 1; ring <= depth; ring++)
		for (const struct relation *r = whole->stencil->relations; r; r = r->next)
			if (can_follow(whole, r))
				mark_neighbours(whole, rings[r->from], rings, r, ring);
}

/* Numbers what is marked in the order of the whole mesh. */
static void
number(struct mesh_part *part, struct arena *arena, enum location location, const int *ring, int count, const int *order)
{
	int *at = arena_array(arena, int, (size_t)count + 1);
	int *local = part->local[location] = arena_array(arena, int, (size_t)count + 1), own = 0;

	for (int e = 0; e < count; e++)
		at[order ? order[e] : e] = e;
	part->global[location] = at;
	for (int i = 0; i < count; i++) {
		const int e = at[i];

		local[e] = ring[e] ? own : -1;
		if (ring[e])
			at[own++] = e;
	}
	part->mesh.count[location] = own;
}

void
mesh_part_find(struct mesh_part *part, struct arena *arena, const struct mesh_problem *whole, const struct mesh_cut *cut,
	int rank, int every, int *const order[LOCATIONS])
{
	int *rings[LOCATIONS];

	*part = (struct mesh_part){ .rank = rank, .mesh = { .arena = arena } };
	for (int l = 0; l < LOCATIONS; l++)
		rings[l] = arena_array(arena, int, (size_t)whole->mesh->count[l] + 1);
	find_rings(whole, cut, rank, every, rings);
	part->ring = rings[cut->location];
	for (enum location l = 0; l < LOCATIONS; l++)
		number(part, arena, l, rings[l], whole->mesh->count[l], order ? order[l] : NULL);
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
			const int neighbour = whole->at[(size_t)part->global[relation->from][e]*slots + s];

			at[(size_t)e*slots + s] = neighbour < 0 ? -1 : part->local[relation->to][neighbour];
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

/* Copies elements of all levels that a part has, or, given a cut, only those that it owns. */
static void
copy_elements(const struct mesh_part *part, const struct mesh_cut *only, const struct mesh_problem *whole,
	const struct field *field, size_t size, char *own, char *of_whole, enum mesh_way way)
{
	const enum location location = field->where.location;
	const size_t slots = (size_t)mesh_problem_slots(whole, field)*size;
	const size_t all = (size_t)mesh_problem_count(whole, field);
	const int count = location == LOCATIONS ? 1 : part->mesh.count[location];

	for (int k = 0; k < whole->levels[field->index]; k++)
		for (int e = 0; e < count; e++) {
			const int global = location == LOCATIONS ? 0 : part->global[location][e];
			char *a = of_whole + ((size_t)k*all + (size_t)global)*slots;
			char *b = own + ((size_t)k*(size_t)count + (size_t)e)*slots;

			if (!only || location == LOCATIONS || only->owner[global] == part->rank)
				memcpy(way == MESH_TO_WHOLE ? a : b, way == MESH_TO_WHOLE ? b : a, slots);
		}
}

void
mesh_part_copy(const struct mesh_part *part, const struct mesh_cut *cut, const struct mesh_problem *whole,
	const struct field *field, size_t size, void *own, void *of_whole, enum mesh_way way)
{
	copy_elements(part, cut, whole, field, size, own, of_whole, way);
}

static bool
take_fields(struct mesh_part *part, const struct mesh_problem *whole)
{
	for (const struct field *f = whole->stencil->fields; f; f = f->next) {
		const size_t size = field_element(f);
		void *array = part->problem.fields[f->index] = calloc(mesh_problem_elements(&part->problem, f) + 1, size);

		if (!array)
			return false;
		copy_elements(part, NULL, whole, f, size, array, whole->fields[f->index], MESH_FROM_WHOLE);
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
			part->mesh.row[l][e] = whole->row[l][part->global[l][e]];
	}
}

bool
mesh_part_open(struct mesh_part *part, struct arena *arena, const struct mesh_problem *whole, const struct mesh_cut *cut)
{
	const int fields = whole->stencil->field_count, own = part->mesh.count[cut->location];
	struct mesh_problem *p = &part->problem;

	*p = *whole;
	p->mesh = &part->mesh;
	p->fields = arena_array(arena, void *, fields + 1);
	p->expected = arena_array(arena, void *, fields + 1);
	p->bounds = arena_array(arena, double *, fields + 1);
	p->inside = arena_array(arena, bool, own + 1);
	p->updated = 0;
	cut_rows(part, arena, whole->mesh);
	cut_tables(part, arena, whole);
	for (int e = 0; e < own; e++) {
		const int global = part->global[cut->location][e];

		p->inside[e] = whole->inside[global] && cut->owner[global] == part->rank;
		p->updated += p->inside[e];
	}
	return take_fields(part, whole);
}

void
mesh_part_close(struct mesh_part *part)
{
	if (part->problem.fields)
		mesh_problem_free(&part->problem);
}
