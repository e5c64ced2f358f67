#include "generator/emit/plane/plane_kinds.h"
#include "generator/emit/plane/columns.h"
#include "generator/emit/plane/plane_macros.h"
#include "generator/emit/circular_buffer_text.h"
#include "generator/emit/plane/sweep_vectors.h"
#include "generator/emit/providers.h"
#include "generator/emit/sweep_text.h"
#include "generator/text/wrap.h"

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

static const char *
buffered_level(const struct kernel *k, const struct plan *plan, bool last, const char *statements)
{
	return join_lines(k->arena, join_paragraphs(k->arena, buffer_arrival(k, plan, last), statements), last ? "" : buffer_moves(k));
}

/* The first level of a circular buffer finds values in variables. */
static const char *
buffered_sweep(const struct kernel *k, const char *variables, bool up, const char *statements)
{
	const char *start = buffer_start(k);

	return buffer_sweep(k, variables, !*start ? "" : sweep_level(k, up ? "0" : "depth - 1", (struct starts){ .base = true }, start),
		statements);
}

static const struct sweep_hooks hooks = {
	.column = column, .indices = kernel_indices, .finds_columns = finds_columns, .vectors = kernel_vectors,
	.vectors_of_levels = vectors_text, .buffer = buffer_find, .buffer_variable = buffer_variable, .buffered_level = buffered_level,
	.buffered_sweep = buffered_sweep,
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
