#include "runtime/planeparts/part_window.h"

#include "runtime/planeparts/part_arrays.h"

#include <string.h>

/* So many columns on the lower or higher side of a part are spoilt within some steps; a step of a single kernel spoils as many
 * as it reads, of which the first time the border has some. */
static long long
spoilt(const struct plane_parts *parts, int axis, bool high, int steps)
{
	const struct extents reads = cut_reads(&parts->cut, parts->whole->plan), *border = &parts->whole->plan->stencil->border;
	const int cells = high ? reads.high[axis] : reads.low[axis], had = high ? border->high[axis] : border->low[axis];

	return (long long)steps*cells - (parts->cut.reach ? 0 : cells < had ? cells : had);
}

/* Where the window lies along an axis, in cells of the whole grid's arrays: around the part is what steps spoil, where it is
 * not the grid that ends; the border is not computed at all. */
static void
find_extent(const struct plane_parts *parts, const struct plane_part *part, int axis, int steps, int *begin, int *end)
{
	const struct problem *whole = parts->whole;
	const long long first = whole->halo.low[axis] + part->rectangle.begin[axis];
	const long long last = whole->halo.low[axis] + part->rectangle.end[axis];
	const long long from = first - spoilt(parts, axis, false, steps) - whole->halo.low[axis];
	const long long to = last + spoilt(parts, axis, true, steps) + whole->halo.high[axis];
	const int size = whole->size[axis], inner = size - whole->halo.low[axis] - whole->halo.high[axis];

	*begin = 0;
	*end = size;
	if (cut_verifies_whole(&parts->cut, whole->plan))
		return;
	if (parts->rectangles.periodic[axis] ? to - from >= inner : from <= 0 && to >= size)
		return;
	*begin = from > 0 || parts->rectangles.periodic[axis] ? (int)from : 0;
	*end = to < size || parts->rectangles.periodic[axis] ? (int)to : size;
}

struct problem *
part_window(const struct plane_parts *parts, const struct plane_part *part, int steps, bool periodic[2], struct error *error)
{
	const struct problem *whole = parts->whole;
	int size[AXES] = { 0, 0, whole->size[2] }, place[2];
	struct problem *window;

	for (int axis = 0; axis < 2; axis++) {
		int end;

		find_extent(parts, part, axis, steps, &place[axis], &end);
		size[axis] = end - place[axis];
		periodic[axis] = parts->cut.periodic[axis] && size[axis] == whole->size[axis] && !place[axis];
	}
	window = problem_create(whole->plan, size);
	if (!window) {
		error_no_memory(error);
		return NULL;
	}
	memcpy(window->place, place, sizeof place);
	memcpy(window->before, place, sizeof place);
	for (int axis = 0; axis < 2; axis++)
		window->after[axis] = whole->size[axis] - place[axis] - size[axis];
	memcpy(window->params, whole->params, (size_t)whole->plan->stencil->param_count*sizeof *whole->params);
	if (part_take(parts, window, error))
		return window;
	problem_free(window);
	return NULL;
}
