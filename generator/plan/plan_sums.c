#include "generator/plan/plan.h"

bool
plan_sums_columns(const struct plan *plan)
{
	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		if (f->reduction)
			return true;
	return false;
}

bool
plan_updates_points(const struct plan *plan)
{
	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		if (f->role != ROLE_IN && f->shape == SHAPE_POINT)
			return true;
	return false;
}

bool
plan_only_sums(const struct plan *plan)
{
	enum { MOST = 4 };
	const struct extents *extents = &plan->stencil->extents;
	int sums = 0;

	for (const struct field *f = plan->stencil->fields; f; f = f->next) {
		if (f->role != ROLE_IN && !f->reduction)
			return false;
		sums += f->reduction != REDUCTION_NONE;
	}
	return sums && sums <= MOST && !plan->sweeps
		&& !extents->low[0] && !extents->high[0] && !extents->low[1] && !extents->high[1];
}
