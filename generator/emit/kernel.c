#include "generator/emit/kernel.h"
#include "generator/plan/hoisted.h"
#include "generator/text/wrap.h"

#include <string.h>

const char *
kernel_section(const struct kernel *kernel, const struct template *template, const char *section)
{
	return template_has(template, section)
		? template_expand(kernel->arena, template, section, NULL, 0) : "";
}

static struct kernel
renamed(const struct kernel *kernel, const struct names *names)
{
	struct plan *plan = arena_new(kernel->arena, struct plan);
	struct kernel renamed = *kernel;

	*plan = *kernel->plan;
	plan->names = *names;
	renamed.plan = plan;
	return renamed;
}

struct kernel
kernel_launcher(const struct kernel *kernel)
{
	return renamed(kernel, &kernel->plan->launcher_names);
}

struct kernel
kernel_caller(const struct kernel *kernel)
{
	return renamed(kernel, &kernel->plan->member_names);
}

bool
kernel_is_persistent(const struct kernel *kernel)
{
	return tunable_of(TUNABLE_blocks_per_launch, kernel->variant) > 0;
}

const struct extents *
needed_halo(const struct stencil *stencil)
{
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->has_boundary)
			return &stencil->border;
	return &stencil->extents;
}

const char *
extents_text(struct arena *arena, const struct extents *extents)
{
	const char *text = "";

	for (int axis = 0; axis < AXES; axis++)
		text = arena_printf(arena, "%s%s%d, %d", text, axis ? ", " : "", extents->low[axis],
			extents->high[axis]);
	return text;
}

/* Where a column's levels are contiguous there is room for a half level more. */
static bool
needs_longer_columns(const struct kernel *kernel)
{
	return kernel->variant->levels == LEVELS_INNERMOST && has_half_levels(plan_checked(kernel->plan));
}

const char *
kernel_least(const struct kernel *kernel)
{
	static const char *const cells[AXES] = {
		"grid->west + grid->width + grid->east", "grid->north + grid->height + grid->south", "grid->top - grid->bottom",
	};
	const int *least = kernel->plan->stencil->least;
	struct text small = { .arena = kernel->arena };

	for (int a = 0; a < AXES; a++)
		if (least[a] > 1) {
			text_add(&small, small.length ? "\1 || " : "");
			text_add(&small, arena_printf(kernel->arena, "%s < %d", cells[a], least[a]));
		}
	if (stores_levels(kernel->plan->stencil)) {
		const int *levels = kernel->plan->stencil->edge_levels;

		text_add(&small, small.length ? "\1 || " : "");
		text_add(&small, arena_printf(kernel->arena, "grid->bottom != %d\1 || grid->levels - grid->top != %d", levels[0], levels[1]));
	}
	return join_lines(kernel->arena, !small.length ? "" : EXPAND(kernel, kernel->common, "least",
		{ "small", wrap(kernel->arena, text_of(&small), LINE_WIDTH, 4) }), !needs_longer_columns(kernel) ? ""
		: kernel_section(kernel, kernel->common, "longer_columns"));
}

const struct hoisted *
kernel_hoisted(const struct kernel *kernel, const struct expr *e)
{
	return !kernel->needs.hoists ? NULL : hoisted_of(kernel->plan->hoists, e);
}

/* Threads count levels from the lowest one that is updated, or have several of a column, the lowest of which is k. */
static const char *
own_level(const struct kernel *kernel)
{
	if (kernel->flat)
		return "bottom";
	if (!targets[kernel->variant->target].blocks)
		return kernel->sweeps ? "bottom + k" : "k";
	return !kernel->kind->columns ? "bottom + k" : kernel_has_vectors(kernel) ? "k + l" : "k";
}

const char *
kernel_level(const struct kernel *kernel, int z)
{
	return index_add(kernel->arena, own_level(kernel), z, NULL);
}

bool
kernel_level_is_sum(const struct kernel *kernel, int z)
{
	return strchr(kernel_level(kernel, z), ' ') != NULL;
}

bool
kernel_level_has_bottom(const struct kernel *kernel)
{
	return targets[kernel->variant->target].blocks && !kernel->kind->columns;
}

bool
kernel_has_vectors(const struct kernel *kernel)
{
	return kernel->vector > 1;
}

bool
kernel_has_scalars(const struct kernel *kernel)
{
	return kernel->vector == 1;
}

static const char *
number_or_none(struct arena *arena, int number)
{
	return number ? int_text(arena, number) : "";
}

const char *
kernel_constants(const struct kernel *k, const struct constants *constants)
{
	return EXPAND(k, k->common, "constants",
		{ "thread", constants->thread },
		{ "cluster", constants->cluster },
		{ "clusters", number_or_none(k->arena, constants->clusters) },
		{ "slots", number_or_none(k->arena, constants->slots) },
		{ "blocks", number_or_none(k->arena, tunable_of(TUNABLE_blocks_per_launch, k->variant)) });
}

int
kernel_columns_per_thread(const struct kernel *k)
{
	struct variant resolved = *k->variant;

	tunables_resolve(k->plan, &resolved);
	return k->vector && !k->sweeps ? tunable_of(TUNABLE_columns_per_thread, &resolved) : 0;
}
