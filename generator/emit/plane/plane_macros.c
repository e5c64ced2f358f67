#include "generator/emit/plane/plane_macros.h"
#include "generator/text/comments.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/interface/header.h"
#include "generator/emit/kernel_macros.h"
#include "generator/emit/parameters.h"
#include "generator/emit/plane/column_sums.h"
#include "generator/emit/plane/columns.h"
#include "generator/emit/plane/launch.h"
#include "generator/emit/plane/level_carries.h"
#include "generator/emit/plane/plane_costs.h"
#include "generator/split/parts.h"
#include "generator/text/wrap.h"
#include "generator/plan/names.h"
#include "generator/variants/relations.h"

/* The texts of macros. Each is written only where a template has it. */

static const char *
macro_storage(const struct kernel *k)
{
	return storages[k->variant->storage].name;
}

static const char *
macro_arrays(const struct kernel *k)
{
	return EXPAND(k, k->common, "arrays", { "source", layouts[k->variant->layout].points ? "" : base_name(k->arena, k->source->path) },
		{ "structs", macro_if(layouts[k->variant->layout].points > 0) });
}

static const char *
macro_costs(const struct kernel *k)
{
	const struct costs costs = plane_costs(k);
	const char *text = arena_printf(k->arena, "Per point: loads %s, stores %s, flops %s, bytes %d",
		costs.loads, costs.stores, costs.flops, costs.bytes);

	if (costs.column_bytes)
		text = arena_printf(k->arena, "%s + %d/levels", text, costs.column_bytes);
	return costs.lookups ? arena_printf(k->arena, "%s; look-ups %d", text, costs.lookups) : text;
}

static const char *
macro_preamble(const struct kernel *k)
{
	return !template_has(k->access, "preamble") ? "" : EXPAND(k, k->access, "preamble", { "slots", int_text(k->arena, kernel_slots(k)) });
}

static const char *
macro_declarations(const struct kernel *k)
{
	struct list list = { .text.arena = k->arena };
	struct offset *relations;
	const int count = variant_relations(k->arena, k->plan, storages[k->variant->storage].table,
		&relations);

	for (int i = 0; i < count; i++)
		list_add(&list, slot_name(k->arena, relations[i]));
	return !count ? "" : EXPAND(k, k->storage, "declarations",
		{ "slots", list_text(&list) },
		{ "entry", table_slots(k) });
}

/* Fields begin on the level that is updated, or the lowest. */
static const char *
macro_seek(const struct kernel *k)
{
	struct text text = { .arena = k->arena };
	struct array *arrays;
	const int count = kernel_arrays(k, &arrays);

	for (int i = 0; i < count; i++)
		if (arrays[i].used && arrays[i].shape == SHAPE_POINT)
			lines_add(&text, k->variant->levels == LEVELS_INNERMOST ? arena_printf(k->arena, "%s += bottom;", arrays[i].name)
				: arena_printf(k->arena, "%s += (ptrdiff_t)%s*%s;", arrays[i].name, k->sweeps ? "bottom" : "k",
					array_length(k->arena, &arrays[i], "stride")));
	return text_of(&text);
}

static const char *
macro_sweep(const struct kernel *k)
{
	const bool rising = k->plan->reads_other_levels && template_has(kernel_grid_template(k), "rising_sweep");

	return launch_sweep(k, rising ? "rising_sweep" : "sweep", kernel_table_arguments(k));
}

static bool
is_regular(const struct kernel *k)
{
	return storages[k->variant->storage].regular;
}

/* Sections of the storage and the access by the name of their macro. */
static const char *macro_range(const struct kernel *k) { return kernel_section(k, k->storage, "range"); }
static const char *macro_column(const struct kernel *k) { return kernel_section(k, k->storage, "column"); }
static const char *macro_step_parameter(const struct kernel *k) { return kernel_section(k, k->levels, "step_parameter"); }
static const char *macro_inside(const struct kernel *k) { return is_regular(k) ? "i < width && j < height" : "c < end"; }
static const char *macro_outside(const struct kernel *k) { return is_regular(k) ? "i >= width || j >= height" : "c >= end"; }
static const char *macro_unroll(const struct kernel *k) { return int_text(k->arena, variant_unroll(k->plan, k->variant)); }
static const char *macro_stores(const struct kernel *k) { return kernel_read_columns(k, k->access, "store"); }
static const char *macro_loads(const struct kernel *k) { return kernel_read_columns(k, k->access, "load"); }
static const char *macro_variables(const struct kernel *k) { return kernel_found_columns(k, k->access, "variable"); }
static const char *macro_shuffles(const struct kernel *k) { return kernel_read_columns(k, k->target, "shuffle"); }
static const char *macro_lanes(const struct kernel *k) { return kernel_section(k, k->target, "lanes"); }

