#include "generator/emit/plane/launch.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/plane/columns.h"
#include "generator/emit/wrap.h"

const char *
launch_columns(const struct kernel *k)
{
	const char *columns = kernel_section(k, k->storage, "columns");

	return k->shape.points < 2 ? columns : EXPAND(k, k->access, "thread_columns",
		{ "columns", columns }, { "points_per_thread", kernel_points(k) });
}

const char *
launch_rows(const struct kernel *k)
{
	const char *rows = kernel_section(k, k->storage, "rows");

	return k->shape.rows < 2 ? rows : EXPAND(k, k->access, "thread_rows",
		{ "rows", rows }, { "rows_per_thread", kernel_rows(k) });
}

const char *
launch_threads(const struct kernel *k)
{
	return EXPAND(k, k->access, kernel_marches(k) ? "marching_threads" : "threads",
		{ "levels_per_thread", kernel_levels(k) });
}

const char *
launch_reach(const struct kernel *k)
{
	return int_text(k->arena, 1 + k->plan->stencil->extents.high[2]);
}

const char *
launch_shared_memory(const struct kernel *k)
{
	if (!template_has(k->access, "shared_bytes"))
		return kernel_section(k, k->file, "no_shared_memory");
	return EXPAND(k, k->file, "shared_memory", { "bytes", EXPAND(k, k->access, "shared_bytes",
		{ "slots", int_text(k->arena, kernel_slots(k)) }) });
}

const char *
launch_refused_blocks(const struct kernel *k)
{
	return !template_has(k->access, "refused") ? "" : EXPAND(k, k->access, "refused",
		{ "lanes", int_text(k->arena, targets[k->variant->target].lanes) });
}

/* Vectors must lie where they can be loaded at once. */
static const char *
refused_vectors(const struct kernel *k)
{
	const char *fields = "";
	struct array *arrays;
	const int count = kernel_arrays(k, &arrays);

	for (int i = 0; i < count; i++)
		if (arrays[i].used)
			fields = join_lines(k->arena, fields, EXPAND(k, k->access, "refused_field",
				{ "field", arrays[i].name }, { "points_per_thread", kernel_points(k) }));
	return EXPAND(k, k->access, "refused_grid",
		{ "points_per_thread", kernel_points(k) },
		{ "fields", fields },
		{ "error", kernel_section(k, k->file, "invalid_grid") });
}

const char *
launch_refused_grids(const struct kernel *k)
{
	if (k->shape.points > 1)
		return refused_vectors(k);
	return template_has(k->layout, "refused_grid") ? EXPAND(k, k->layout, "refused_grid",
		{ "error", kernel_section(k, k->file, "invalid_grid") }) : "";
}

const char *
launch_upload(const struct kernel *k)
{
	return storages[k->variant->storage].constant
		? EXPAND(k, k->file, "upload", { "kernel", k->name }) : "";
}
