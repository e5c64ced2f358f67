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

/* Columns or rows of the blocks of a launch: a thread's, times those of a block. */
static const char *
of_block(const struct kernel *k, int of_thread, const char *constant, const char *threads)
{
	return of_thread > 1 ? arena_printf(k->arena, "%s*%s", constant, threads) : threads;
}

/* Blocks that update columns one after the other; or persistent ones. */
static const char *
blocks_of_columns(const struct kernel *k)
{
	const bool persistent = kernel_is_persistent(k);
	const char *blocks = arena_printf(k->arena, "stencil_%s_blocks(grid, %sblock.y, %s)",
		k->cluster ? "cluster" : "innermost", persistent ? "" : "COLUMNS*",
		kernel_has_vectors(k) ? "LEVELS*block.x, LEVELS" : "block.x, 1");

	return persistent ? arena_printf(k->arena, "stencil_at_most(BLOCKS, %s)", blocks) : blocks;
}

const char *
launch_blocks(const struct kernel *k)
{
	if (template_has(k->access, "blocks"))
		return kernel_section(k, k->access, "blocks");
	if (sums_blocks(k))
		return arena_printf(k->arena, "{ stencil_ceil_div(grid->width*grid->height, %d), 1 }", SUMMED_COLUMNS);
	if (kernel_takes_columns(k))
		return blocks_of_columns(k);
	return arena_printf(k->arena, "stencil_%s_blocks(grid, %s, %s)",
		storages[k->variant->storage].regular ? "regular" : "unstructured",
		of_block(k, k->shape.points, "POINTS", "block.x"), of_block(k, k->shape.rows, "ROWS", "block.y"));
}

const char *
launch_threads(const struct kernel *k)
{
	return sums_blocks(k) ? arena_printf(k->arena, "dim3(%d)", SUMMED_COLUMNS) : "dim3(block.x, block.y, block.z)";
}

/* Blocks with one thread in z: those of columns, and of accesses that say so. */
static bool
is_flat(const struct kernel *k)
{
	return k->plan->sweeps || k->stretches || accesses[k->variant->access].block == BLOCK_FLAT;
}

const char *
launch_grid_z(const struct kernel *k)
{
	const bool slices = kernel_has_slices(k);

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
	const char *refused = template_has(k->access, "refused_block")
		? EXPAND(k, k->access, "refused_block", { "lanes", int_text(k->arena, target->lanes) })
		: is_flat(k) ? "stencil_threads(block) == 0 || block.z != 1" : "stencil_threads(block) == 0";
	const char *bytes = bytes_at_launch(k, "grid->top - grid->bottom");

	return !bytes ? refused : arena_printf(k->arena, "%s\n    || %s > %d*1024", refused, bytes, target->shared_kb);
}

/* Vectors must lie where they can be loaded at once, and structs where levels begin. */
static const char *
misaligned(const struct kernel *k)
{
	const bool vectors = k->shape.points > 1 && k->tile, levels = kernel_has_vectors(k);
	struct text fields = { .arena = k->arena };
	struct array *arrays;
	const int count = kernel_arrays(k, &arrays);

	if (kernel_has_scalars(k))
		return !k->cluster ? "" : kernel_section(k, template_find(k->templates, "cuda/stretch"), "misaligned_row");
	if (!vectors && !levels)
		return template_has(k->layout, "misaligned") ? kernel_section(k, k->layout, "misaligned") : "";
	for (int i = 0; i < count; i++)
		if (arrays[i].used && (vectors || arrays[i].shape == SHAPE_POINT))
			lines_add(&fields, array_misaligned(k->arena, arrays[i].name, vectors ? "POINTS" : "LEVELS"));
	return vectors ? EXPAND(k, k->access, "misaligned", { "fields", text_of(&fields) })
		: EXPAND(k, template_find(k->templates, "cuda/stretch"), "misaligned",
			{ "fields", text_of(&fields) },
			{ "columns", macro_if(!k->cluster) },
			{ "clusters", macro_if(k->cluster) });
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
	const bool at_once = k->plan->sweeps || plan_sums_columns(k->plan);

	return kernel_takes_columns(k) && !at_once ? "blocks.x == 0"
		: arena_printf(k->arena, "blocks.x == 0 || stencil_launch_levels(grid, &%s, grid->bottom) < %s", launch_reach(k),
			at_once ? "grid->top - grid->bottom" : "1");
}

const char *
launch_checks(const struct kernel *k)
{
	return EXPAND(k, k->common, "checks",
		{ "extents", extents_text(k->arena, needed_halo(k->plan->stencil)) },
		{ "reads", reads_above_halo(k) ? extents_text(k->arena, launch_extents(k)) : "" },
		{ "least", kernel_least(k) },
		{ "check", k->cluster ? "stencil_check_clusters(grid, &extents, POINTS*ROWS, SLOTS)"
			: storages[k->variant->storage].regular ? "stencil_check_regular(grid, &extents)"
			: k->variant->levels == LEVELS_INNERMOST ? "stencil_check_innermost(grid, &extents)"
			: "stencil_check_unstructured(grid, &extents)" },
		{ "null_fields", launcher_null_fields(k) },
		{ "places", macro_if(k->plan->program && program_fills_halos(k->plan->program)
			&& !storages[k->variant->storage].regular) },
		{ "table", kernel_has_table(k) ? kernel_section(k, k->storage, "table_checks") : "" },
		{ "misaligned", misaligned(k) },
		{ "reach", kernel_section(k, k->access, "reach") });
}

const char *
launch_constants(const struct kernel *k)
{
	struct list list = { .text.arena = k->arena };
	struct constants constants = { "", "", 0, 0 };

	if (k->variant->access == ACCESS_temporal)
		return "";
	if (k->shape.points > 1 || k->cluster)
		list_add(&list, arena_printf(k->arena, "POINTS = %d", k->shape.points));
	if (k->shape.rows > 1 || k->cluster)
		list_add(&list, arena_printf(k->arena, "ROWS = %d", k->shape.rows));
	if (kernel_has_slices(k))
		list_add(&list, arena_printf(k->arena, "LEVELS = %d", k->shape.levels));
	if (k->vector) {
		struct variant settled = *k->variant;
		int columns;

		tunables_settle(k->plan, &settled);
		columns = tunable_applies(TUNABLE_columns_per_thread, &settled) ? tunable_of(TUNABLE_columns_per_thread, &settled) : 0;
		if (kernel_has_vectors(k))
			list_add(&list, arena_printf(k->arena, "LEVELS = %d", k->vector));
		if (k->cluster)
			constants = (struct constants){ "", "", columns, kernel_cluster_slots(k->cluster) };
		else if (columns)
			list_add(&list, arena_printf(k->arena, "COLUMNS = %d", columns));
	}
	*(k->cluster ? &constants.cluster : &constants.thread) = list_text(&list);
	return list.text.length ? kernel_constants(k, &constants) : "";
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
