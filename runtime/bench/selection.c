#include "runtime/bench/selection.h"

#include "runtime/cli/lists.h"

#include <string.h>

static bool
is_legal(struct arena *arena, const struct plan *plan, const struct choice *choice)
{
	int count;

	return choose_variants(arena, plan, choice, &count, NULL);
}

/* Whether the choice is legal for some other stencil on the same family of grids. */
static bool
suits_another(const struct selection *selection, const struct plan *plan, const struct choice *choice)
{
	for (int u = 0; u < selection->unit_count; u++)
		for (int s = 0; s < selection->units[u].count; s++) {
			const struct plan *other = selection->units[u].plans[s];

			if (other != plan && other->stencil->family == plan->stencil->family
					&& is_legal(&selection->tool->arena, other, choice))
				return true;
		}
	return false;
}

/* Whether the choice is of no use for this stencil alone: each of its accesses suits this or another
 * one, and not all of them this one. */
static bool
suits_others(const struct selection *selection, const struct plan *plan, const struct choice *choice)
{
	struct arena *arena = &selection->tool->arena;
	bool suits_others = false;

	for (const char **a = split(arena, choice->accesses); *a; a++) {
		struct choice single = *choice;

		single.accesses = *a;
		if (is_legal(arena, plan, &single))
			continue;
		if (!suits_another(selection, plan, &single))
			return false;
		suits_others = true;
	}
	return suits_others;
}

struct variant *
selection_choose_legal(struct arena *arena, const struct plan *plan, const struct choice *choice, int *count)
{
	const char **storages_named = split(arena, choice->storages), **accesses_named = split(arena, choice->accesses);
	struct variant *all = choose_variants(arena, plan, choice, count, NULL);

	if (all)
		return all;
	all = arena_array(arena, struct variant, STORAGE_COUNT*ACCESS_COUNT);
	*count = 0;
	for (const char **s = storages_named; *s; s++)
		for (const char **a = accesses_named; *a; a++) {
			struct choice pair = *choice;
			const struct variant *some;
			int added = 0;

			pair.storages = *s;
			pair.accesses = *a;
			some = choose_variants(arena, plan, &pair, &added, NULL);
			for (int i = 0; some && i < added && *count < STORAGE_COUNT*ACCESS_COUNT; i++)
				all[(*count)++] = some[i];
		}
	return all;
}

struct variant *
selection_choose(const struct selection *selection, const struct plan *plan, const struct choice *choice,
	int *count, struct error *error)
{
	struct arena *arena = &selection->tool->arena;
	struct variant *variants = choose_variants(arena, plan, choice, count, error);

	if (variants)
		return variants;
	if (!suits_others(selection, plan, choice))
		return NULL;
	fprintf(stderr, "%s: note: not for '%s': %s\n", selection->tool->name, plan->stencil->name, error->text);
	return selection_choose_legal(arena, plan, choice, count);
}
