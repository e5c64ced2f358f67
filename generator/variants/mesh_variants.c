#include "generator/variants/choice.h"

static struct variant *
choose(struct arena *arena, const struct plan *plan, const struct choice *choice, int *count, const char **message)
{
	(void)choice;
	*count = 0;
	*message = arena_printf(arena, "'%s' is on a mesh (%s), and there are no kernels for meshes yet",
		plan->stencil->name, plan->stencil->grid);
	return NULL;
}

static const char *
stem(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	(void)arena;
	(void)plan;
	(void)variant;
	return "mesh";
}

static void
describe(void)
{
}

const struct grid_variants mesh_variants = { choose, stem, describe, NULL };
