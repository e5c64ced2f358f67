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
#include "generator/emit/plane/plane_kernel.h"
#include "generator/emit/plane/prefetch.h"
#include "generator/emit/plane/ring_text.h"
#include "generator/emit/plane/stretches.h"
#include "generator/emit/plane/sweep_text.h"
#include "generator/emit/plane/temporal.h"
#include "generator/emit/rows/kept_rows.h"
#include "generator/emit/statements.h"
#include "generator/emit/target.h"
#include "generator/emit/tile/tile_text.h"
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
	const char *own = k->variant->access == ACCESS_temporal ? temporal_preamble(k)
		: !template_has(k->access, "preamble") ? "" : EXPAND(k, k->access, "preamble", { "slots", int_text(k->arena, kernel_slots(k)) });

	return join_paragraphs(k->arena, walk_function(k), own);
}

/* Clusters have rows of their own in the table, or share rows where columns do. */
static const char *macro_own_rows(const struct kernel *k) { return macro_if(!storages[k->variant->storage].compressed); }
static const char *macro_shared_rows(const struct kernel *k) { return macro_if(storages[k->variant->storage].compressed); }

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
macro_statements(const struct kernel *k)
{
	return k->plan->sweeps ? sweep_statements(k) : statements_text(k, LINE_WIDTH);
}

/* The order in which a CPU goes through the grid. */
static const char *
sweep_section(const struct kernel *k)
{
	if (k->rows)
		return "block_sweep";
	if (k->plan->sweeps || !template_uses(k->access, "kernel", "seek"))
		return k->plan->sweeps ? "whole_columns" : "column_sweep";
	return k->plan->reads_other_levels && template_has(kernel_grid_template(k), "rising_sweep")
		? "rising_sweep" : "sweep";
}

