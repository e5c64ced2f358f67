#include "generator/language/sides.h"

#include <string.h>

const char *const side_names[SIDES] = {
	[SIDE_WEST] = "west", [SIDE_EAST] = "east", [SIDE_NORTH] = "north", [SIDE_SOUTH] = "south",
	[SIDE_BELOW] = "below", [SIDE_ABOVE] = "above",
};

const char *const axis_cells[AXES] = { "columns", "rows", "levels" };

int
find_side(const char *name)
{
	for (int s = 0; s < SIDES; s++)
		if (!strcmp(side_names[s], name))
			return s;
	return -1;
}

int
side_axis(enum side side)
{
	return (int)side/2;
}

enum side
side_opposite(enum side side)
{
	return (enum side)((int)side ^ 1);
}

int
side_cells(enum side side, struct offset offset)
{
	const int axis = side_axis(side), step = axis == 0 ? offset.x : axis == 1 ? offset.y : offset.z;

	return (int)side % 2 ? step : -step;
}

int
extents_at(const struct extents *extents, enum side side)
{
	return (int)side % 2 ? extents->high[side_axis(side)] : extents->low[side_axis(side)];
}

bool
same_extents(const struct extents *a, const struct extents *b)
{
	return !memcmp(a, b, sizeof *a);
}
