#include "generator/emit/plane/plane_macros.h"
#include "generator/emit/expression.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/interface/header.h"
#include "generator/emit/kernel_macros.h"
#include "generator/emit/parameters.h"
#include "generator/emit/plane/column_sums.h"
#include "generator/emit/plane/columns.h"
#include "generator/emit/plane/plane_costs.h"
#include "generator/emit/loads_ahead_text.h"
#include "generator/emit/statements.h"
#include "generator/emit/target.h"
#include "generator/plan/names.h"
#include "generator/split/parts.h"
#include "generator/text/comments.h"
#include "generator/text/wrap.h"
#include "generator/variants/relations.h"

/* The texts of macros. Each is written only where a template has it. */

static bool
is_regular(const struct kernel *k)
{
	return storages[k->variant->storage].regular;
}

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

const char *
plane_preamble(const struct kernel *k)
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

/* What a loop over levels carries from one to the next: definitions for the first level, and assignments at the end of each. */
static const char *
carried_definitions(const struct kernel *kernel)
{
	const char *text = "";

	for (const struct instance *i = kernel->plan->instances; i; i = i->next) {
		const struct site site = { .at = i->at, .before_loop = true };

		if (i->carried)
			text = join_lines(kernel->arena, text, wrap(kernel->arena,
				arena_printf(kernel->arena, "%s %s = %s;", type_name(i->values->temp->type),
					i->values->name, c_expr(kernel, &site, i->stmt->u.assign.value)),
				LINE_WIDTH, 4));
	}
	return text;
}

static const char *
carried_updates(const struct kernel *kernel)
{
	const char *text = "";

	for (const struct instance *i = kernel->plan->instances; i; i = i->next) {
		const struct offset above = { i->at.x, i->at.y, i->at.z + 1 };

		if (i->carried)
			text = join_lines(kernel->arena, text, arena_printf(kernel->arena, "%s = %s;",
				i->values->name, plan_value(kernel->plan, i->values->temp, above)->name));
	}
	return text;
}

/* Columns or rows of the blocks of a launch: a thread's, times those of a block. */
static const char *
of_block(const struct kernel *k, int of_thread, const char *constant, const char *threads)
{
	return of_thread > 1 ? arena_printf(k->arena, "%s*%s", constant, threads) : threads;
}

const char *
launch_blocks(const struct kernel *k, const char *usual)
{
	return template_has(k->access, "blocks") ? kernel_section(k, k->access, "blocks") : usual;
}

static const char *
macro_blocks(const struct kernel *k)
{
	return launch_blocks(k, arena_printf(k->arena, "stencil_%s_blocks(grid, %s, %s)",
		is_regular(k) ? "regular" : "unstructured",
		of_block(k, k->shape.points, "POINTS", "block.x"), of_block(k, k->shape.rows, "ROWS", "block.y")));
}

/* Blocks with one thread in z: those of columns, and of accesses that say so. */
static bool
is_flat(const struct kernel *k)
{
	return k->kind->columns || k->sweeps || accesses[k->variant->access].block == BLOCK_FLAT;
}

static const char *
grid_z(const struct kernel *k)
{
	const bool slices = k->shape.levels;

	if (template_has(k->access, "grid_z"))
		return kernel_section(k, k->access, "grid_z");
	if (is_flat(k) && !slices)
		return "1";
	return arena_printf(k->arena, "stencil_ceil_div(depth, %s)", !slices ? "block.z" : is_flat(k) ? "LEVELS" : "LEVELS*block.z");
}

/* The bytes of shared memory that a launch of some levels computes, or NULL. */
static const char *
bytes_at_launch(const struct kernel *k, const char *levels)
{
	return has_shared_memory(k) ? shared_bytes(k, levels)
		: template_has(k->access, "block_bytes") ? kernel_section(k, k->access, "block_bytes") : NULL;
}

const char *
launch_bytes(const struct kernel *k)
{
	if (bytes_at_launch(k, ""))
		return "shared";
	return template_has(k->access, "shared_bytes") ? kernel_section(k, k->access, "shared_bytes") : NULL;
}

static const char *
shared_bytes_of(const struct kernel *k)
{
	const char *bytes = bytes_at_launch(k, "depth");

	return !bytes ? "" : shared_launch(k, bytes);
}

static const char *
macro_refused_block(const struct kernel *k)
{
	const struct target_info *target = &targets[k->variant->target];
	const char *refused = template_has(k->access, "refused_block")
		? EXPAND(k, k->access, "refused_block", { "lanes", int_text(k->arena, target->lanes) })
		: is_flat(k) ? "stencil_threads(block) == 0 || block.z != 1" : "stencil_threads(block) == 0";
	const char *bytes = bytes_at_launch(k, "grid->top - grid->bottom");

	return !bytes ? refused : arena_printf(k->arena, "%s\n    || %s > %d*1024", refused, bytes, target->shared_kb);
}

/* Whether a launch of some levels reads higher ones than the halo has. */
static bool
reads_above_halo(const struct kernel *k)
{
	return targets[k->variant->target].blocks && k->variant->levels == LEVELS_OUTERMOST
		&& k->plan->reach.high[2] > k->plan->stencil->extents.high[2];
}

const char *
launch_reach(const struct kernel *k)
{
	return template_has(k->access, "reach") ? "reach" : reads_above_halo(k) ? "reads" : "extents";
}

const struct extents *
launch_extents(const struct kernel *k)
{
	return reads_above_halo(k) ? &k->plan->reach : &k->plan->stencil->extents;
}