static const char *
macro_sweep(const struct kernel *k)
{
	return EXPAND(k, kernel_grid_template(k), sweep_section(k), { "kernel", k->name },
		{ "arguments", join_lines(k->arena, k->rows ? "" : kernel_table_arguments(k), kernel_operands(k)) });
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

/* Whether something lies on levels; some sums are of what does not. */
static bool
has_points(const struct kernel *k)
{
	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		if (f->shape == SHAPE_POINT && k->plan->fields[f->index])
			return true;
	return false;
}

static const char *
macro_points(const struct kernel *k)
{
	return macro_if(has_points(k));
}

/* The levels that a thread goes through, where it begins and ends: a slice of a column's, or all. */
static const char *macro_start(const struct kernel *k) { return macro_if(kernel_has_slices(k) && plan_carries(k->plan)); }
static const char *macro_lowest(const struct kernel *k) { return kernel_has_slices(k) ? "lowest" : "0"; }
static const char *macro_beyond(const struct kernel *k) { return kernel_has_slices(k) ? "slice_end" : "depth"; }
static const char *macro_outside_slice(const struct kernel *k)
{
	return !kernel_has_slices(k) ? macro_outside(k) : arena_printf(k->arena, "%s || lowest >= depth", macro_outside(k));
}

static const char *
start_of_levels(const struct kernel *k)
{
	return !has_points(k) && !k->plan->sweeps ? "" : k->variant->levels == LEVELS_INNERMOST ? "bottom" : "(ptrdiff_t)bottom*grid->stride";
}

/* A launch, or several of as many levels as indices that are ints can reach. */
static const char *
macro_launch(const struct kernel *k)
{
	const bool once = kernel_takes_columns(k);
	const struct launch launch = {
		.kernel = k->name,
		.blocks = once ? "dim3(blocks.x, blocks.y)" : arena_printf(k->arena, "dim3(blocks.x, blocks.y, %s)", launch_grid_z(k)),
		.threads = once ? "dim3(block.x, block.y)" : launch_threads(k),
		.bytes = launch_bytes(k),
		.arguments = EXPAND(k, k->file, once ? "arguments_of_columns" : "arguments_of_levels",
			{ "step", k->variant->levels == LEVELS_INNERMOST ? "grid->pitch" : "grid->stride" },
			{ "columns", k->cluster ? "grid->clusters, grid->cluster, grid->singles, grid->single," : "grid->first, grid->end," },
			{ "range", is_regular(k) ? "grid->width, grid->height," : "grid->end," },
			{ "storage_arguments", join_lines(k->arena, kernel_table_arguments(k),
				sums_blocks(k) ? "by_column," : kernel_section(k, k->access, "level_arguments")) },
			{ "operands", kernel_operands(k) }),
	};

	return EXPAND(k, k->file, once ? "launch_columns" : "launch_levels",
		{ "level", start_of_levels(k) },
		{ "reach", launch_reach(k) },
		{ "shared_bytes", launch_shared_bytes(k) },
		{ "configuration", target_configuration(k, &launch) },
		{ "launch", target_launch(k, &launch, once ? "return" : NULL) },
		{ "success", target_success(k) });
}

static const char *
macro_prologue(const struct kernel *k)
{
	if (k->tile)
		return tile_prologue(k);
	return !plan_carries(k->plan) ? "" : carried_definitions(k);
}

static const char *
macro_carries(const struct kernel *k)
{
	if (k->tile)
		return tile_carries(k);
	return !plan_carries(k->plan) ? "" : carried_updates(k);
}

static const struct provider rows[] = {
	{ "parameters", kernel_table_parameters },
	{ "values", kernel_values },
	{ "walk", kernel_walk },
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
	{ "line", kernel_line },
	{ "ahead", kernel_ahead },
	{ "stretches", kernel_stretches },
	{ "results", kernel_results },
	{ "own_rows", macro_own_rows },
	{ "shared_rows", macro_shared_rows },
	{ "own_memory", shared_memory_text },
	{ "seek", macro_seek },
	{ "thread_point", tile_thread_point },
	{ "strips", tile_strips },
	{ "outputs", tile_outputs },
	{ "carried", tile_carried_strips },
	{ "prologue", macro_prologue },
	{ "points", macro_points },
	{ "start", macro_start },
	{ "lowest", macro_lowest },
	{ "beyond", macro_beyond },
	{ "outside_slice", macro_outside_slice },
	{ "reads", tile_loads },
	{ "writes", tile_stores },
	{ "carries", macro_carries },
	{ "sums", column_sums_declared },
	{ "sums_kept", column_sums_kept },
	{ "block_sums", block_sums_declared },
	{ "block_sums_put", block_sums_put },
	{ "block_sums_paired", block_sums_paired },
	{ "block_sums_kept", block_sums_kept },
	{ "guards", tile_guards },
	{ "kept_parameters", kept_rows_parameters },
	{ "kept_rows", kept_rows_declared },
	{ "first_rows", kept_rows_filled },
	{ "ends", kept_rows_ends },
	{ "arguments", kept_rows_arguments },
	{ "turn", kept_rows_turn },
	{ "type", temporal_type },
	{ "from", temporal_from },
	{ "to", temporal_to },
	{ "statements", macro_statements },
	{ "header", kernel_header },
	{ "storage", macro_storage },
	{ "arrays", macro_arrays },
	{ "costs", macro_costs },
	{ "declarations", macro_declarations },
	{ "preamble", macro_preamble },
	{ "function", kernel_function },
	{ "sweep", macro_sweep },
	{ "constants", launch_constants },
	{ "checks", launch_checks },
	{ "refused_block", launch_refused_block },
	{ "blocks", launch_blocks },
	{ "too_large", launch_too_large },
	{ "launch", macro_launch },
	{ "upload", launch_upload },
};

#define MACROS .rows = rows, .count = sizeof rows/sizeof *rows, .further = &kernel_macros
const struct providers plane_macros = { MACROS };
const struct providers plane_kernel_macros = { MACROS,
	.required = (const char *const[]){ "kernel", "parameters", "values", "statements", NULL } };
const struct providers plane_walk_macros = { MACROS,
	.required = (const char *const[]){ "kernel", "parameters", "values", "walk", NULL } };
const struct providers plane_file_macros = { MACROS,
	.required = (const char *const[]){ "source", "header", "storage", "access", "layout", "arrays", "costs", "declarations",
		"uniforms", "helpers", "description", "kernel", "fields", "unpacked", "checks", NULL } };
