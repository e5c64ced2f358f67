#include "generator/emit/sparse/sparse_text.h"

const struct template *
sparse_template(const struct kernel *k, const char *name)
{
	return template_find(k->templates, arena_printf(k->arena, "sparse/%s/%s",
		targets[k->variant->target].name, name));
}

const struct template *
sparse_tile_library(const struct kernel *k)
{
	return sparse_template(k, "tile_library");
}

const char *
sparse_launch(const struct kernel *k)
{
	return arena_printf(k->arena, "launch_%s",
		sparse_accesses[k->variant->access].launches[k->variant->target]);
}

bool
sparse_has_upload(const struct kernel *k)
{
	return sparse_accesses[k->variant->access].parents == PARENTS_TABLE;
}

/* Warps of the largest group from which on they hide latency without unrolling: an H200 holds 8448. Measured there,
 * inv4, compact: 10:10 (48620 warps) takes 3822 us unrolled and 1190 as a loop, 15:7 612 and 599; 5:15
 * (3060 warps) 3139 and 4479. With padding 10:10 takes 1096 unrolled. */
enum { MANY_WARPS = 8192 };

bool
sparse_stays_rolled(const struct kernel *k)
{
	const struct sparse_grid *grid = k->variant->sparse;

	return sparse_has_upload(k) && !grid->padded
		&& grid->vectors[grid->dim - 1][grid->level - 1] >= MANY_WARPS;
}
