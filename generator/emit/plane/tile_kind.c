#include "generator/emit/parameters.h"
#include "generator/emit/providers.h"
#include "generator/emit/plane/tile_text.h"

struct tile_shape
tile_shape_of(const struct plan *plan, const struct variant *variant)
{
	struct tile_shape shape = variant_tile(plan, variant);

	shape.levels = tile_marches(variant, &shape) ? shape.levels : 0;
	return shape;
}

bool
tile_prepare(struct kernel *k)
{
	k->tile = tile_create(k->arena, k->plan, k->variant);
	if (!k->tile) {
		error_at(k->source, k->plan->stencil->span,
			"a thread of '%s' would have too much to compute: use fewer rows or points per thread",
			k->name);
		return false;
	}
	k->shape = tile_shape_of(k->plan, k->variant);
	k->plan = k->tile->plan;
	return true;
}

static bool
prepare(struct kernel *k)
{
	if (!tile_prepare(k))
		return false;
	tile_find_guards(k);
	return true;
}

/* Vectors must lie where they can be loaded at once. */
static const char *
misaligned(const struct kernel *k)
{
	return k->shape.points == 1 ? kernel_section(k, k->layout, "misaligned")
		: EXPAND(k, tile_template(k), "misaligned", { "fields", misaligned_arrays(k, "POINTS", true) });
}

static const struct provider rows[] = {
	{ "thread_point", tile_thread_point },
	{ "guards", tile_guards },
	{ "register_tiles", tile_register_tiles },
	{ "outputs", tile_outputs },
	{ "carried", tile_carried_register_tiles },
	{ "prologue", tile_prologue },
	{ "reads", tile_loads },
	{ "writes", tile_stores },
	{ "carries", tile_carries },
	{ "misaligned", misaligned },
};

const struct providers tile_providers = { ROWS_OF(rows) };

const struct shape_kind tile_kind = {
	.prepare = prepare, .spelling = &tile_spelling, .section = "kernel", .own = &tile_providers,
};
const struct shape_kind marching_tile_kind = {
	.prepare = prepare, .spelling = &tile_spelling, .section = "marching_kernel", .own = &tile_providers,
};
