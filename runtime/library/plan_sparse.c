#include "runtime/library/stencil_plan.h"

#include "generator/variants/sparse_variants.h"
#include "runtime/problem/sparse_problem.h"

typedef int sparse_upload(void);

static bool
check_shape(struct stencil_plan *plan)
{
	const struct stencil_shape *s = &plan->shape;

	if (s->dimensions < 1 || s->dimensions > SPARSE_DIMENSIONS || s->levels < 1 || s->levels > SPARSE_LEVELS)
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "'%s' is on a sparse grid: it needs 1 to %d dimensions"
			" and 1 to %d levels, not %d and %d", plan->stencil->name, SPARSE_DIMENSIONS, SPARSE_LEVELS,
			s->dimensions, s->levels);
	if (!sparse_is_evaluation(plan->stencil) ? s->probes : s->probes < 1 || s->probes > MOST_PROBES)
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, sparse_is_evaluation(plan->stencil)
			? "'%s' needs 1 to %d probes, not %d" : "'%s' has no probes", plan->stencil->name, MOST_PROBES,
			s->probes);
	return true;
}

static bool
choose(struct stencil_plan *plan)
{
	const struct plan_options usual = {
		.storage = "sparse",
		.access = sparse_usual_access(plan->stencil, plan->backend.target, plan->shape.levels),
	};

	return plan_complete(plan, NULL, &usual) && plan_choose(plan);
}

static bool
lay_out(struct stencil_plan *plan)
{
	static const struct stencil_block one = { 1, 1, 1 };
	const int status = plan->kernel.upload ? ((sparse_upload *)plan->kernel.upload)() : 0;

	if (status)
		return plan_fail(plan, STENCIL_CODE_UNAVAILABLE, "cannot fill the table of parents: %s",
			plan->backend.device->error(status));
	plan->probes.count = plan->shape.probes;
	plan_set_grid(plan, &plan->probes);
	plan->blocks = (struct blocks){ &one, 1 };
	return true;
}

static void
add_axis(struct stencil_field *to, long long size)
{
	to->axes[to->dimensions] = -1;
	to->shape[to->dimensions++] = size;
}

/* Values of the grid, or at probes; coordinates in rows, or in tiles of 32 probes. */
static void
describe(const struct stencil_plan *plan, const struct field *field, struct stencil_field *to)
{
	enum { TILE = 32 };
	const struct stencil_shape *s = &plan->shape;
	const struct variant *variant = &plan->kernel.variant;

	if (!field->probe) {
		add_axis(to, plan->has_shape ? variant->sparse->group[s->levels] : 0);
	} else if (field->role != ROLE_IN) {
		add_axis(to, s->probes);
	} else if (!plan->has_shape || sparse_accesses[variant->access].layout == PROBES_IN_ROWS) {
		add_axis(to, s->probes);
		add_axis(to, s->dimensions);
	} else {
		add_axis(to, (s->probes - 1)/TILE + 1);
		add_axis(to, s->dimensions);
		add_axis(to, TILE);
	}
	for (int d = to->dimensions - 1; d >= 0; d--)
		to->strides[d] = d == to->dimensions - 1 ? 1 : to->strides[d + 1]*to->shape[d + 1];
}

const struct planner sparse_planner = {
	.strict = true, .check = check_shape, .choose = choose, .lay_out = lay_out, .describe = describe,
};
