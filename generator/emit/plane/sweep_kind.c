#include "generator/emit/plane/plane_kinds.h"
#include "generator/emit/plane/columns.h"
#include "generator/emit/plane/plane_macros.h"
#include "generator/emit/loads_ahead_text.h"
#include "generator/emit/plane/sweep_vectors.h"
#include "generator/emit/providers.h"
#include "generator/emit/sweep_text.h"

static const char *
column(const struct kernel *k)
{
	(void)k;
	return "c";
}

static bool
finds_columns(const struct plan *level)
{
	return level->column_count > 1;
}

static const struct sweep_hooks hooks = {
	.column = column, .indices = kernel_indices, .finds_columns = finds_columns, .vectors = kernel_vectors,
	.vectors_of_levels = vectors_text,
};

static bool
prepare(struct kernel *k)
{
	columns_find_vector(k);
	return true;
}

static const char *sweep(const struct kernel *k) { return launch_sweep(k, "whole_columns", kernel_table_arguments(k)); }

static const struct provider rows[] = {
	{ "statements", sweep_statements },
	{ "own_memory", shared_memory_text },
	{ "sweep", sweep },
	{ "misaligned", columns_misaligned },
};

const struct shape_kind sweep_kind = {
	.prepare = prepare, .spelling = &plane_spelling, .section = "kernel", .sweep = &hooks, .own = PROVIDERS(rows),
};
