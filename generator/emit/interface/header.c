#include "generator/emit/interface/header.h"
#include "generator/grids/sparse_grid.h"
#include "generator/variants/mesh_variants.h"

#include <string.h>

const char *
header_grid_suffix(struct arena *arena, const struct variant *variant)
{
	return variant->family != GRID_sparse ? "" : arena_printf(arena, "_d%d_l%d%s", variant->sparse->dim,
		variant->sparse->level, variant->sparse->padded ? "_pad" : "");
}

const char *
header_types_suffix(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	const bool direct = variant->family == GRID_mesh && variant->mesh_storage == MESH_DIRECT;

	return arena_printf(arena, "%s%s%s%s", direct ? "_direct" : "", fields_suffix(arena, variant),
		variant->precision == TYPE_FLOAT ? "_float" : "", plan->suffix ? plan->suffix : "");
}

const char *
header_suffix(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	return arena_printf(arena, "%s%s%s", header_grid_suffix(arena, variant), header_types_suffix(arena, plan, variant),
		targets[variant->target].suffix);
}

const char *
header_name(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	return arena_printf(arena, "%s%s.h", plan->stencil->name, header_suffix(arena, plan, variant));
}

bool
headers_match(struct arena *arena, const struct plan *plan, const struct variant *a, const struct variant *b)
{
	return !strcmp(header_suffix(arena, plan, a), header_suffix(arena, plan, b));
}
