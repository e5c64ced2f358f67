#include "runtime/library/plan_wisdom.h"

#include "generator/variants/choose.h"

#include <string.h>

static void
complete(const char **option, const char *advised, const char *usual)
{
	if (!*option)
		*option = *advised ? advised : usual;
}

bool
plan_complete(struct stencil_plan *plan, bool (*fits)(const struct stencil_plan *, const struct variant *),
	const struct plan_options *usual)
{
	struct advice *advice = arena_new(&plan->arena, struct advice);
	struct plan_options *o = &plan->options;

	plan->has_wisdom = wisdom_find(plan, fits, advice);
	if (!plan->has_wisdom && plan->flags & STENCIL_PLAN_WISDOM_ONLY)
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "there is no wisdom for '%s' with backend %s", plan->stencil->name,
			backend_names[plan->backend.kind]);
	complete(&o->storage, advice->storage, usual->storage);
	complete(&o->access, advice->access, usual->access);
	complete(&o->order, advice->order, usual->order);
	complete(&o->block, advice->block, usual->block);
	for (int i = 0; i < TUNABLE_COUNT; i++)
		if (!o->tunables[i])
			o->tunables[i] = advice->tunables[i];
	return true;
}

bool
plan_choose(struct stencil_plan *plan)
{
	const struct plan_options *o = &plan->options;
	const struct stencil_shape *shape = &plan->shape;
	struct choice choice = {
		.storages = o->storage, .accesses = o->access, .levels = plan_levels(o), .target = plan->backend.target,
		.precision = plan_precision(o),
		.dim = shape->dimensions, .level = shape->levels, .padded = shape->padded,
	};
	const struct variant *variant;
	const char *why;

	memcpy(choice.tunables, o->tunables, sizeof choice.tunables);
	variant = choose_variant(&plan->arena, plan->plan, &choice, &why);
	if (!variant)
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "%s", why);
	plan->kernel = (struct built){ .plan = plan->plan, .variant = *variant };
	return true;
}
