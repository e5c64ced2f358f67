#include "generator/plan/direct.h"
#include "generator/base/list.h"
#include "generator/plan/lookups.h"
#include "generator/plan/names.h"

#include <string.h>

struct maker {
	struct arena *arena;
	struct spots *spots;
	struct stencil *stencil; /* with chains before the relations that it has */
	int relations;
};

static const struct relation *
chain_of(struct maker *m, const struct relation *first, const struct relation *then)
{
	struct relation *chain;

	for (const struct relation *r = m->stencil->relations; r; r = r->next)
		if (r->first == first && r->then == then)
			return r;
	chain = arena_new(m->arena, struct relation);
	*chain = (struct relation){
		.name = arena_printf(m->arena, "%s_%s", first->name, then->name), .from = first->from, .to = then->to,
		.degree = { DEGREE_EXACT, first->degree.most*then->degree.most }, .first = first, .then = then,
		.has_table = true, .id = RELATIONS, .index = m->relations++, .used = true, .next = m->stencil->relations,
	};
	return m->stencil->relations = chain;
}

static bool
is_exact_step(const struct spot *spot)
{
	return spot->relation && spot->slot != ALL_SLOTS && spot->relation->degree.kind == DEGREE_EXACT;
}

/* Whether the element of a spot can have an entry of its own: it is a step from one that is a step away. */
static bool
is_chained(const struct spots *spots, int spot)
{
	const struct spot *s = &spots->list[spot], *before = &spots->list[s->before];

	return s->same == spot && is_exact_step(s) && is_exact_step(before) && before->before == OWN_SPOT
		&& before->relation->degree.most*s->relation->degree.most <= MAX_DEGREE;
}

/* Adds the spot of the chain, and lets what was said of the spot be said of it. Values of slots stay where they are. */
static void
add_direct(struct maker *m, int spot)
{
	struct spots *spots = m->spots;
	const struct spot s = spots->list[spot], before = spots->list[s.before];
	struct spot *list = list_grow(m->arena, spots->list, sizeof s, spots->count, &spots->room);
	const int direct = spots->count++;

	spots->list = list;
	list[direct] = (struct spot){
		.before = OWN_SPOT, .relation = chain_of(m, before.relation, s.relation),
		.slot = before.slot*s.relation->degree.most + s.slot, .same = direct,
		.location = s.location, .name = s.name, .is_generated = s.is_generated,
	};
	for (int i = 1; i < direct; i++) {
		if (list[i].same == spot)
			list[i].same = direct;
		if (list[i].before == spot)
			list[i].before = direct;
	}
}

static struct maker
open_maker(struct arena *arena, const struct spots *spots, const struct chains *chains)
{
	struct maker m = { arena, arena_new(arena, struct spots), arena_new(arena, struct stencil), 0 };

	*m.stencil = *spots->stencil;
	m.stencil->relations = chains->list ? chains->list : spots->stencil->relations;
	*m.spots = *spots;
	m.spots->stencil = m.stencil;
	m.spots->room = spots->count;
	m.spots->list = arena_array(arena, struct spot, spots->count);
	memcpy(m.spots->list, spots->list, (size_t)spots->count*sizeof *spots->list);
	for (const struct relation *r = m.stencil->relations; r; r = r->next)
		m.relations = r->index >= m.relations ? r->index + 1 : m.relations;
	return m;
}

const struct plan *
plan_direct(struct arena *arena, const struct plan *plan, struct chains *chains)
{
	const struct lookups lookups = find_lookups(arena, plan);
	struct maker m = open_maker(arena, plan->spots, chains);
	struct plan *direct = arena_new(arena, struct plan);

	for (int s = 1; s < plan->spots->count; s++)
		if (lookups.spots[s] && is_chained(m.spots, s))
			add_direct(&m, s);
	if (m.spots->count == plan->spots->count)
		return NULL;
	chains->list = m.stencil->relations;
	*direct = *plan;
	direct->spots = m.spots;
	name_plan(arena, direct);
	return direct;
}
