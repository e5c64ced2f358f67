#include "generator/split/split.h"

#include <string.h>

/* Stencils on meshes that store temporaries: a kernel for each, over all elements of its location, then one for the
 * outputs. */

/* Whether a temporary can have a kernel of its own, or else is computed where it is needed: arrays on meshes have real numbers. */
static bool
can_be_stored(const struct temp *t, struct error *error)
{
	if (t->stmt->kind != STMT_ASSIGN)
		return error_set(error, EXIT_ERRORS, "it is assigned inside of an 'if'");
	if (t->where.relation)
		return error_set(error, EXIT_ERRORS, "it has a value for each slot");
	if (t->uniform)
		return error_set(error, EXIT_ERRORS, "it is made of params only, so there is nothing to keep");
	if (t->written.read)
		return error_set(error, EXIT_ERRORS, "it is made of what the stencil writes");
	return t->type == TYPE_FLOAT || t->type == TYPE_DOUBLE || error_set(error, EXIT_ERRORS, "it is no real number");
}

bool
split_is_stored(const struct temp *t)
{
	return t->stmt->kind == STMT_ASSIGN && t->stmt->u.assign.stored && t->used && can_be_stored(t, NULL);
}

bool
split_stores(const struct stencil *stencil)
{
	for (const struct temp *t = stencil->temps; t; t = t->next)
		if (split_is_stored(t))
			return true;
	return false;
}

/* Keeps all versions of a name that fields are made of. */
static bool
name_stored(struct split *s, const char *name, const bool *live)
{
	bool found = false;

	for (const struct temp *t = s->stencil->temps; t; t = t->next) {
		struct error error;

		if (strcmp(t->name, name) != 0)
			continue;
		if (!can_be_stored(t, &error)) {
			error_at(s->source, t->span, "--store %s: %s", name, error.text);
			return false;
		}
		s->kept[t->index] = live[t->index];
		found = true;
	}
	if (!found)
		store_report_unknown(s->arena, s->source, s->stencil, name);
	return found;
}

bool
split_store_on_mesh(struct split *s, const char *store)
{
	const bool *live = split_live(s);
	const char *all = store;

	for (const struct temp *t = s->stencil->temps; t; t = t->next)
		s->kept[t->index] = live[t->index] && split_is_stored(t);
	if (!*store_suffix(s->arena, store))
		return true;
	for (;; store++) {
		const size_t length = strcspn(store, "+/");

		if (!length || store[length] == '/') {
			error_at(s->source, s->stencil->span, !length ? "--store %s: a name is missing"
				: "--store %s: on a mesh each temporary has a kernel of its own, NAME+NAME", all);
			return false;
		}
		if (!name_stored(s, arena_strndup(s->arena, store, length), live))
			return false;
		store += length;
		if (!*store)
			return true;
	}
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
