#include "generator/emit/mesh/mesh_sweeps.h"
#include "generator/emit/mesh/mesh_text.h"
#include "generator/emit/loads_ahead_text.h"
#include "generator/emit/providers.h"
#include "generator/emit/sweep_text.h"

static const char *
column(const struct kernel *k)
{
	return k->plan->names.neighbors[OWN_ELEMENT];
}

static bool
finds_columns(const struct plan *level)
{
	return level->neighbors->count > 1;
}

/* A level looks up the elements that it reads itself. */
static const char *
indices(const struct kernel *level)
{
	const struct lookups of_level = find_lookups(level->arena, level->plan);
	struct lookups lookups = *level->lookups;
	struct kernel own = *level;

	lookups.neighbors = of_level.neighbors;
	own.lookups = &lookups;
	return mesh_indices(&own);
}

static const char *
vectors(const struct kernel *level)
{
	(void)level;
	return "#pragma omp simd";
}

static const struct sweep_hooks hooks = {
	.column = column, .indices = indices, .finds_columns = finds_columns, .vectors = vectors,
};

static const struct provider rows[] = { { "statements", sweep_statements }, { "own_memory", shared_memory_text } };

const struct shape_kind mesh_sweep_kind = {
	.spelling = &mesh_spelling, .section = "kernel", .sweep = &hooks, .own = PROVIDERS(rows),
};
