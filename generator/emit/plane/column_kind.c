#include "generator/emit/plane/column_kind.h"
#include "generator/emit/parameters.h"
#include "generator/emit/plane/columns.h"
#include "generator/emit/plane/launch.h"
#include "generator/emit/plane/stretches.h"
#include "generator/emit/providers.h"
#include "generator/emit/statements.h"
#include "generator/emit/target.h"
#include "generator/plan/names.h"
#include "generator/text/wrap.h"

void
columns_find_vector(struct kernel *k)
{
	struct variant settled = *k->variant;

	tunables_settle(k->plan, &settled);
	k->vector = tunable_of(TUNABLE_levels_per_load, &settled);
}

static bool
prepare_columns(struct kernel *k)
{
	columns_find_vector(k);
	k->stretches = stretches_find(k, k->plan);
	return true;
}

/* What a thread does for a cluster; the kernel itself is what it does for a column in none. */
static bool
prepare_clusters(struct kernel *k)
{
	const struct tile_shape shape = variant_cluster(k->plan, k->variant);
	struct plan *plan = plan_tile(k->arena, k->plan, shape.points, shape.rows, COURSE_NONE);
	struct kernel *cluster = arena_new(k->arena, struct kernel);

	if (!plan) {
		error_at(k->source, k->plan->stencil->span,
			"a thread of '%s' would have too much to compute: take smaller clusters", k->name);
		return false;
	}
	plan_march_east(plan);
	name_plan(k->arena, plan);
	prepare_columns(k);
	k->shape.points = shape.points;
	k->shape.rows = shape.rows;
	*cluster = *k;
	cluster->plan = plan;
	cluster->stretches = stretches_march_east(stretches_find(k, plan));
	k->cluster = cluster;
	return true;
}

/* Elements in a line of a cache, which is as much as the widest vectors of CPUs hold. */
static const char *
line_text(const struct kernel *k)
{
	enum { LINE_BYTES = 64 };
	int widest = sizeof (float);

	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		if (f->type == TYPE_DOUBLE)
			widest = sizeof (double);
	return int_text(k->arena, LINE_BYTES/widest);
}

/* The call of what prefetch_function() defines. */
static const char *
ahead_text(const struct kernel *k)
{
	return !*kernel_corners(k) ? "" : EXPAND(k, k->access, "ahead",
		{ "kernel", k->name },
		{ "alone", macro_if(!k->ending) },
		{ "of_several", macro_if(k->ending) },
		{ "operands", kernel_section(k, k->storage, "operands") },
		{ "fields", kernel_corner_fields(k, false) });
}

/* What a CPU loads into its cache before a loop comes to it: the columns at the corners of what is read. */
static const char *
prefetch_function(const struct kernel *k)
{
	return !template_has(k->access, "prefetch") || !*kernel_corners(k) ? "" : EXPAND(k, k->access, "prefetch",
		{ "kernel", k->name },
		{ "alone", macro_if(!k->ending) },
		{ "of_several", macro_if(k->ending) },
		{ "parameters", kernel_table_parameters(k) },
		{ "fields", kernel_corner_fields(k, true) },
		{ "indices", kernel_corner_indices(k) },
		{ "corners", kernel_corners(k) },
		{ "line", line_text(k) });
}

/* Persistent blocks prefetch rows of the table for their next column. */
static const char *
next_row(const struct kernel *k)
{
	return k->cluster || !kernel_is_persistent(k) || !kernel_has_table(k) ? ""
		: storages[k->variant->storage].compressed ? "pattern[c + stride]" : "table[(c + stride)*RELATIONS]";
}

static const char *
column_work(const struct kernel *k)
{
	return EXPAND(k, k->access, "column_work",
		{ "vector", macro_vector(k) },
		{ "scalar", macro_scalar(k) },
		{ "indices", kernel_indices(k) },
		{ "stretches", kernel_stretches(k) },
		{ "statements", statements_text(k, LINE_WIDTH) },
		{ "results", kernel_results(k) },
		{ "next", next_row(k) });
}

static const char *
cluster_work(const struct kernel *k)
{
	const bool shared = storages[k->variant->storage].compressed, persistent = kernel_is_persistent(k);

	return EXPAND(k, k->access, "cluster_work",
		{ "vector", macro_vector(k) },
		{ "scalar", macro_scalar(k) },
		{ "own_rows", macro_if(!shared) },
		{ "shared_rows", macro_if(shared) },
		{ "next_row", macro_if(persistent && !shared) },
		{ "next_place", macro_if(persistent && shared) },
		{ "cluster_columns", kernel_cluster_columns(k->cluster) },
		{ "cluster_stretches", kernel_stretches(k->cluster) },
		{ "cluster_statements", statements_text(k->cluster, LINE_WIDTH) },
		{ "cluster_results", kernel_results(k->cluster) });
}

/* How a kernel comes from column to column, or cluster to cluster, and what it does there. */
static const char *
walk_text(const struct kernel *k)
{
	return EXPAND(k, k->access, kernel_is_persistent(k) ? "walk_of_blocks" : "walk",
		{ "column_work", column_work(k) },
		{ "cluster_work", k->cluster ? cluster_work(k) : "" });
}

static const struct template *
stretch_template(const struct kernel *k)
{
	return template_find(k->templates, "cuda/stretch");
}

