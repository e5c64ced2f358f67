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

const char *
kernel_ahead(const struct kernel *k)
{
	return !*kernel_corners(k) ? "" : EXPAND(k, k->access, "ahead",
		{ "kernel", k->name },
		{ "alone", macro_if(!k->ending) },
		{ "of_several", macro_if(k->ending) },
		{ "operands", kernel_section(k, k->storage, "operands") },
		{ "fields", kernel_corner_fields(k, false) });
}

const char *
kernel_prefetch(const struct kernel *k)
{
	return !template_has(k->access, "prefetch") || !*kernel_corners(k) ? "" : EXPAND(k, k->access, "prefetch",
		{ "kernel", k->name },
		{ "alone", macro_if(!k->ending) },
		{ "of_several", macro_if(k->ending) },
		{ "parameters", kernel_table_parameters(k) },
		{ "fields", kernel_corner_fields(k, true) },
		{ "indices", kernel_corner_indices(k) },
		{ "corners", kernel_corners(k) },
		{ "line", kernel_line(k) });
}

/* Where the next column's row of the table begins. */
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
	const bool shared = storages[k->variant->storage].compressed;

	return EXPAND(k, k->access, "cluster_work",
		{ "vector", macro_vector(k) },
		{ "scalar", macro_scalar(k) },
		{ "own_rows", macro_if(!shared) },
		{ "shared_rows", macro_if(shared) },
		{ "next_row", macro_if(kernel_is_persistent(k) && !shared) },
		{ "next_place", macro_if(kernel_is_persistent(k) && shared) },
		{ "cluster_columns", kernel_cluster_columns(k->cluster) },
		{ "cluster_stretches", kernel_stretches(k->cluster) },
		{ "cluster_statements", statements_text(k->cluster, LINE_WIDTH) },
		{ "cluster_results", kernel_results(k->cluster) });
}

const char *
kernel_walk(const struct kernel *k)
{
	return EXPAND(k, k->access, kernel_is_persistent(k) ? "walk_of_blocks" : "walk",
		{ "column_work", column_work(k) },
		{ "cluster_work", k->cluster ? cluster_work(k) : "" });
}

const char *
walk_function(const struct kernel *k)
{
	return !k->stretches || !kernel_is_persistent(k) || !(k->cluster || kernel_has_table(k)) ? ""
		: kernel_section(k, template_find(k->templates, "cuda/stretch"), "ask_function");
}
