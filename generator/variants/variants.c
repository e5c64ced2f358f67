#include "generator/variants/variants.h"
#include "generator/grids/sparse_grid.h"

const struct storage_info storages[STORAGE_COUNT] = {
#define STORAGE(name, template, regular, table, compressed, constant) \
	{ #name, #template, regular, table, compressed, constant },
#define ACCESS(name, ...)
#define LAYOUT(name, ...)
#define TARGET(name, ...)
#include "generator/variants/variants.def"
};

const struct access_info accesses[ACCESS_COUNT] = {
#define STORAGE(name, ...)
#define ACCESS(name, template, targets, regular, unstructured, innermost, shares, block, tile, anew) \
	{ #name, #template, targets, regular, unstructured, innermost, shares, block, tile, anew },
#define LAYOUT(name, ...)
#define TARGET(name, ...)
#include "generator/variants/variants.def"
};

const struct layout_info layouts[LAYOUT_COUNT] = {
#define STORAGE(name, ...)
#define ACCESS(name, ...)
#define LAYOUT(name, form, points, outputs) { #name, #form, points, outputs },
#define TARGET(name, ...)
#include "generator/variants/variants.def"
};

const struct target_info targets[TARGET_COUNT] = {
#define STORAGE(name, ...)
#define ACCESS(name, ...)
#define LAYOUT(name, ...)
#define TARGET(name, ending, folder, lanes, shared_kb, blocks, constant, suffix) \
	{ #name, ending, #folder, lanes, shared_kb, blocks, constant, suffix, \
	"whole warps are needed: x*y*z a multiple of " #lanes \
	", and x*y a multiple or a divisor of " #lanes },
#include "generator/variants/variants.def"
};

const char *const levels_names[LEVELS_COUNT] = { "outermost", "innermost" };

enum processor
target_processor(enum target target)
{
	return targets[target].blocks ? PROCESSOR_GPU : PROCESSOR_CPU;
}

bool
variant_has_tile(const struct variant *variant)
{
	return accesses[variant->access].tile != TILE_NONE && !variant_has_clusters(variant);
}

bool
variant_has_clusters(const struct variant *variant)
{
	return accesses[variant->access].tile == TILE_CLUSTER;
}

bool
variant_has_cluster_slices(const struct variant *variant)
{
	return variant_has_clusters(variant) && variant->levels == LEVELS_OUTERMOST;
}

const char *
variant_template(struct arena *arena, const struct variant *variant)
{
	const struct access_info *access = &accesses[variant->access];

	return arena_printf(arena, "%s%s", access->template,
		variant->levels == LEVELS_INNERMOST && access->unstructured && access->innermost ? "_innermost" : "");
}

bool
layout_in_struct(enum layout layout, const struct field *field)
{
	return layouts[layout].points && field->shape == SHAPE_POINT
		&& (field->role == ROLE_IN || layouts[layout].outputs);
}

int
layout_arrays(const struct stencil *stencil, enum layout layout, int *array)
{
	int count = 0;

	for (int out = 0; out < 2; out++) {
		bool found = false;

		for (const struct field *f = stencil->fields; f; f = f->next)
			if (layout_in_struct(layout, f) && (f->role != ROLE_IN) == out) {
				array[f->index] = count;
				found = true;
			}
		count += found;
	}
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (!layout_in_struct(layout, f))
			array[f->index] = count++;
	return count;
}

const char *
size_suffix(struct arena *arena, const struct variant *variant)
{
	const struct sparse_grid *grid = variant->sparse;

	return !grid ? "" : arena_printf(arena, "_d%d_l%d%s", grid->dim, grid->level, grid->padded ? "_pad" : "");
}

const char *
fields_suffix(struct arena *arena, const struct variant *variant)
{
	return arena_printf(arena, "%s%s%s", layouts[variant->layout].points ? "_" : "",
		layouts[variant->layout].points ? layouts[variant->layout].name : "",
		variant->levels == LEVELS_INNERMOST ? "_innermost" : "");
}
