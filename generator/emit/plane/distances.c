#include "generator/emit/plane/distances.h"
#include "generator/text/wrap.h"

#include <string.h>

/* How far it is from the edge of the points that a kernel updates, which may lie beyond the domain. */
static int
cells_beyond(const struct kernel *kernel, enum side side)
{
	return extents_at(&kernel->plan->stencil->widening, side);
}

/* In the plane: threads know the number of their column and row, a CPU that of its row in the domain. */
static const char *
distance_in_plane(const struct kernel *kernel, enum side side, struct offset at)
{
	const bool threads = targets[kernel->variant->target].blocks, along_x = side_axis(side) == 0;
	const int away = -side_cells(side, at) - cells_beyond(kernel, side);
	const char *number = !along_x ? "j" : threads ? "i" : "c";
	const char *end = index_add(kernel->arena, !along_x ? "height" : threads ? "width" : "end", away - 1, NULL);
	const char *outside = threads || along_x ? arena_printf(kernel->arena, "%s + ", side_names[side]) : "";

	if (side == SIDE_EAST || side == SIDE_SOUTH)
		return arena_printf(kernel->arena, "%s%s - %s", outside, end, number);
	return index_add(kernel->arena, arena_printf(kernel->arena, "%s%s%s", outside, number, threads || !along_x ? "" : " - first"),
		away, NULL);
}

static const char *
distance_in_column(const struct kernel *kernel, enum side side, int z)
{
	struct arena *arena = kernel->arena;
	const bool own = kernel->kind->columns;
	const char *level = kernel_level(kernel, z), *distance;

	if (side == SIDE_BELOW)
		distance = arena_printf(arena, "%s - %s", level, own ? "bottom" : "first_level");
	else
		distance = arena_printf(arena, strchr(level, ' ') ? "%s - (%s)" : "%s - %s", own ? "top - 1" : "last_level", level);
	return !own ? distance : index_add(arena, distance, -cells_beyond(kernel, side), NULL);
}

const char *
plane_distance(const struct kernel *kernel, const struct site *site, enum side side)
{
	return side_axis(side) == 2 ? distance_in_column(kernel, side, site->at.z)
		: distance_in_plane(kernel, side, site->at);
}

void
distances_find_needs(struct kernel *kernel)
{
	const bool *sides = kernel->plan->sides;
	const bool has_levels = kernel->kind->columns;

	kernel->needs.bottom |= (sides[SIDE_BELOW] || sides[SIDE_ABOVE]) && kernel_level_has_bottom(kernel);
	kernel->needs.first_level = sides[SIDE_BELOW] && !has_levels;
	kernel->needs.last_level = sides[SIDE_ABOVE] && !has_levels;
	for (enum side s = SIDE_WEST; s <= SIDE_SOUTH; s++)
		kernel->needs.sides[s] = sides[s] && (side_axis(s) == 0 || targets[kernel->variant->target].blocks);
	if (targets[kernel->variant->target].blocks)
		return;
	kernel->needs.row = sides[SIDE_NORTH] || sides[SIDE_SOUTH];
	kernel->needs.height = sides[SIDE_SOUTH];
}
