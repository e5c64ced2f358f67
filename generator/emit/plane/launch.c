#include "generator/emit/plane/launch.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/parameters.h"
#include "generator/emit/plane/columns.h"
#include "generator/emit/plane/ring_text.h"
#include "generator/emit/target.h"
#include "generator/text/wrap.h"

/* Columns or rows of the blocks of a launch: a thread's, times those of a block. */
static const char *
of_block(const struct kernel *k, int of_thread, const char *constant, const char *threads)
{
	return of_thread > 1 ? arena_printf(k->arena, "%s*%s", constant, threads) : threads;
}

const char *
launch_blocks(const struct kernel *k)
{
	if (template_has(k->access, "blocks"))
		return kernel_section(k, k->access, "blocks");
	return arena_printf(k->arena, "stencil_%s_blocks(grid, %s, %s)",
		storages[k->variant->storage].regular ? "regular" : "unstructured",
		of_block(k, k->shape.points, "POINTS", "block.x"), of_block(k, k->shape.rows, "ROWS", "block.y"));
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

static const char *
bytes_of(const struct kernel *k)
{
	if (bytes_at_launch(k, ""))
		return "shared";
	return template_has(k->access, "shared_bytes") ? kernel_section(k, k->access, "shared_bytes") : NULL;
}

static const char *
shared_bytes_of(const struct kernel *k)
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

/* Whether a launch of some levels reads higher ones than the halo has. */
bool
launch_reads_above_halo(const struct kernel *k)
{
	return targets[k->variant->target].blocks && k->variant->levels == LEVELS_OUTERMOST
		&& k->plan->reach.high[2] > k->plan->stencil->extents.high[2];
}

const char *
launch_reach(const struct kernel *k)
{
	return template_has(k->access, "reach") ? "reach" : launch_reads_above_halo(k) ? "reads" : "extents";
}

const struct extents *
launch_extents(const struct kernel *k)
{
	return launch_reads_above_halo(k) ? &k->plan->reach : &k->plan->stencil->extents;
}

/* What goes through columns takes all levels at once. */
const char *
launch_too_large(const struct kernel *k)
{
	return arena_printf(k->arena, "blocks.x == 0 || stencil_launch_levels(grid, &%s, grid->bottom) < %s", launch_reach(k),
		k->sweeps || plan_sums_columns(k->plan) ? "grid->top - grid->bottom" : "1");
}

bool
launch_has_points(const struct kernel *k)
{
	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		if (f->shape == SHAPE_POINT && k->plan->fields[f->index])
			return true;
	return false;
}

static const char *
start_of_levels(const struct kernel *k)
{
	return !launch_has_points(k) && !k->sweeps ? "" : k->variant->levels == LEVELS_INNERMOST ? "bottom" : "(ptrdiff_t)bottom*grid->stride";
}

const char *
launch_levels(const struct kernel *k, const char *threads, const char *arguments)
{
	const struct launch launch = {
		.kernel = k->name, .blocks = arena_printf(k->arena, "dim3(blocks.x, blocks.y, %s)", grid_z(k)), .threads = threads,
		.bytes = bytes_of(k),
		.arguments = EXPAND(k, k->file, "arguments_of_levels",
			{ "step", k->variant->levels == LEVELS_INNERMOST ? "grid->pitch" : "grid->stride" },
			{ "range", storages[k->variant->storage].regular ? "grid->width, grid->height," : "grid->end," },
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

const char *
launch_constants(const struct kernel *k)
{
	const struct { const char *name; int number, least; } constants[] = {
		{ "POINTS", k->shape.points, 2 }, { "ROWS", k->shape.rows, 2 }, { "LEVELS", k->shape.levels, 1 },
	};
	struct list list = { .text.arena = k->arena };

	for (size_t i = 0; i < sizeof constants/sizeof *constants; i++)
		if (constants[i].number >= constants[i].least)
			list_add(&list, arena_printf(k->arena, "%s = %d", constants[i].name, constants[i].number));
	return !list.text.length ? "" : kernel_constants(k, &(struct constants){ list_text(&list), "", 0, 0 });
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
