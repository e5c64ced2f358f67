#include "generator/emit/plane/distances.h"
#include "generator/text/wrap.h"

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
	static const char *const of_threads[] = { "west", "east", "north", "south" };
	static const char *const in_rows[] = { "west_in_row", "east_in_row", "row_of_domain", "south_of_row" };
	const bool has_threads = targets[kernel->variant->target].blocks;
	const char *section = has_threads ? of_threads[side] : in_rows[side];
	const char *end = side_axis(side) ? "height" : has_threads ? "width" : "end";
	const int away = -side_cells(side, at) - cells_beyond(kernel, side);

	if (!template_uses(kernel->storage, section, "end"))
		return index_add(kernel->arena, kernel_section(kernel, kernel->storage, section), away, NULL);
	return EXPAND(kernel, kernel->storage, section,
		{ "end", index_add(kernel->arena, end, away - 1, NULL) });
}

static const char *
distance_in_column(const struct kernel *kernel, enum side side, int z)
{
	const char *level = kernel_level(kernel, z);
	const bool is_sum = kernel_level_is_sum(kernel, z) && side == SIDE_ABOVE;
	const bool own = template_has(kernel->access, side_names[side]);
	const char *distance = EXPAND(kernel, own ? kernel->access : kernel->common, side_names[side],
		{ "level", is_sum ? arena_printf(kernel->arena, "(%s)", level) : level });

	return !own ? distance : index_add(kernel->arena, distance, -cells_beyond(kernel, side), NULL);
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
	const bool has_levels = template_has(kernel->access, side_names[SIDE_BELOW]);

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
