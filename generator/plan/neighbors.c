#include "generator/plan/neighbors.h"

#include "generator/base/list.h"

#include <string.h>

static int
add(struct mesh_neighbors *neighbors, struct mesh_neighbor neighbor)
{
	neighbors->list = list_grow(neighbors->arena, neighbors->list, sizeof neighbor, neighbors->count, &neighbors->room);
	neighbors->list[neighbors->count] = neighbor;
	return neighbors->count++;
}

static const char *
letter(struct arena *arena, enum location location)
{
	return arena_strndup(arena, location_names[location], 1);
}

void
mesh_neighbors_open(struct mesh_neighbors *neighbors, struct arena *arena, const struct stencil *stencil)
{
	*neighbors = (struct mesh_neighbors){ .arena = arena, .stencil = stencil };
	add(neighbors, (struct mesh_neighbor){
		.location = stencil->location, .name = letter(arena, stencil->location), .is_generated = true,
	});
}

/* Whether another relation that kernels may look up leads from and to the same locations. */
static bool
has_rival(const struct mesh_neighbors *neighbors, const struct relation *relation)
{
	for (const struct relation *r = neighbors->stencil->relations; r; r = r->next)
		if (r != relation && r->used && r->has_table && r->from == relation->from && r->to == relation->to)
			return true;
	return false;
}

/* e0 of edges[0]; rim0 where edges are reached by other relations, too. */
static const char *
step_name(const struct mesh_neighbors *neighbors, const struct relation *relation, int slot)
{
	const bool plain = !strcmp(relation->name, location_plurals[relation->to]) || !has_rival(neighbors, relation);

	return arena_printf(neighbors->arena, "%s%d",
		plain ? letter(neighbors->arena, relation->to) : relation->name, slot);
}

/* The slots of a piece of a relation without table: of the point itself, or of an exact relation. */
static int
piece_slots(const struct relation_piece *piece)
{
	const struct chain_step *last = chain_last(piece->chain);

	return !last || last->slot != ALL_SLOTS ? 1 : last->relation->degree.most;
}

/* The neighbor which a slot of a relation without table is. */
static int
piece_neighbor(struct mesh_neighbors *neighbors, int before, const struct relation *relation, int slot)
{
	const struct relation_piece *piece = relation->pieces;
	int neighbor = before;

	while (slot >= piece_slots(piece)) {
		slot -= piece_slots(piece);
		piece = piece->next;
	}
	for (int i = 0; i < piece->chain->count; i++) {
		const struct chain_step *step = &piece->chain->steps[i];

		neighbor = mesh_neighbors_step(neighbors, neighbor, step->relation, step->slot == ALL_SLOTS ? slot : step->slot);
	}
	return neighbors->list[neighbor].same;
}

int
mesh_neighbors_step(struct mesh_neighbors *neighbors, int before, const struct relation *relation, int slot)
{
	const struct mesh_neighbor *from;
	struct mesh_neighbor neighbor;

	before = neighbors->list[before].same;
	for (int i = 0; i < neighbors->count; i++)
		if (neighbors->list[i].relation == relation && neighbors->list[i].before == before
				&& neighbors->list[i].slot == slot)
			return i;
	from = &neighbors->list[before];
	neighbor = (struct mesh_neighbor){
		.before = before, .relation = relation, .slot = slot, .same = neighbors->count, .loop = from->loop,
		.may_lack = from->may_lack || relation->degree.kind != DEGREE_EXACT, .location = relation->to,
		.is_generated = before == OWN_ELEMENT || from->is_generated,
	};
	neighbor.name = step_name(neighbors, relation, slot);
	if (before != OWN_ELEMENT)
		neighbor.name = arena_printf(neighbors->arena, "%s_%s", from->name, neighbor.name);
	if (relation->pieces && !relation->has_table) {
		neighbor.same = piece_neighbor(neighbors, before, relation, slot);
		neighbor.name = neighbors->list[neighbor.same].name;
	}
	return add(neighbors, neighbor);
}

/* Whether a loop of that depth goes over these relations by these names. */
static bool
is_loop(const struct mesh_neighbors *neighbors, int first, const int *before, const struct binding *bindings, int depth)
{
	int neighbor = first;

	if (neighbors->list[first].loop != first || neighbors->list[first].depth != depth)
		return false;
	for (const struct binding *b = bindings; b; b = b->next, neighbor = neighbors->list[neighbor].with) {
		const struct mesh_neighbor *s = &neighbors->list[neighbor];

		if (s->slot != ALL_SLOTS || s->before != *before++ || s->relation != chain_last(b->chain)->relation
				|| strcmp(s->name, b->name) != 0 || (s->with == OWN_ELEMENT) != !b->next)
			return false;
	}
	return true;
}

int
mesh_neighbors_loop(struct mesh_neighbors *neighbors, const int *before, const struct binding *bindings, int depth)
{
	const int first = neighbors->count;

	for (int i = 0; i < neighbors->count; i++)
		if (is_loop(neighbors, i, before, bindings, depth))
			return i;
	for (const struct binding *b = bindings; b; b = b->next) {
		const struct relation *relation = chain_last(b->chain)->relation;

		add(neighbors, (struct mesh_neighbor){
			.before = *before++, .relation = relation, .slot = ALL_SLOTS, .same = neighbors->count,
			.loop = first, .with = b->next ? neighbors->count + 1 : OWN_ELEMENT, .depth = depth,
			.location = relation->to, .name = b->name,
		});
	}
	return first;
}

int
mesh_neighbors_depth(const struct mesh_neighbors *neighbors)
{
	int most = 0;

	for (int n = 0; neighbors && n < neighbors->count; n++) {
		int depth = 0;

		for (int at = n; neighbors->list[at].relation; at = neighbors->list[at].before)
			depth++;
		most = depth > most ? depth : most;
	}
	return most;
}
