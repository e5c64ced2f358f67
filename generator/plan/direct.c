#include "generator/plan/direct.h"
#include "generator/base/list.h"
#include "generator/plan/lookups.h"
#include "generator/plan/names.h"

#include <string.h>

struct maker {
	struct arena *arena;
	struct mesh_neighbors *neighbors;
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
is_exact_step(const struct mesh_neighbor *neighbor)
{
	return neighbor->relation && neighbor->slot != ALL_SLOTS && neighbor->relation->degree.kind == DEGREE_EXACT;
}

/* Whether the element of a neighbor can have an entry of its own: it is a step from one that is a step away. */
static bool
is_chained(const struct mesh_neighbors *neighbors, int neighbor)
{
	const struct mesh_neighbor *s = &neighbors->list[neighbor], *before = &neighbors->list[s->before];

	return s->same == neighbor && is_exact_step(s) && is_exact_step(before) && before->before == OWN_ELEMENT
		&& before->relation->degree.most*s->relation->degree.most <= MAX_DEGREE;
}

/* Adds a neighbor that a composed relation finds, for one that two steps lead to: its look-up, and steps from it, use the new one.
 * Values of slots stay where they are. */
static void
add_direct(struct maker *m, int neighbor)
{
	struct mesh_neighbors *neighbors = m->neighbors;
	const struct mesh_neighbor s = neighbors->list[neighbor], before = neighbors->list[s.before];
	struct mesh_neighbor *list = list_grow(m->arena, neighbors->list, sizeof s, neighbors->count, &neighbors->room);
	const int direct = neighbors->count++;

	neighbors->list = list;
	list[direct] = (struct mesh_neighbor){
		.before = OWN_ELEMENT, .relation = chain_of(m, before.relation, s.relation),
		.slot = before.slot*s.relation->degree.most + s.slot, .same = direct,
		.location = s.location, .name = s.name, .is_generated = s.is_generated,
	};
	for (int i = 1; i < direct; i++) {
		if (list[i].same == neighbor)
			list[i].same = direct;
		if (list[i].before == neighbor)
			list[i].before = direct;
	}
}

static struct maker
open_maker(struct arena *arena, const struct mesh_neighbors *neighbors, const struct chains *chains)
{
	struct maker m = { arena, arena_new(arena, struct mesh_neighbors), arena_new(arena, struct stencil), 0 };

	*m.stencil = *neighbors->stencil;
	m.stencil->relations = chains->list ? chains->list : neighbors->stencil->relations;
	*m.neighbors = *neighbors;
	m.neighbors->stencil = m.stencil;
	m.neighbors->room = neighbors->count;
	m.neighbors->list = arena_array(arena, struct mesh_neighbor, neighbors->count);
	memcpy(m.neighbors->list, neighbors->list, (size_t)neighbors->count*sizeof *neighbors->list);
	for (const struct relation *r = m.stencil->relations; r; r = r->next)
		m.relations = r->index >= m.relations ? r->index + 1 : m.relations;
	return m;
}

const struct plan *
plan_direct(struct arena *arena, const struct plan *plan, struct chains *chains)
{
	const struct lookups lookups = find_lookups(arena, plan);
	struct maker m = open_maker(arena, plan->neighbors, chains);
	struct plan *direct = arena_new(arena, struct plan);

	if (plan->sweeps) /* its loops have plans of their own */
		return NULL;
	for (int s = 1; s < plan->neighbors->count; s++)
		if (lookups.neighbors[s] && is_chained(m.neighbors, s))
			add_direct(&m, s);
	if (m.neighbors->count == plan->neighbors->count)
		return NULL;
	chains->list = m.stencil->relations;
	*direct = *plan;
	direct->neighbors = m.neighbors;
	name_plan(arena, direct);
	return direct;
}