static const char *macro_points(const struct kernel *k) { return macro_if(launch_has_points(k)); }

/* The levels that a thread goes through, where it begins and ends: a slice of a column's, or all. */
static const char *macro_start(const struct kernel *k) { return macro_if(k->shape.levels && plan_carries(k->plan)); }
static const char *macro_lowest(const struct kernel *k) { return k->shape.levels ? "lowest" : "0"; }
static const char *macro_beyond(const struct kernel *k) { return k->shape.levels ? "slice_end" : "depth"; }
static const char *macro_outside_slice(const struct kernel *k)
{
	return !k->shape.levels ? macro_outside(k) : arena_printf(k->arena, "%s || lowest >= depth", macro_outside(k));
}

static const char *
macro_launch(const struct kernel *k)
{
	return launch_levels(k, "dim3(block.x, block.y, block.z)", kernel_section(k, k->access, "level_arguments"));
}

static const char *
macro_check(const struct kernel *k)
{
	return is_regular(k) ? "stencil_check_regular(grid, &extents)"
		: k->variant->levels == LEVELS_INNERMOST ? "stencil_check_innermost(grid, &extents)"
		: "stencil_check_unstructured(grid, &extents)";
}

static const char *macro_misaligned(const struct kernel *k) { return kernel_section(k, k->layout, "misaligned"); }

/* Checks of the arguments, by which a launcher refuses calls. */
static const char *
macro_checks(const struct kernel *k)
{
	const struct macro given[] = {
		{ "extents", extents_text(k->arena, needed_halo(k->plan->stencil)) },
		{ "reads", launch_reads_above_halo(k) ? extents_text(k->arena, launch_extents(k)) : "" },
		{ "least", kernel_least(k) },
		{ "null_fields", launcher_null_fields(k) },
		{ "places", macro_if(k->plan->program && program_fills_halos(k->plan->program) && !is_regular(k)) },
		{ "table", kernel_has_table(k) ? kernel_section(k, k->storage, "table_checks") : "" },
		{ "reach", kernel_section(k, k->access, "reach") },
	};

	return providers_expand(k, k->common, "checks", &plane_macros, given, sizeof given/sizeof *given);
}

static const struct provider rows[] = {
	{ "parameters", kernel_table_parameters },
	{ "values", kernel_values },
	{ "vectors", kernel_vectors },
	{ "range", macro_range },
	{ "column", macro_column },
	{ "inside", macro_inside },
	{ "outside", macro_outside },
	{ "step_parameter", macro_step_parameter },
	{ "lookup", kernel_lookup },
	{ "indices", kernel_indices },
	{ "stores", macro_stores },
	{ "loads", macro_loads },
	{ "variables", macro_variables },
	{ "shuffles", macro_shuffles },
	{ "lanes", macro_lanes },
	{ "unroll", macro_unroll },
	{ "seek", macro_seek },
	{ "prologue", carried_definitions },
	{ "points", macro_points },
	{ "start", macro_start },
	{ "lowest", macro_lowest },
	{ "beyond", macro_beyond },
	{ "outside_slice", macro_outside_slice },
	{ "carries", carried_updates },
	{ "sums", column_sums_declared },
	{ "sums_kept", column_sums_kept },
	{ "header", kernel_header },
	{ "storage", macro_storage },
	{ "arrays", macro_arrays },
	{ "costs", macro_costs },
	{ "declarations", macro_declarations },
	{ "preamble", macro_preamble },
	{ "function", kernel_function },
	{ "sweep", macro_sweep },
	{ "constants", launch_constants },
	{ "checks", macro_checks },
	{ "check", macro_check },
	{ "misaligned", macro_misaligned },
	{ "refused_block", launch_refused_block },
	{ "blocks", launch_blocks },
	{ "too_large", launch_too_large },
	{ "launch", macro_launch },
	{ "upload", launch_upload },
};

#define MACROS ROWS_OF(rows), .further = &kernel_macros
const struct providers plane_macros = { MACROS };
const struct providers plane_kernel_macros = { MACROS,
	.required = (const char *const[]){ "kernel", "parameters", "values", "statements", NULL } };
const struct providers plane_walk_macros = { MACROS,
	.required = (const char *const[]){ "kernel", "parameters", "values", "walk", NULL } };
const struct providers plane_file_macros = { MACROS,
	.required = (const char *const[]){ "source", "header", "storage", "access", "layout", "arrays", "costs", "declarations",
		"uniforms", "helpers", "description", "kernel", "fields", "unpacked", "checks", NULL } };
