#include "generator/emit/sparse/sparse_text.h"
#include "generator/emit/parameters.h"
#include "generator/text/wrap.h"

/* The tables of accesses trees and fused. The points of a tile, for one index in the other
 * dimensions, are a sparse grid of their own. */

bool
sparse_is_float(const struct kernel *k)
{
	return k->plan->stencil->fields->type == TYPE_FLOAT;
}

bool
sparse_has_tiles(const struct kernel *k)
{
	return k->variant->access == SPARSE_SWEEP_trees || k->variant->access == SPARSE_SWEEP_fused;
}

struct sparse_tiles
sparse_tiles_of(const struct kernel *k)
{
	struct sparse_tiles tiles = { 0 };

	if (sparse_has_tiles(k))
		sparse_tiles_make(k->variant->sparse, k->variant->access == SPARSE_SWEEP_fused,
			sparse_is_float(k) ? 4 : 8, &tiles);
	return tiles;
}

const char *
sparse_tilings_text(const struct kernel *k, const struct sparse_tiles *tiles)
{
	struct list list = { .text.arena = k->arena };

	for (int i = 0; i < tiles->tiling_count; i++)
		list_add(&list, arena_printf(k->arena, "{ %d, %d }", tiles->tilings[i].t,
			tiles->tilings[i].from));
	return list_text(&list);
}

/* The grid of a tile's own dimensions. It cannot be refused: it is smaller than the whole grid. */
static struct sparse_grid
own_grid(const struct kernel *k, const struct sparse_tiles *tiles)
{
	struct sparse_grid own;

	(void)sparse_grid_make(tiles->fused, k->variant->sparse->level, false, &own, NULL);
	return own;
}

static const char *
packed_levels(const struct kernel *k, const struct sparse_tiles *tiles, const int *l)
{
	unsigned packed = 0;

	for (int s = 0; s < tiles->fused; s++)
		packed |= (unsigned)l[s] << tiles->width*s;
	return arena_printf(k->arena, "0x%0*x", (tiles->fused*tiles->width + 3)/4, packed);
}

const char *
sparse_tile_vectors(const struct kernel *k, const struct sparse_tiles *tiles)
{
	const struct sparse_grid own = own_grid(k, tiles);
	struct list list = { .text.arena = k->arena };
	int l[SPARSE_DIMENSIONS], i[SPARSE_DIMENSIONS], n = 0;

	for (int place = 0; place < own.points; place += 1 << n) {
		n += place == own.group[n + 1];
		sparse_grid_point(&own, place, l, i);
		list_add(&list, packed_levels(k, tiles, l));
	}
	return list_text(&list);
}

/* The place of the point at edge/2^l[s] in dimension s; -1 on the boundary. */
static int
parent_place(const struct sparse_grid *own, const int *l, const int *i, int s, int edge)
{
	int levels[SPARSE_DIMENSIONS], indices[SPARSE_DIMENSIONS];

	if (edge == 0 || edge == 1 << l[s])
		return -1;
	for (int r = 0; r < own->dim; r++) {
		levels[r] = l[r];
		indices[r] = i[r];
	}
	for (levels[s]--; edge % 2 == 0; edge /= 2)
		levels[s]--;
	indices[s] = edge/2;
	return sparse_grid_place(own, levels, indices);
}

/* The parents of a point in each dimension, on its left or right. */
static const char *
parent_places(const struct kernel *k, const struct sparse_grid *own, int node, int side)
{
	int l[SPARSE_DIMENSIONS], i[SPARSE_DIMENSIONS];
	struct list list = { .text.arena = k->arena };

	sparse_grid_point(own, node, l, i);
	for (int s = 0; s < own->dim; s++)
		list_add(&list, int_text(k->arena, parent_place(own, l, i, s, i[s] + side)));
	return list_text(&list);
}

const char *
sparse_nodes(const struct kernel *k, const struct sparse_tiles *tiles)
{
	const struct sparse_grid own = own_grid(k, tiles);
	const char *text = "";

	for (int n = 0; n < tiles->small_depth; n++)
		for (int node = own.group[n]; node < own.group[n + 1]; node++)
			text = join_lines(k->arena, text, arena_printf(k->arena, "{ %d, %d, { %s }, { %s } },",
				tiles->blocks[n] + ((node - own.group[n]) >> n), (node - own.group[n]) & ((1 << n) - 1),
				parent_places(k, &own, node, 0), parent_places(k, &own, node, 1)));
	return text;
}

const char *
sparse_small_depths(const struct kernel *k, const struct sparse_tiles *tiles)
{
	const char *text = "";

	/* A tile of one level has nothing to update, but compilers warn of functions without a use. */
	for (int depth = tiles->small_depth > 1 ? 2 : 1; depth <= tiles->small_depth; depth++) {
		int at_once = 1;

		while (2*at_once*tiles->points[depth] <= tiles->points[tiles->small_depth])
			at_once *= 2;
		text = join_lines(k->arena, text, EXPAND(k, k->access, "small_depth",
			{ "depth", int_text(k->arena, depth) },
			{ "nodes", int_text(k->arena, tiles->points[depth]) },
			{ "at_once", int_text(k->arena, at_once) },
			{ "operands", kernel_operands(k) }));
	}
	return text;
}
