#include "exchange.h"

static int
least(int a, int b)
{
	return a < b ? a : b;
}

static int
most(int a, int b)
{
	return a > b ? a : b;
}

static int
round_up(int n, int multiple)
{
	return (n + multiple - 1)/multiple*multiple;
}

/* Whether parts along an axis have neighbours. */
static int
is_shared(const struct stencil_rectangles *parts, int axis)
{
	return parts->ranks[axis] > 1 || parts->periodic[axis];
}

/* Columns that a step needs of a neighbour to the west or north, and to the east or south. */
static int
reach(const struct stencil_rectangles *parts, int axis, const int extents[2])
{
	if (!is_shared(parts, axis))
		return 0;
	return axis ? extents[axis] : round_up(extents[axis], parts->vector);
}

int
stencil_halo(const struct stencil_rectangles *parts, int axis, int side)
{
	return parts->every*reach(parts, axis, side < 0 ? parts->low : parts->high);
}

int
stencil_part_width(const struct stencil_rectangles *parts, int axis)
{
	return parts->inner[axis]/parts->ranks[axis];
}

int
stencil_part_needs(const struct stencil_rectangles *parts, int axis)
{
	const long long columns = (long long)parts->every
		*most(reach(parts, axis, parts->low), reach(parts, axis, parts->high));

	return columns > INT_MAX ? INT_MAX : columns ? (int)columns : 1;
}

int
stencil_rectangles_check(const struct stencil_rectangles *parts)
{
	if (parts->every < 1 || parts->vector < 1 || parts->alignment < 1 || parts->alignment % parts->vector
			|| parts->ranks[0] < 1 || parts->ranks[1] < 1 || parts->ranks[0] > INT_MAX/parts->ranks[1])
		return STENCIL_NO_PARTS;
	for (int axis = 0; axis < 2; axis++)
		if (stencil_part_width(parts, axis) < stencil_part_needs(parts, axis))
			return STENCIL_THIN_PARTS;
	return 0;
}

/* The rank next to a part along an axis, as its number along that axis; -1: none. */
static int
next_along(const struct stencil_rectangles *parts, int axis, int place, int step)
{
	const int ranks = parts->ranks[axis], next = place + step;

	if (next >= 0 && next < ranks)
		return next;
	return parts->periodic[axis] ? (next + ranks) % ranks : -1;
}

struct stencil_rectangle
stencil_rectangle(const struct stencil_rectangles *parts, int rank)
{
	const int place[2] = { rank % parts->ranks[0], rank/parts->ranks[0] };
	struct stencil_rectangle part;

	for (int axis = 0; axis < 2; axis++) {
		const long long inner = parts->inner[axis];

		part.begin[axis] = (int)(inner*place[axis]/parts->ranks[axis]);
		part.end[axis] = (int)(inner*(place[axis] + 1)/parts->ranks[axis]);
		part.low[axis] = next_along(parts, axis, place[axis], -1) < 0 ? 0 : stencil_halo(parts, axis, -1);
		part.high[axis] = next_along(parts, axis, place[axis], 1) < 0 ? 0 : stencil_halo(parts, axis, 1);
	}
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++) {
			const int x = next_along(parts, 0, place[0], dx), y = next_along(parts, 1, place[1], dy);

			part.neighbour[dy + 1][dx + 1] = x < 0 || y < 0 ? -1 : y*parts->ranks[0] + x;
		}
	return part;
}

struct stencil_grid
stencil_region(const struct stencil_grid *grid, int x0, int y0, int x1, int y1)
{
	struct stencil_grid region = *grid;

	region.first = grid->first + y0*grid->row + x0;
	region.width = x1 - x0;
	region.height = y1 - y0;
	region.end = region.first + (region.height - 1)*grid->row + region.width;
	region.west += x0;
	region.east += grid->width - x1;
	region.north += y0;
	region.south += grid->height - y1;
	return region;
}

struct stencil_grid
stencil_extended(const struct stencil_rectangles *parts, int rank, const struct stencil_grid *grid, int further)
{
	const struct stencil_rectangle part = stencil_rectangle(parts, rank);
	int begin[2], end[2];

	for (int axis = 0; axis < 2; axis++) {
		begin[axis] = -part.low[axis]/parts->every*further;
		end[axis] = part.end[axis] - part.begin[axis] + part.high[axis]/parts->every*further;
	}
	return stencil_region(grid, begin[0], begin[1], end[0], end[1]);
}

/* Where the interior begins and ends along an axis. What neighbours need of a part is as wide as their halo on the
 * opposite side, so a strip takes the wider one of both. */
static void
find_interior(const struct stencil_rectangles *parts, const struct stencil_rectangle *part, int axis, int *begin, int *end)
{
	const int width = part->end[axis] - part->begin[axis], alignment = axis ? 1 : parts->alignment;
	const int strip = most(stencil_halo(parts, axis, -1), stencil_halo(parts, axis, 1));

	*begin = part->neighbour[axis ? 0 : 1][axis ? 1 : 0] < 0 ? 0 : least(round_up(strip, alignment), width);
	*end = part->neighbour[axis ? 2 : 1][axis ? 1 : 2] < 0 ? width : (width - strip)/alignment*alignment;
}

int
stencil_strips(const struct stencil_rectangles *parts, int rank, const struct stencil_grid *grid,
	struct stencil_grid regions[STENCIL_REGIONS])
{
	const struct stencil_rectangle part = stencil_rectangle(parts, rank);
	const int width = part.end[0] - part.begin[0], height = part.end[1] - part.begin[1];
	int x0, x1, y0, y1, count = 0;

	find_interior(parts, &part, 0, &x0, &x1);
	find_interior(parts, &part, 1, &y0, &y1);
	if (x0 >= x1 || y0 >= y1) {
		regions[0] = *grid;
		return 1;
	}
	if (y0 > 0)
		regions[count++] = stencil_region(grid, 0, 0, width, y0);
	if (y1 < height)
		regions[count++] = stencil_region(grid, 0, y1, width, height);
	if (x0 > 0)
		regions[count++] = stencil_region(grid, 0, y0, x0, y1);
	if (x1 < width)
		regions[count++] = stencil_region(grid, x1, y0, width, y1);
	regions[count++] = stencil_region(grid, x0, y0, x1, y1);
	return count;
}
