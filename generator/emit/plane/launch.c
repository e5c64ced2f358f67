#include "generator/emit/plane/launch.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/parameters.h"
#include "generator/emit/plane/column_sums.h"
#include "generator/emit/plane/columns.h"
#include "generator/emit/plane/ring_text.h"
#include "generator/emit/plane/stretches.h"
#include "generator/emit/target.h"
#include "generator/split/parts.h"
#include "generator/text/wrap.h"

/* The columns or rows of a block of threads, each of which may have several. */
static const char *
of_block(const struct kernel *k, bool several, const char *section)
{
	return kernel_section(k, several ? k->access : k->common, section);
}

const char *
launch_blocks(const struct kernel *k)
{
	if (sums_blocks(k))
		return kernel_section(k, k->access, "summing_blocks");
	if (template_has(k->access, "blocks"))
		return kernel_section(k, k->access,
			tunable_of(TUNABLE_blocks_per_launch, k->variant) ? "blocks_at_most" : "blocks");
	return EXPAND(k, k->storage, "blocks",
		{ "columns", of_block(k, k->shape.points > 1, "block_columns") },
		{ "rows", of_block(k, k->shape.rows > 1, "block_rows") });
}

const char *
launch_threads(const struct kernel *k)
{
	return sums_blocks(k) ? kernel_section(k, k->access, "summing_threads") : kernel_section(k, k->common, "block_threads");
}

const char *
launch_grid_z(const struct kernel *k)
{
	return kernel_section(k, k->access, kernel_marches(k) ? "marching_grid_z" : "grid_z");
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
	return k->plan->sweeps || !template_has(k->access, "shared_bytes") ? NULL : kernel_section(k, k->access, "shared_bytes");
}

const char *
launch_shared_bytes(const struct kernel *k)
{
	const char *bytes = bytes_at_launch(k, "depth");

	return !bytes ? "" : EXPAND(k, k->file, "shared_bytes",
		{ "bytes", bytes },
		{ "allow_shared_memory", !template_has(k->target, "allow_shared_memory") ? ""
			: EXPAND(k, k->target, "allow_shared_memory", { "kernel", k->name }) });
}

const char *
launch_refused_block(const struct kernel *k)
{
	const struct target_info *target = &targets[k->variant->target];
	const char *refused = EXPAND(k, k->access, "refused_block", { "lanes", int_text(k->arena, target->lanes) });
	const char *bytes = bytes_at_launch(k, "grid->top - grid->bottom");

	return !bytes ? refused : join_lines(k->arena, refused, EXPAND(k, k->file, "too_much_shared_memory",
		{ "bytes", bytes }, { "kilobytes", int_text(k->arena, target->shared_kb) }));
}

static const char *
table_checks(const struct kernel *k)
{
	const char *checks = "";

	if (kernel_has_table(k) && template_has(k->storage, "missing_table"))
		checks = EXPAND(k, k->common, "no_table",
			{ "missing_table", kernel_section(k, k->storage, "missing_table") });
	if (kernel_has_table(k) && template_has(k->storage, "large_table"))
		checks = join_lines(k->arena, checks, EXPAND(k, k->common, "large_table",
			{ "large_table", kernel_section(k, k->storage, "large_table") }));
	if (k->plan->program && program_fills_halos(k->plan->program) && template_has(kernel_grid_template(k), "missing_place"))
		checks = join_lines(k->arena, EXPAND(k, k->common, "no_table",
			{ "missing_table", kernel_section(k, kernel_grid_template(k), "missing_place") }), checks);
	return checks;
}

