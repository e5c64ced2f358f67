#include "generator/plan/spots.h"

#include "generator/base/list.h"

#include <string.h>

static int
add(struct spots *spots, struct spot spot)
{
	spots->list = list_grow(spots->arena, spots->list, sizeof spot, spots->count, &spots->room);
	spots->list[spots->count] = spot;
	return spots->count++;
}

static const char *
letter(struct arena *arena, enum location location)
{
	return arena_strndup(arena, location_names[location], 1);
}

void
spots_open(struct spots *spots, struct arena *arena, const struct stencil *stencil)
{
	*spots = (struct spots){ .arena = arena, .stencil = stencil };
	add(spots, (struct spot){
		.location = stencil->location, .name = letter(arena, stencil->location), .is_generated = true,
	});
}

/* Whether another relation that kernels may look up leads from and to the same locations. */
static bool
has_rival(const struct spots *spots, const struct relation *relation)
{
	for (const struct relation *r = spots->stencil->relations; r; r = r->next)
		if (r != relation && r->used && r->has_table && r->from == relation->from && r->to == relation->to)
			return true;
	return false;
}

/* e0 of edges[0]; rim0 where edges are reached by other relations, too. */
static const char *
step_name(const struct spots *spots, const struct relation *relation, int slot)
{
	const bool plain = !strcmp(relation->name, location_plurals[relation->to]) || !has_rival(spots, relation);

	return arena_printf(spots->arena, "%s%d",
		plain ? letter(spots->arena, relation->to) : relation->name, slot);
}

/* The slots of a piece of a relation without table: of the point itself, or of an exact relation. */
static int
piece_slots(const struct relation_piece *piece)
{
	const struct chain_step *last = chain_last(piece->chain);

	return !last || last->slot != ALL_SLOTS ? 1 : last->relation->degree.most;
}

/* The spot which a slot of a relation without table is. */
static int
piece_spot(struct spots *spots, int before, const struct relation *relation, int slot)
{
	const struct relation_piece *piece = relation->pieces;
	int spot = before;

	while (slot >= piece_slots(piece)) {
		slot -= piece_slots(piece);
		piece = piece->next;
	}
	for (int i = 0; i < piece->chain->count; i++) {
		const struct chain_step *step = &piece->chain->steps[i];

		spot = spots_step(spots, spot, step->relation, step->slot == ALL_SLOTS ? slot : step->slot);
	}
	return spots->list[spot].same;
}

int
spots_step(struct spots *spots, int before, const struct relation *relation, int slot)
{
	const struct spot *from;
	struct spot spot;

	before = spots->list[before].same;
	for (int i = 0; i < spots->count; i++)
		if (spots->list[i].relation == relation && spots->list[i].before == before
				&& spots->list[i].slot == slot)
			return i;
	from = &spots->list[before];
	spot = (struct spot){
		.before = before, .relation = relation, .slot = slot, .same = spots->count, .loop = from->loop,
		.may_lack = from->may_lack || relation->degree.kind != DEGREE_EXACT, .location = relation->to,
		.is_generated = before == OWN_SPOT || from->is_generated,
	};
	spot.name = step_name(spots, relation, slot);
	if (before != OWN_SPOT)
		spot.name = arena_printf(spots->arena, "%s_%s", from->name, spot.name);
	if (relation->pieces && !relation->has_table) {
		spot.same = piece_spot(spots, before, relation, slot);
		spot.name = spots->list[spot.same].name;
	}
	return add(spots, spot);
}

/* Whether a loop of that depth goes over these relations by these names. */
static bool
is_loop(const struct spots *spots, int first, const int *before, const struct binding *bindings, int depth)
{
	int spot = first;

	if (spots->list[first].loop != first || spots->list[first].depth != depth)
		return false;
	for (const struct binding *b = bindings; b; b = b->next, spot = spots->list[spot].with) {
		const struct spot *s = &spots->list[spot];

		if (s->slot != ALL_SLOTS || s->before != *before++ || s->relation != chain_last(b->chain)->relation
				|| strcmp(s->name, b->name) != 0 || (s->with == OWN_SPOT) != !b->next)
			return false;
	}
	return true;
}

int
spots_loop(struct spots *spots, const int *before, const struct binding *bindings, int depth)
{
	const int first = spots->count;

	for (int i = 0; i < spots->count; i++)
		if (is_loop(spots, i, before, bindings, depth))
			return i;
	for (const struct binding *b = bindings; b; b = b->next) {
		const struct relation *relation = chain_last(b->chain)->relation;

		add(spots, (struct spot){
			.before = *before++, .relation = relation, .slot = ALL_SLOTS, .same = spots->count,
			.loop = first, .with = b->next ? spots->count + 1 : OWN_SPOT, .depth = depth,
			.location = relation->to, .name = b->name,
		});
	}
	return first;
}
