#include "generator/split/split.h"

/* Stencils on meshes that store temporaries: a kernel for each, over all elements of its location. */

bool
split_can_be_stored(const struct temp *t, struct error *error)
{
	if (t->stmt->kind != STMT_ASSIGN)
		return error_set(error, EXIT_ERRORS, "it is assigned inside of an 'if'");
	if (t->where.relation)
		return error_set(error, EXIT_ERRORS, "it has a value for each slot");
	if (t->scalar)
		return error_set(error, EXIT_ERRORS, "it has one value for the whole mesh, so there is nothing to store");
	if (t->uniform)
		return error_set(error, EXIT_ERRORS, "it depends on params only, so there is nothing to store");
	return t->type != TYPE_INT || error_set(error, EXIT_ERRORS, "it is an int");
}

bool
split_is_stored(const struct temp *t)
{
	return t->stmt->kind == STMT_ASSIGN && t->stmt->u.assign.stored && t->used && split_can_be_stored(t, NULL);
}

bool
split_stores(const struct stencil *stencil)
{
	for (const struct temp *t = stencil->temps; t; t = t->next)
		if (split_is_stored(t))
			return true;
	return false;
}

/* The tables that the kernels of a program look up, each once. */
static void
join_lookups(struct arena *arena, struct lookups *all, const struct lookups *own, int count)
{
	int room = 1;

	for (int p = 0; p < count; p++)
		room += own[p].count;
	all->tables = arena_array(arena, struct looked_up, room);
	all->count = 0;
	for (int p = 0; p < count; p++) {
		for (int i = 0; i < own[p].count; i++)
			if (!lookups_table(all, own[p].tables[i].relation))
				all->tables[all->count++] = own[p].tables[i];
		for (int at = 0; at < LOCATIONS; at++) {
			all->slots[at] |= own[p].slots[at];
			all->most[at] = own[p].most[at] > all->most[at] ? own[p].most[at] : all->most[at];
		}
	}
}

struct lookups
program_lookups(struct arena *arena, const struct plan *plan)
{
	const int count = plan->program ? plan->program->part_count : 0;
	struct lookups all = find_lookups(arena, plan), *own = arena_array(arena, struct lookups, count + 1);
	bool more = false;

	for (int p = 0; p < count; p++) {
		own[p] = find_lookups(arena, plan->program->parts[p].plan);
		for (int i = 0; i < own[p].count; i++)
			more |= !lookups_table(&all, own[p].tables[i].relation);
	}
	if (more)
		join_lookups(arena, &all, own, count);
	return all;
}
