#include "generator/check/checker.h"

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

static void
include_side(struct reach *reach, enum side side, int cells, const struct expr *by)
{
	if (reach->any[side] && cells <= reach->cells[side])
		return;
	reach->any[side] = true;
	reach->cells[side] = cells;
	reach->by[side] = by;
}

void
add_reach(struct footprint *to, enum side side, int cells, const struct facts *known, const struct expr *by)
{
	const int low = known->low[side], across = known->high[side_opposite(side)], axis = side_axis(side);

	if (low != UNKNOWN_LOW && cells <= low)
		return;
	if (across != UNKNOWN_HIGH && cells > 0) /* near the other side: that far away there is a cell, or else */
		to->least[axis] = larger(to->least[axis], across + cells + 1 - (axis == 2 ? known->more : 0));
	else if (low != UNKNOWN_LOW)
		include_side(&to->absolute, side, cells - low, by);
	else
		include_side(&to->relative, side, cells, by);
}

void
include_footprint(struct footprint *to, const struct footprint *footprint, const struct facts *known, const struct expr *by,
	bool half)
{
	for (enum side s = 0; s < SIDES; s++) {
		const int step = by ? reference_cells(&by->u.read, s, half) : 0;

		if (footprint->relative.any[s])
			add_reach(to, s, footprint->relative.cells[s] + step, known, step > 0 ? by : footprint->relative.by[s]);
		if (footprint->absolute.any[s])
			include_side(&to->absolute, s, footprint->absolute.cells[s], footprint->absolute.by[s]);
	}
	for (int a = 0; a < AXES; a++)
		to->least[a] = larger(to->least[a], footprint->least[a]);
}

static bool
same_reach(const struct reach *a, const struct reach *b)
{
	for (int s = 0; s < SIDES; s++)
		if (a->any[s] != b->any[s] || a->cells[s] != b->cells[s])
			return false;
	return true;
}

bool
same_footprint(const struct footprint *a, const struct footprint *b)
{
	for (int axis = 0; axis < AXES; axis++)
		if (a->least[axis] != b->least[axis])
			return false;
	return same_reach(&a->relative, &b->relative) && same_reach(&a->absolute, &b->absolute);
}
