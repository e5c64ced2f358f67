#include "runtime/problem/plane_wrap.h"

#include <string.h>

int
plane_wrapped(const struct problem *problem, int axis, int cell)
{
	const int low = problem->halo.low[axis], inner = problem->size[axis] - low - problem->halo.high[axis];
	const int rest = (cell - low) % inner;

	return low + (rest < 0 ? rest + inner : rest);
}

/* Cells between rows are the same in all levels: a column field is a level. */
static void
wrap_level(const struct problem *problem, size_t element, char *level, const bool periodic[2])
{
	const int *size = problem->size;
	const size_t row = (size_t)size[0]*element;

	for (int y = 0; y < size[1] && periodic[0]; y++)
		for (int x = 0; x < size[0]; x++) {
			const int from = plane_wrapped(problem, 0, x);

			if (from != x)
				memcpy(level + (size_t)y*row + (size_t)x*element, level + (size_t)y*row + (size_t)from*element, element);
		}
	for (int y = 0; y < size[1] && periodic[1]; y++) {
		const int from = plane_wrapped(problem, 1, y);

		if (from != y)
			memcpy(level + (size_t)y*row, level + (size_t)from*row, row);
	}
}

void
plane_wrap(const struct problem *problem, const struct field *field, size_t element, void *array,
	const bool periodic[2])
{
	const size_t plane = (size_t)problem->size[0]*(size_t)problem->size[1];
	const int levels = shapes[field->shape].axes[2] ? problem_levels(problem, field) : 1;

	if (!shapes[field->shape].axes[0])
		return;
	for (int z = 0; z < levels; z++)
		wrap_level(problem, element, (char *)array + (size_t)z*plane*element, periodic);
}
