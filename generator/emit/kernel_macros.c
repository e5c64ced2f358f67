#include "generator/emit/kernel_macros.h"
#include "generator/emit/parameters.h"
#include "generator/emit/statements.h"
#include "generator/emit/level_vector.h"
#include "generator/emit/target.h"
#include "generator/text/comments.h"
#include "generator/text/wrap.h"

static bool has_blocks(const struct kernel *k) { return targets[k->variant->target].blocks; }
static bool is_innermost(const struct kernel *k) { return k->variant->levels == LEVELS_INNERMOST; }

static const char *macro_kernel(const struct kernel *k) { return k->name; }
static const char *macro_source(const struct kernel *k) { return base_name(k->arena, k->source->path); }
static const char *macro_description(const struct kernel *k) { return comment_above(k->arena, k->source, k->plan->stencil->span); }
static const char *macro_access(const struct kernel *k) { return accesses[k->variant->access].name; }
static const char *macro_statements(const struct kernel *k) { return statements_text(k, LINE_WIDTH); }
static const char *macro_gpu(const struct kernel *k) { return macro_if(has_blocks(k)); }
static const char *macro_cpu(const struct kernel *k) { return macro_if(!has_blocks(k)); }
static const char *macro_outermost(const struct kernel *k) { return macro_if(!is_innermost(k)); }
static const char *macro_innermost(const struct kernel *k) { return macro_if(is_innermost(k)); }
static const char *macro_slice(const struct kernel *k) { return macro_if(k->shape.levels); }
static const char *macro_own_slices(const struct kernel *k) { return macro_if(k->own_slices); }
static const char *macro_whole(const struct kernel *k) { return macro_if(!k->shape.levels); }
static const char *macro_once(const struct kernel *k) { return macro_if(!kernel_is_persistent(k)); }
static const char *macro_persistent(const struct kernel *k) { return macro_if(kernel_is_persistent(k)); }

static const char *
macro_layout(const struct kernel *k)
{
	const char *fields = k->variant->layout == LAYOUT_soa ? ""
		: arena_printf(k->arena, ", fields %s", layouts[k->variant->layout].name);

	return is_innermost(k) ? arena_printf(k->arena, "%s, levels innermost", fields) : fields;
}

static const char *
macro_limits(const struct kernel *k)
{
	const struct limits limits = variant_limits(k->plan, k->variant, &k->shape);

	if (limits.threads && has_blocks(k))
		return arena_printf(k->arena, "__launch_bounds__(%d)", limits.threads);
	return !limits.registers || !template_has(k->target, "limits") ? ""
		: EXPAND(k, k->target, "limits", { "registers", int_text(k->arena, limits.registers) });
}

/* Names for what a thread updates, where it is several points. */
static const char *
macro_constants(const struct kernel *k)
{
	const struct { const char *name; int number, least; } constants[] = {
		{ "POINTS", k->shape.points, 2 }, { "ROWS", k->shape.rows, 2 }, { "LEVELS", k->shape.levels, 1 },
		{ "LEVELS", k->vector, 2 }, { "COLUMNS", kernel_columns_per_thread(k), 1 },
	};
	struct list list = { .text.arena = k->arena };

	for (size_t i = 0; i < sizeof constants/sizeof *constants; i++)
		if (constants[i].number >= constants[i].least)
			list_add(&list, arena_printf(k->arena, "%s = %d", constants[i].name, constants[i].number));
	return !list.text.length ? "" : kernel_constants(k, &(struct constants){ list_text(&list), "", 0, 0 });
}

static const struct provider rows[] = {
	{ "kernel", macro_kernel },
	{ "source", macro_source },
	{ "description", macro_description },
	{ "access", macro_access },
	{ "layout", macro_layout },
	{ "gpu", macro_gpu },
	{ "cpu", macro_cpu },
	{ "outermost", macro_outermost },
	{ "innermost", macro_innermost },
	{ "slice", macro_slice },
	{ "own_slices", macro_own_slices },
	{ "whole", macro_whole },
	{ "once", macro_once },
	{ "persistent", macro_persistent },
	{ "vector", macro_vector },
	{ "scalar", macro_scalar },
	{ "limits", macro_limits },
	{ "constants", macro_constants },
	{ "helpers", kernel_helpers },
	{ "hoisted", hoisted_text },
	{ "statements", macro_statements },
	{ "fields", launcher_fields },
	{ "unpacked", unpacked_fields },
	{ "uniforms", launcher_uniforms },
	{ "unused", launcher_unused },
	{ "suffix", target_suffix },
	{ "target", target_title },
	{ "runtime", target_runtime },
	{ "success", target_success },
};

const struct providers kernel_macros = { ROWS_OF(rows) };
