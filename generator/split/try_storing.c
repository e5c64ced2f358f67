#include "generator/split/split.h"

static struct plan *
plan_storing_names(struct arena *arena, const struct source *source, const struct stencil *stencil, const char *store)
{
	return plan_program(arena, source, (struct stencil *)stencil, &(struct storage_decision){ .store = store });
}

/* Adds a choice if there are kernels for it. */
static int
try_storing(struct arena *arena, const struct source *silent, struct stencil *stencil, struct storage_decision decision,
	struct alternative *alternative)
{
	struct plan *plan = plan_program(arena, silent, stencil, &decision);

	*alternative = (struct alternative){ decision, plan };
	return plan && !plan->no_kernel;
}

int
plan_alternatives(struct arena *arena, const struct source *source, struct stencil *stencil, enum processor processor,
	struct alternative alternatives[MOST_ALTERNATIVES])
{
	struct diagnostics *hidden = arena_new(arena, struct diagnostics);
	struct source *silent = arena_new(arena, struct source);
	const char *const *stores;
	int count = 0;

	*silent = source_silent(source, hidden);
	if (stencil->kind->costs_decide_storing)
		return 0;
	if (stencil->has_sweeps)
		return try_storing(arena, silent, stencil, (struct storage_decision){ .place = PLACE_SHARED }, alternatives);
	stores = split_try_stores(arena, silent, stencil, processor, plan_storing_names, MOST_ALTERNATIVES);
	for (; *stores; stores++)
		count += try_storing(arena, silent, stencil, (struct storage_decision){ .store = *stores }, &alternatives[count]);
	return count;
}
