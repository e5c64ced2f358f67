#include "generator/emit/kernel.h"
#include "generator/emit/tile/tile.h"

static const char *
number(struct kernel *k, int n)
{
	return arena_printf(k->arena, "%d", n);
}

const char *
levels_per_thread(struct kernel *k)
{
	return number(k, k->tile ? k->tile->shape.levels
		: tunable_of(TUNABLE_levels_per_thread, k->variant));
}

const char *
rows_per_thread(struct kernel *k)
{
	return number(k, k->tile ? k->tile->shape.rows : 1);
}

const char *
points_per_thread(struct kernel *k)
{
	return number(k, k->tile ? k->tile->shape.points : 1);
}

bool
kernel_marches(const struct kernel *k)
{
	return k->tile && k->tile->shape.levels > 1;
}

const char *
launch_uniforms(struct kernel *k)
{
	const struct offset here = { 0, 0, 0 };
	const struct plan *plan = k->plan;
	const char *text = "";

	for (const struct temp *t = plan->stencil->temps; t; t = t->next)
		if (plan->uniforms[t->index])
			text = join_lines(k->arena, text, wrap(k->arena, EXPAND(k, k->common, "uniform",
				{ "type", type_name(t->type) },
				{ "name", plan->uniform_names[t->index] },
				{ "value", c_expr(k, here, t->stmt->u.assign.value) }), LINE_WIDTH, 4));
	return text;
}

const char *
launch_columns(struct kernel *k)
{
	const char *columns = kernel_section(k, k->storage, "columns");

	return !k->tile || k->tile->shape.points < 2 ? columns : EXPAND(k, k->access, "thread_columns",
		{ "columns", columns }, { "points_per_thread", points_per_thread(k) });
}

const char *
launch_rows(struct kernel *k)
{
	const char *rows = kernel_section(k, k->storage, "rows");

	return !k->tile || k->tile->shape.rows < 2 ? rows : EXPAND(k, k->access, "thread_rows",
		{ "rows", rows }, { "rows_per_thread", rows_per_thread(k) });
}

const char *
launch_threads(struct kernel *k)
{
	return EXPAND(k, k->access, kernel_marches(k) ? "marching_threads" : "threads",
		{ "levels_per_thread", levels_per_thread(k) });
}

const char *
launch_reach(struct kernel *k)
{
	return number(k, 1 + k->plan->stencil->extents.high[2]);
}

const char *
launch_shared_memory(struct kernel *k)
{
	if (!template_has(k->access, "shared_bytes"))
		return kernel_section(k, k->file, "no_shared_memory");
	return EXPAND(k, k->file, "shared_memory", { "bytes", EXPAND(k, k->access, "shared_bytes",
		{ "slots", number(k, kernel_slots(k)) }) });
}

const char *
launch_refused_blocks(struct kernel *k)
{
	return !template_has(k->access, "refused") ? "" : EXPAND(k, k->access, "refused",
		{ "lanes", number(k, targets[k->variant->target].lanes) });
}

/* Vectors must lie where they can be loaded at once. */
static const char *
refused_vectors(struct kernel *k)
{
	const char *fields = "";
	struct array *arrays;
	const int count = kernel_arrays(k, &arrays);

	for (int i = 0; i < count; i++)
		if (arrays[i].used)
			fields = join_lines(k->arena, fields, EXPAND(k, k->access, "refused_field",
				{ "field", arrays[i].name }, { "points_per_thread", points_per_thread(k) }));
	return EXPAND(k, k->access, "refused_grid",
		{ "points_per_thread", points_per_thread(k) },
		{ "fields", fields },
		{ "error", kernel_section(k, k->file, "invalid_grid") });
}

const char *
launch_refused_grids(struct kernel *k)
{
	if (k->tile && k->tile->shape.points > 1)
		return refused_vectors(k);
	return template_has(k->layout, "refused_grid") ? EXPAND(k, k->layout, "refused_grid",
		{ "error", kernel_section(k, k->file, "invalid_grid") }) : "";
}

const char *
launch_upload(struct kernel *k)
{
	return storages[k->variant->storage].constant
		? EXPAND(k, k->file, "upload", { "kernel", k->name }) : "";
}
