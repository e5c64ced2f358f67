#include "runtime/problem/mesh_chains.h"

#include <string.h>

/* Walks two relations, one after the other, from each element. */
static struct mesh_table
walk(struct arena *arena, const struct mesh_problem *p, const struct mesh_table *tables, const struct relation *chain)
{
	const int count = p->mesh->count[chain->from], steps = chain->then->degree.most, slots = chain->degree.most;
	int *at = arena_array(arena, int, (size_t)count*(size_t)slots + 1);

	for (int e = 0; e < count; e++)
		for (int s = 0; s < slots; s++) {
			const int between = neighbour_at(tables, chain->first, e, s/steps);

			at[(size_t)e*(size_t)slots + (size_t)s] = between < 0 ? -1 : neighbour_at(tables, chain->then, between, s % steps);
		}
	return (struct mesh_table){ slots, at };
}

/* Those of which a chain is made come first. */
static void
find_chain(struct arena *arena, const struct mesh_problem *p, struct mesh_table *tables, const struct relation *chain)
{
	if (!chain->first || tables[chain->index].at)
		return;
	find_chain(arena, p, tables, chain->first);
	tables[chain->index] = walk(arena, p, tables, chain);
}

const struct mesh_table *
mesh_chain_tables(struct arena *arena, const struct mesh_problem *p, const struct plan *plan)
{
	int count = 0, own = 0;
	struct mesh_table *tables;

	for (const struct relation *r = plan->neighbors->stencil->relations; r; r = r->next) {
		count = r->index >= count ? r->index + 1 : count;
		own = !r->first && r->index >= own ? r->index + 1 : own;
	}
	tables = arena_array(arena, struct mesh_table, count + 1);
	memcpy(tables, p->tables, (size_t)own*sizeof *tables);
	for (const struct relation *r = plan->neighbors->stencil->relations; r; r = r->next)
		if (r->first)
			find_chain(arena, p, tables, r);
	return tables;
}