static const char *
preamble(const struct kernel *k)
{
	const char *prefetch = !k->stretches || !kernel_is_persistent(k) || !(k->cluster || kernel_has_table(k)) ? ""
		: kernel_section(k, stretch_template(k), "ask_function");

	return join_paragraphs(k->arena, prefetch, kernel_section(k, k->access, "preamble"));
}

/* Clusters have rows of their own in the table, or share rows where columns do. */
static const char *own_rows(const struct kernel *k) { return macro_if(!storages[k->variant->storage].compressed); }
static const char *shared_rows(const struct kernel *k) { return macro_if(storages[k->variant->storage].compressed); }

static const char *sweep(const struct kernel *k) { return launch_sweep(k, "column_sweep", kernel_table_arguments(k)); }

/* Blocks that update columns or clusters one after the other; or persistent ones. */
static const char *
blocks_of(const struct kernel *k, const char *what)
{
	const bool persistent = kernel_is_persistent(k);
	const char *blocks = arena_printf(k->arena, "stencil_%s_blocks(grid, %sblock.y, %s)", what, persistent ? "" : "COLUMNS*",
		kernel_has_vectors(k) ? "LEVELS*block.x, LEVELS" : "block.x, 1");

	return persistent ? arena_printf(k->arena, "stencil_at_most(BLOCKS, %s)", blocks) : blocks;
}

static const char *blocks_of_columns(const struct kernel *k) { return blocks_of(k, "innermost"); }
static const char *blocks_of_clusters(const struct kernel *k) { return blocks_of(k, "cluster"); }

static const char *too_large(const struct kernel *k) { return (void)k, "blocks.x == 0"; }

static const char *
launch_of(const struct kernel *k, const char *columns)
{
	const struct launch launch = {
		.kernel = k->name, .blocks = "dim3(blocks.x, blocks.y)", .threads = "dim3(block.x, block.y)",
		.arguments = EXPAND(k, k->file, "arguments_of_columns",
			{ "columns", columns },
			{ "storage_arguments", kernel_table_arguments(k) },
			{ "operands", kernel_operands(k) }),
	};

	return EXPAND(k, k->file, "launch_columns",
		{ "configuration", target_configuration(k, &launch) },
		{ "launch", target_launch(k, &launch, "return") });
}

static const char *
launch_of_columns(const struct kernel *k)
{
	return launch_of(k, "grid->first, grid->end,");
}

static const char *
launch_of_clusters(const struct kernel *k)
{
	return launch_of(k, "grid->clusters, grid->cluster, grid->singles, grid->single,");
}

const char *
columns_constants(const struct kernel *k)
{
	struct variant settled = *k->variant;
	struct list list = { .text.arena = k->arena };
	int columns;

	tunables_settle(k->plan, &settled);
	columns = k->vector && tunable_applies(TUNABLE_columns_per_thread, &settled) ? tunable_of(TUNABLE_columns_per_thread, &settled) : 0;
	if (k->cluster)
		list_add(&list, arena_printf(k->arena, "POINTS = %d, ROWS = %d", k->shape.points, k->shape.rows));
	if (kernel_has_vectors(k))
		list_add(&list, arena_printf(k->arena, "LEVELS = %d", k->vector));
	if (k->cluster)
		return kernel_constants(k, &(struct constants){ "", list_text(&list), columns, kernel_cluster_slots(k->cluster) });
	if (columns)
		list_add(&list, arena_printf(k->arena, "COLUMNS = %d", columns));
	return !list.text.length ? "" : kernel_constants(k, &(struct constants){ list_text(&list), "", 0, 0 });
}

static const char *
check_of_clusters(const struct kernel *k)
{
	(void)k;
	return "stencil_check_clusters(grid, &extents, POINTS*ROWS, SLOTS)";
}

/* Vectors must lie where they can be loaded at once. */
const char *
columns_misaligned(const struct kernel *k)
{
	if (kernel_has_scalars(k))
		return !k->cluster ? "" : kernel_section(k, stretch_template(k), "misaligned_row");
	return !kernel_has_vectors(k) ? kernel_section(k, k->layout, "misaligned") : EXPAND(k, stretch_template(k), "misaligned",
		{ "fields", misaligned_arrays(k, "LEVELS", false) },
		{ "columns", macro_if(!k->cluster) },
		{ "clusters", macro_if(k->cluster) });
}

static const struct provider of_columns[] = {
	{ "walk", walk_text },
	{ "stretches", kernel_stretches },
	{ "results", kernel_results },
	{ "line", line_text },
	{ "ahead", ahead_text },
	{ "preamble", preamble },
	{ "sweep", sweep },
	{ "blocks", blocks_of_columns },
	{ "too_large", too_large },
	{ "launch", launch_of_columns },
	{ "constants", columns_constants },
	{ "misaligned", columns_misaligned },
};

static const struct provider of_clusters[] = {
	{ "own_rows", own_rows },
	{ "shared_rows", shared_rows },
	{ "blocks", blocks_of_clusters },
	{ "launch", launch_of_clusters },
	{ "check", check_of_clusters },
};

static const struct providers columns = { ROWS_OF(of_columns) };
static const struct providers clusters = { ROWS_OF(of_clusters), .further = &columns };

const struct shape_kind column_kind = {
	.prepare = prepare_columns, .spelling = &stretch_spelling, .section = "kernel", .callees = prefetch_function, .own = &columns,
	.columns = true,
};
const struct shape_kind cluster_kind = {
	.prepare = prepare_clusters, .spelling = &stretch_spelling, .section = "kernel", .callees = prefetch_function, .own = &clusters,
	.columns = true,
};
