#include "runtime/meshranks/mesh_sides.h"

#include "runtime/problem/values.h"

/* Marks with ring + 1 what a relation leads from to what was marked before, with no more than the ring. */
static void
mark_readers(const struct mesh_problem *whole, int *marks[LOCATIONS], const struct relation *relation, int ring)
{
	int *from = marks[relation->from];
	const int *to = marks[relation->to];

	for (int e = 0; e < whole->mesh->count[relation->from]; e++)
		for (int s = 0; !from[e] && s < relation_slots(whole->tables, relation); s++) {
			const int neighbour = neighbour_at(whole->tables, relation, e, s);

			if (neighbour >= 0 && to[neighbour] && to[neighbour] <= ring)
				from[e] = ring + 1;
		}
}

/* Marks elements that a step makes of what a rank does not own, and these. */
static const int *
find_readers(const struct mesh_parts *parts, struct arena *arena, int rank)
{
	const struct mesh_problem *whole = parts->whole;
	const enum location location = parts->cut.location;
	int *marks[LOCATIONS];

	for (int l = 0; l < LOCATIONS; l++)
		marks[l] = arena_array(arena, int, (size_t)whole->mesh->count[l] + 1);
	for (int e = 0; e < whole->mesh->count[location]; e++)
		marks[location][e] = parts->cut.owner[e] != rank;
	for (int ring = 1; ring <= mesh_part_depth(whole->plan); ring++)
		for (const struct relation *r = whole->stencil->relations; r; r = r->next)
			if (whole->tables[r->index].at)
				mark_readers(whole, marks, r, ring);
	return marks[location];
}

static bool
others_have(const struct mesh_parts *parts, int rank, int global)
{
	for (int other = 0; other < parts->cut.ranks; other++)
		if (other != rank && parts->ranks[other].part.local[parts->cut.location][global] >= 0)
			return true;
	return false;
}

/* How many further steps of a group need an element of others at least; 0: it is the rank's own. */
static int
steps_away(const struct mesh_parts *parts, int ring)
{
	const int depth = mesh_part_depth(parts->whole->plan);

	return ring > 1 ? (ring - 2)/depth + 1 : 0;
}

void
mesh_sides_find(struct mesh_parts *parts, int rank)
{
	struct mesh_part *part = &parts->ranks[rank].part;
	const enum location location = parts->cut.location;
	const int count = part->mesh.count[location];
	struct arena scratch = { NULL };
	const int *read_others = find_readers(parts, &scratch, rank);
	int *zone = arena_array(&parts->arena, int, (size_t)count + 1);

	for (int e = 0; e < count; e++) {
		const int global = part->global[location][e], away = steps_away(parts, part->ring[global]);

		part->problem.inside[e] = parts->whole->inside[global] && away < parts->every;
		if (away)
			zone[e] = away < parts->every ? parts->every - 1 - away : 0;
		else
			zone[e] = mesh_zone(parts, read_others[global] || others_have(parts, rank, global) ? MESH_SIDES : MESH_INTERIOR);
	}
	part->problem.zone = zone;
	part->problem.zones = mesh_zone(parts, MESH_INTERIOR) + 1;
	arena_free(&scratch);
}
