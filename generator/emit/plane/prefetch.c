#include "generator/emit/plane/prefetch.h"
#include "generator/emit/plane/columns.h"
#include "generator/emit/plane/stretches.h"
#include "generator/emit/statements.h"
#include "generator/text/wrap.h"

const char *
kernel_line(const struct kernel *k)
{
	enum { LINE_BYTES = 64 };
	int widest = sizeof (float);

	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		if (f->type == TYPE_DOUBLE)
			widest = sizeof (double);
	return int_text(k->arena, LINE_BYTES/widest);
}

/* Of several kernels in a file each has one of its own. */
static const char *
function_name(const struct kernel *k)
{
	return k->ending ? EXPAND(k, k->access, "own_prefetch_name", { "kernel", k->name })
		: kernel_section(k, k->access, "prefetch_name");
}

const char *
kernel_ahead(const struct kernel *k)
{
	return !*kernel_corners(k) ? "" : EXPAND(k, k->access, "ahead",
		{ "prefetch", function_name(k) },
		{ "operands", kernel_section(k, k->storage, "operands") },
		{ "fields", kernel_corner_fields(k, "corner_argument") });
}

const char *
kernel_prefetch(const struct kernel *k)
{
	return !template_has(k->access, "prefetch") || !*kernel_corners(k) ? "" : EXPAND(k, k->access, "prefetch",
		{ "prefetch", function_name(k) },
		{ "parameters", kernel_table_parameters(k) },
		{ "fields", kernel_corner_fields(k, "corner_field") },
		{ "indices", kernel_corner_indices(k) },
		{ "corners", kernel_corners(k) },
		{ "line", kernel_line(k) });
}

/* The name of a section, another one where columns or clusters share rows of the table. */
static const char *
section_of_rows(const struct kernel *k, const char *own, const char *shared)
{
	return storages[k->variant->storage].compressed ? shared : own;
}

/* Whether blocks go on to further columns, and ask for rows of theirs before. */
static bool
goes_on(const struct kernel *k)
{
	return tunable_of(TUNABLE_blocks_per_launch, k->variant) > 0;
}

static const char *
ask_for_rows(const struct kernel *k)
{
	if (!goes_on(k))
		return "";
	if (k->cluster)
		return kernel_section(k, k->access, section_of_rows(k, "ask", "pattern_ask"));
	return !kernel_has_table(k) ? "" : EXPAND(k, k->access, "ask", { "next", kernel_section(k, k->access,
		section_of_rows(k, "next_row", "next_pattern")) });
}

/* Beside clusters a single column asks for nothing. */
static const char *
column_work(const struct kernel *k)
{
	const struct macro work[] = {
		{ "indices", kernel_indices(k) },
		{ "stretches", kernel_stretches(k) },
		{ "statements", statements_text(k, LINE_WIDTH) },
		{ "results", kernel_results(k) },
		{ "ask", k->cluster ? "" : ask_for_rows(k) },
	};
	const int count = sizeof work/sizeof *work;

	return template_expand_all(k->arena, k->access, "column_work", work, k->cluster ? count - 1 : count);
}

static const char *
cluster_work(const struct kernel *k)
{
	const struct macro work[] = {
		{ "cluster_row", kernel_section(k, k->access, section_of_rows(k, "row", "pattern_row")) },
		{ "cluster_columns", kernel_cluster_columns(k->cluster) },
		{ "cluster_stretches", kernel_stretches(k->cluster) },
		{ "cluster_statements", statements_text(k->cluster, LINE_WIDTH) },
		{ "cluster_results", kernel_results(k->cluster) },
		{ "ask", ask_for_rows(k) },
	};

	return template_expand_all(k->arena, k->access, "cluster_work", work, sizeof work/sizeof *work);
}

const char *
kernel_walk(const struct kernel *k)
{
	return EXPAND(k, k->access, goes_on(k) ? "walk_of_blocks" : "walk",
		{ "column_work", column_work(k) },
		{ "cluster_work", k->cluster ? cluster_work(k) : "" });
}

const char *
walk_function(const struct kernel *k)
{
	return !k->stretches || !goes_on(k) || !(k->cluster || kernel_has_table(k)) ? ""
		: kernel_section(k, template_find(k->templates, "cuda/stretch"), "ask_function");
}
