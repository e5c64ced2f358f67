#include "runtime/bench/grid_family.h"

static int
add_candidates(struct builder *b, const struct unit *unit, const struct plan *plan, enum type precision)
{
	(void)unit;
	(void)precision;
	return tool_fail(b->tool, EXIT_USAGE, "'%s' is on a mesh (%s), and stencilbench does not measure kernels on meshes yet",
		plan->stencil->name, plan->stencil->grid);
}

/* The rest is for candidates, and there are none. */
const struct family mesh_family = { .add_candidates = add_candidates };