/* Vectors must lie where they can be loaded at once, and structs where levels begin. */
static const char *
misaligned(const struct kernel *k)
{
	const char *fields = "";
	struct array *arrays;
	const int count = kernel_arrays(k, &arrays);

	if (!template_has(k->access, "misaligned") || (k->shape.points < 2 && !k->stretches))
		return kernel_section(k, k->layout, "misaligned");
	for (int i = 0; i < count; i++)
		if (arrays[i].used && (!k->stretches || arrays[i].shape == SHAPE_POINT))
			fields = join_lines(k->arena, fields, EXPAND(k, k->access, "misaligned_field",
				{ "field", arrays[i].name }));
	return EXPAND(k, k->access, "misaligned", { "fields", fields });
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
const char *
launch_too_large(const struct kernel *k)
{
	return EXPAND(k, k->levels, k->plan->sweeps || plan_sums_columns(k->plan) ? "too_large_for_columns" : "too_large", { "reach", launch_reach(k) });
}

static const char *
reads_text(const struct kernel *k)
{
	return !reads_above_halo(k) ? "" : EXPAND(k, k->common, "reads",
		{ "extents", extents_text(k->arena, launch_extents(k)) });
}

const char *
launch_checks(const struct kernel *k)
{
	return EXPAND(k, k->common, "checks",
		{ "extents", extents_text(k->arena, needed_halo(k->plan->stencil)) },
		{ "reads", reads_text(k) },
		{ "least", kernel_least(k) },
		{ "check", kernel_section(k, k->cluster ? k->access : kernel_grid_template(k), "check") },
		{ "null_fields", launcher_null_fields(k) },
		{ "table", table_checks(k) },
		{ "misaligned", misaligned(k) },
		{ "reach", kernel_section(k, k->access, "reach") });
}

/* How many clusters a thread updates, unless it goes on to all that there are, and what they have in the table. */
static const char *
cluster_constants(const struct kernel *k, const struct variant *settled)
{
	return join_lines(k->arena, !tunable_applies(TUNABLE_columns_per_thread, settled) ? ""
		: EXPAND(k, k->common, "clusters_in_turn",
			{ "clusters", int_text(k->arena, tunable_of(TUNABLE_columns_per_thread, settled)) }),
		EXPAND(k, k->common, "cluster_slots", { "slots", int_text(k->arena, kernel_cluster_slots(k->cluster)) }));
}

/* The numbers of what a thread updates, where it is more than a point, then those of the table and the launch. */
const char *
launch_constants(const struct kernel *k)
{
	struct list list = { .text.arena = k->arena };
	const char *others = "";

	if (k->variant->access == ACCESS_temporal)
		return "";
	if (k->shape.points > 1 || k->cluster)
		list_add(&list, arena_printf(k->arena, "POINTS = %d", k->shape.points));
	if (k->shape.rows > 1 || k->cluster)
		list_add(&list, arena_printf(k->arena, "ROWS = %d", k->shape.rows));
	if (kernel_marches(k) || (!k->tile && k->shape.levels > 0))
		list_add(&list, arena_printf(k->arena, "LEVELS = %d", k->shape.levels));
	if (k->stretches && targets[k->variant->target].blocks) {
		struct variant settled = *k->variant;

		tunables_settle(k->plan, &settled);
		list_add(&list, arena_printf(k->arena, "LEVELS = %d", tunable_of(TUNABLE_levels_per_load, &settled)));
		if (k->cluster)
			others = cluster_constants(k, &settled);
		else if (tunable_applies(TUNABLE_columns_per_thread, &settled))
			list_add(&list, arena_printf(k->arena, "COLUMNS = %d",
				tunable_of(TUNABLE_columns_per_thread, &settled)));
		others = join_lines(k->arena, others, kernel_blocks(k));
	}
	return !list.text.length ? "" : join_lines(k->arena, EXPAND(k, k->common, k->cluster ? "cluster_constants" : "constants", { "constants", list_text(&list) }), others);
}

const char *
launch_upload(const struct kernel *k)
{
	return !storages[k->variant->storage].constant ? "" : EXPAND(k, k->file, "upload",
		{ "kernel", k->name },
		{ "suffix", target_suffix(k) },
		{ "error", kernel_section(k, k->target, "error") },
		{ "success", target_success(k) },
		{ "copy_table", kernel_section(k, k->target, "copy_table") });
}
