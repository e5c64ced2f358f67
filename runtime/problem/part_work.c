#include "runtime/problem/part_work.h"

/* Points along an axis. */
static double
extent(const struct problem *problem, const struct extents *widening, int axis)
{
	const struct extents *border = &problem->plan->stencil->border;

	return problem->size[axis] - border->low[axis] - border->high[axis] + widening->low[axis] + widening->high[axis];
}

/* Of arrays that are reduced right behind the kernel: they are read once more. */
static double
reduced_bytes(const struct program *program, int part, double points, double columns)
{
	double bytes = 0;

	for (const struct kept *k = program->kept; k < program->kept + program->kept_count; k++)
		if (k->reduction && k->first == part)
			bytes += (k->shape == SHAPE_POINT ? points : columns)*element_size(k->type);
	return bytes;
}

struct part_work
part_work(const struct problem *problem, const struct program *program, int number)
{
	const struct part *part = &program->parts[number];
	const struct extents *widening = &part->stencil->widening;
	const double columns = extent(problem, widening, 0)*extent(problem, widening, 1);
	const double all = columns*extent(problem, widening, 2);
	const double points = part->kind == KERNEL_scalar ? 1 : part->kind == KERNEL_plane ? columns : all;

	return (struct part_work){
		points, points*part->plan->bytes + columns*part->plan->column_bytes + reduced_bytes(program, number, all, columns),
	};
}
