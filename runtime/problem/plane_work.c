#include "runtime/problem/plane_work.h"

#include "generator/split/parts.h"
#include "generator/variants/defaults.h"
#include "runtime/problem/plane_problem.h"

/* Points along an axis. */
static double
extent(const struct problem *problem, const struct extents *widening, int axis)
{
	const struct extents *border = &problem->plan->stencil->border;

	return problem->size[axis] - border->low[axis] - border->high[axis] + widening->low[axis] + widening->high[axis];
}

/* Bytes of a point, or a column: those of fields and of arrays of the workspace. */
static double
bytes_of(const struct part *part, enum shape shape)
{
	double bytes = 0;

	if (!part->plan->sweeps)
		return shape == SHAPE_POINT ? part->plan->bytes : part->plan->column_bytes;
	for (const struct field *f = part->plan->stencil->fields; f; f = f->next)
		bytes += f->local || f->shape != shape ? 0 : part_moves(part, f)*element_size(f->type);
	return bytes;
}

/* Points of a kernel alone: more than the domain where its results are read from afar. Bytes of what it reads and writes, arrays of
 * the workspace and reductions of these included. */
static struct work
part_work(const struct problem *problem, const struct program *program, int number)
{
	const struct part *part = &program->parts[number];
	const struct extents *widening = &part->stencil->widening;
	const double columns = extent(problem, widening, 0)*extent(problem, widening, 1);
	const double all = columns*extent(problem, widening, 2);
	const double points = part->kind == KERNEL_scalar ? 1 : part->kind == KERNEL_plane ? columns : all;

	return (struct work){
		.points = points, .flops = points*part->plan->flops,
		.bytes = points*bytes_of(part, SHAPE_POINT) + columns*bytes_of(part, SHAPE_COLUMN) + part_reduced_bytes(program, number, all, columns),
	};
}

static double
bound_bytes(const struct problem *problem)
{
	double bytes = 0;

	for (const struct field *f = problem->plan->stencil->fields; f; f = f->next)
		bytes += (double)problem_elements(problem, f)*(double)field_element(f)*(f->role == ROLE_IN ? 1 : 3);
	return bytes;
}

struct work
plane_work(const void *problem_, const struct built *kernel, int part)
{
	const struct problem *problem = problem_;

	if (part)
		return part_work(problem, plan_of_variant(kernel->plan, &kernel->variant)->program, part - 1);
	return (struct work){
		.points = problem_points(problem), .bytes = problem_bytes(problem), .bound = bound_bytes(problem),
		.flops = problem_points(problem)*problem->plan->flops, .mix = mix_of_plan(problem->plan),
	};
}
