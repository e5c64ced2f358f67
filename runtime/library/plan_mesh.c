#include "runtime/library/stencil_plan.h"

static bool
check_shape(struct stencil_plan *plan)
{
	return plan_fail(plan, STENCIL_CODE_ARGUMENT, "'%s' is on a mesh (%s), and libstencil has no plans on meshes yet",
		plan->stencil->name, plan->stencil->grid);
}

static void
describe(const struct stencil_plan *plan, const struct field *field, struct stencil_field *to)
{
	(void)plan;
	(void)field;
	(void)to;
}

const struct planner mesh_planner = {
	.strict = true, .check = check_shape, .choose = check_shape, .lay_out = check_shape, .describe = describe,
};
