#include "runtime/library/plan_wisdom.h"

#include "generator/compile.h"
#include "generator/variants/choose.h"
#include "generator/variants/defaults.h"
#include "generator/variants/legal.h"
#include "generator/variants/steps.h"

#include <stdio.h>
#include <string.h>

static void
complete(const char **option, const char *advised, const char *usual)
{
	if (!*option)
		*option = *advised ? advised : usual;
}

/* Lets the plan's kernels keep what the fastest ones do. */
static bool
keep(struct stencil_plan *plan, const struct advice *advice)
{
	const struct plan *other = advice->keeps
		? compile_storing(&plan->arena, NULL, &plan->unit, plan->stencil, &advice->decision) : plan->plan;

	if (!other)
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "'%s' cannot store the intermediates that its wisdom names: tune it"
			" again", plan->stencil->name);
	plan->plan = other;
	return true;
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
			o->tunables[i] = (plan->has_wisdom ? advice->tunables : usual->tunables)[i];
	return keep(plan, advice);
}

/* A message of the tools that says which option to use or what is wrong with one, in words of the library's. */
static const char *
in_words_of_library(struct arena *arena, const char *message)
{
	static const char *const before[] = { "use --", "give --" };
	const char *option = !strncmp(message, "--swap ", 7) ? message + 2 : NULL;
	int words, name;

	for (size_t i = 0; i < sizeof before/sizeof *before && !option; i++) {
		option = strstr(message, before[i]);
		option = option ? option + strlen(before[i]) : NULL;
	}
	if (!option)
		return message;
	words = (int)(option - message) - 2;
	name = (int)strcspn(option, " ");
	return !option[name] ? message : arena_printf(arena, "%s%.*s%.*s=%s", words ? "" : "option ", words, message, name, option,
		option + name + 1);
}

bool
plan_choose(struct stencil_plan *plan)
{
	const struct plan_options *o = &plan->options;
	const struct stencil_shape *shape = &plan->shape;
	struct choice choice = {
		.storages = o->storage, .accesses = o->access, .levels = plan_levels(o), .target = plan->backend.target,
		.precision = plan_precision(o),
		.dim = shape->dimensions, .level = shape->levels, .padded = shape->padded, .swaps = o->swap,
	};
	const struct variant *variant;
	const struct plan *launch;
	struct error error;

	if (o->swap && !o->tunables[TUNABLE_steps_per_launch])
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "option swap is for launches of several steps: give steps-per-launch, too");
	memcpy(choice.tunables, o->tunables, sizeof choice.tunables);
	variant = choose_variant(&plan->arena, plan->plan, &choice, &error);
	if (!variant)
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "%s", in_words_of_library(&plan->arena, error.text));
	plan->kernel = (struct built){ .plan = plan->plan, .variant = *variant };
	launch = plan_of_launch(&plan->arena, plan->plan, variant);
	if (launch != plan->plan)
		plan->stencil = launch->stencil;
	return true;
}

bool
plan_choose_place(struct stencil_plan *plan, int levels)
{
	const struct plan *faster = plan->options.block || !backend_is_gpu(&plan->backend) ? plan->plan
		: plan_in_faster_place(plan->plan, &plan->kernel.variant, levels);

	if (faster == plan->plan)
		return true;
	plan->plan = faster;
	return plan_choose(plan);
}

int
plan_vector_levels(const struct stencil_plan *plan, const struct variant *variant)
{
	struct variant resolved = *variant;
	int levels;

	tunables_resolve(plan->plan, &resolved);
	levels = tunable_of(TUNABLE_levels_per_load, &resolved);
	return levels ? levels : 1;
}

bool
plan_resolve_vector(struct stencil_plan *plan, int pitch)
{
	struct variant *variant = &plan->kernel.variant;
	int levels = plan_vector_levels(plan, variant);

	if (variant->levels != LEVELS_INNERMOST || pitch % levels == 0)
		return true;
	if (variant->tunables[TUNABLE_levels_per_load])
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "a thread loads %d levels at once: columns must start at multiples of "
			"that, not %d elements apart", levels, pitch);
	while (pitch % levels)
		levels /= 2;
	variant->tunables[TUNABLE_levels_per_load] = levels;
	return true;
}

bool
plan_choose_block(struct stencil_plan *plan, int levels)
{
	const enum target target = plan->backend.target;
	const struct variant *variant = &plan->kernel.variant;
	const char *text = plan->options.block;
	struct error error;

	if (!text) {
		plan->blocks = usual_blocks(&plan->arena, plan->plan, variant, levels);
		return true;
	}
	if (!blocks_read(&plan->arena, text, &plan->blocks))
		return plan_fail(plan, STENCIL_CODE_ARGUMENT, "'%s' is no block size: write it as 64x2x1, or as 64x2x1/32x4x1 for"
			" two kernels", text);
	return !targets[target].blocks || blocks_fit(plan->plan, variant, &plan->blocks, plan->shape.size[2], &error)
		|| plan_fail(plan, STENCIL_CODE_ARGUMENT, "%s has no block %s: %s", accesses[variant->access].name, text, error.text);
}

void
plan_set_grid(struct stencil_plan *plan, const void *grid)
{
	plan->grids = arena_array(&plan->arena, const void *, 1);
	plan->grids[0] = grid;
	plan->grid_count = 1;
}