/* What goes through columns takes all levels at once. */
static const char *
macro_too_large(const struct kernel *k)
{
	return arena_printf(k->arena, "blocks.x == 0 || stencil_launch_levels(grid, &%s, grid->bottom) < %s", launch_reach(k),
		k->sweeps || plan_sums_columns(k->plan) ? "grid->top - grid->bottom" : "1");
}

/* Whether something is stored on levels; some sums are of what is not. */
static bool
has_points(const struct kernel *k)
{
	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		if (f->shape == SHAPE_POINT && k->plan->fields[f->index])
			return true;
	return false;
}

static const char *
start_of_levels(const struct kernel *k)
{
	return !has_points(k) && !k->sweeps ? "" : k->variant->levels == LEVELS_INNERMOST ? "bottom" : "(ptrdiff_t)bottom*grid->stride";
}

static const char *
launched_columns(const struct kernel *k)
{
	return is_regular(k) ? "grid->first, grid->width, grid->height," : k->cluster ? CLUSTER_ARGUMENTS : "grid->first, grid->end,";
}

const char *
launch_levels(const struct kernel *k, const char *threads, const char *arguments)
{
	const struct launch launch = {
		.kernel = k->name, .blocks = arena_printf(k->arena, "dim3(blocks.x, blocks.y, %s)", grid_z(k)), .threads = threads,
		.bytes = launch_bytes(k),
		.arguments = EXPAND(k, k->file, "arguments_of_levels",
			{ "step", k->variant->levels == LEVELS_INNERMOST ? "grid->pitch" : "grid->stride" },
			{ "columns", launched_columns(k) },
			{ "storage_arguments", join_lines(k->arena, kernel_table_arguments(k), arguments) },
			{ "operands", kernel_operands(k) }),
	};

	return EXPAND(k, k->file, "launch_levels",
		{ "level", start_of_levels(k) },
		{ "reach", launch_reach(k) },
		{ "shared_bytes", shared_bytes_of(k) },
		{ "configuration", target_configuration(k, &launch) },
		{ "launch", target_launch(k, &launch, NULL) },
		{ "success", target_success(k) });
}

const char *
launch_sweep(const struct kernel *k, const char *section, const char *arguments)
{
	return EXPAND(k, kernel_grid_template(k), section, { "kernel", k->name },
		{ "arguments", join_lines(k->arena, arguments, kernel_operands(k)) });
}

/* The function that fills constant memory. */
static const char *
macro_upload(const struct kernel *k)
{
	return !storages[k->variant->storage].constant ? "" : EXPAND(k, k->file, "upload",
		{ "kernel", k->name },
		{ "suffix", target_suffix(k) },
		{ "error", kernel_section(k, k->target, "error") },
		{ "success", target_success(k) },
		{ "copy_table", kernel_section(k, k->target, "copy_table") });
}

static const char *
macro_sweep(const struct kernel *k)
{
	const bool rising = k->plan->reads_other_levels && template_has(kernel_grid_template(k), "rising_sweep");
	const char *section = !template_uses(k->access, "kernel", "seek") ? "column_sweep" : rising ? "rising_sweep" : "sweep";

	return launch_sweep(k, section, kernel_table_arguments(k));
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

static const char *macro_points(const struct kernel *k) { return macro_if(has_points(k)); }

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

static const char *macro_reach(const struct kernel *k) { return kernel_section(k, k->access, "reach"); }
static const char *macro_misaligned(const struct kernel *k) { return kernel_section(k, k->layout, "misaligned"); }

/* Checks of the arguments, by which a launcher refuses calls. */
static const char *
macro_checks(const struct kernel *k)
{
	const struct macro given[] = {
		{ "extents", extents_text(k->arena, needed_halo(k->plan->stencil)) },
		{ "reads", reads_above_halo(k) ? extents_text(k->arena, launch_extents(k)) : "" },
		{ "least", kernel_least(k) },
		{ "null_fields", launcher_null_fields(k) },
		{ "places", macro_if(k->plan->program && program_fills_halos(k->plan->program) && !is_regular(k)) },
		{ "table", kernel_has_table(k) ? kernel_section(k, k->storage, "table_checks") : "" },
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
	{ "preamble", plane_preamble },
	{ "function", kernel_function },
	{ "sweep", macro_sweep },
	{ "checks", macro_checks },
	{ "check", macro_check },
	{ "misaligned", macro_misaligned },
	{ "reach", macro_reach },
	{ "refused_block", macro_refused_block },
	{ "blocks", macro_blocks },
	{ "too_large", macro_too_large },
	{ "launch", macro_launch },
	{ "upload", macro_upload },
};

#define MACROS ROWS_OF(rows), .further = &kernel_macros
const struct providers plane_macros = { MACROS };
static const struct providers element_macros = { MACROS, .required = (const char *const[]){ "statements", NULL } };
const struct providers plane_kernel_macros = { MACROS,
	.required = (const char *const[]){ "kernel", "parameters", "values", "statements", NULL } };
const struct providers plane_walk_macros = { MACROS,
	.required = (const char *const[]){ "kernel", "parameters", "values", "walk", NULL } };
const struct providers plane_file_macros = { MACROS,
	.required = (const char *const[]){ "source", "header", "storage", "access", "layout", "arrays", "costs", "declarations",
		"uniforms", "helpers", "description", "kernel", "fields", "unpacked", "checks", NULL } };

const char *
plane_in_levels(const struct kernel *k)
{
	const char *text = statements_text(k, LINE_WIDTH);
	const struct macro given = { "statements", text };

	if (k->ahead)
		return ahead_points(k, starts_of(k, k->plan), text, carried_updates(k));
	return !template_has(k->access, "element") ? text : providers_expand(k, k->access, "element", &element_macros, &given, 1);
}
