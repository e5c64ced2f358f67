#include "runtime/bench/alternatives.h"

#include "generator/split/parts.h"

/* Adds a unit for each choice of a stencil; returns their number. */
static int
add_of_stencil(struct arena *arena, const char *directory, enum target target, struct unit *unit, struct stencil *stencil,
	struct unit *more)
{
	struct alternative alternatives[MOST_ALTERNATIVES];
	const int count = plan_alternatives(arena, &unit->source, stencil, target_processor(target), alternatives);
	int added = 0;

	for (int a = 0; a < count; a++) {
		struct unit *own = &more[added];

		if (alternatives[a].decision.place == PLACE_SHARED && !targets[target].blocks)
			continue;
		*own = *unit;
		own->count = 1;
		own->decision = alternatives[a].decision;
		own->plans = arena_array(arena, struct plan *, 1);
		*own->plans = alternatives[a].plan;
		compile_name(arena, directory, own);
		added++;
	}
	return added;
}

int
units_with_alternatives(struct arena *arena, const char *directory, enum target target, struct unit **units, int count)
{
	struct unit *all;
	int stencils = 0, total = 0;

	for (int u = 0; u < count; u++)
		stencils += (*units)[u].count;
	all = arena_array(arena, struct unit, count + MOST_ALTERNATIVES*stencils);
	for (int u = 0; u < count; u++) {
		struct unit *unit = &all[total++];

		*unit = (*units)[u];
		for (struct stencil *s = unit->stencils; s; s = s->next)
			total += add_of_stencil(arena, directory, target, unit, s, &all[total]);
	}
	*units = all;
	return total;
}
