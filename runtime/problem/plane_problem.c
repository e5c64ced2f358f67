#include "runtime/problem/plane_problem.h"

#include "generator/interpret/interpret.h"
#include "generator/variants/steps.h"
#include "runtime/grid/column_list.h"

#include <stdlib.h>
#include <string.h>

struct problem *
problem_create(const struct plan *plan, const int size[3])
{
	const struct stencil *stencil = plan->stencil;
	struct problem *problem = calloc(1, sizeof *problem);

	if (!problem)
		return NULL;
	problem->plan = plan;
	memcpy(problem->size, size, sizeof problem->size);
	problem->halo = stencil->border;
	problem->fields = calloc((size_t)stencil->field_count + 1, sizeof *problem->fields);
	problem->expected = calloc((size_t)stencil->field_count + 1, sizeof *problem->expected);
	problem->bounds = calloc((size_t)stencil->field_count + 1, sizeof *problem->bounds);
	problem->params = calloc((size_t)stencil->param_count + 1, sizeof *problem->params);
	if (!problem->fields || !problem->expected || !problem->bounds || !problem->params) {
		problem_free(problem);
		return NULL;
	}
	for (const struct param *p = stencil->params; p; p = p->next)
		problem->params[p->index] = param_default(p);
	return problem;
}

void
problem_free(struct problem *problem)
{
	if (!problem)
		return;
	for (int i = 0; i < problem->plan->stencil->field_count; i++) {
		free(problem->fields ? problem->fields[i] : NULL);
		free(problem->expected ? problem->expected[i] : NULL);
		free(problem->bounds ? problem->bounds[i] : NULL);
	}
	free(problem->fields);
	free(problem->expected);
	free(problem->bounds);
	free(problem->params);
	free(problem);
}

int
problem_levels(const struct problem *problem, const struct field *field)
{
	return problem->size[2] + field->where.half;
}

size_t
problem_elements(const struct problem *problem, const struct field *field)
{
	size_t elements = 1;

	for (int a = 0; a < AXES; a++)
		if (shapes[field->shape].axes[a])
			elements *= (size_t)(a == 2 ? problem_levels(problem, field) : problem->size[a]);
	return elements;
}

void
problem_fill(struct problem *problem, uint64_t seed)
{
	for (const struct field *f = problem->plan->stencil->fields; f; f = f->next) {
		const size_t count = problem_elements(problem, f);

		if (problem->fields[f->index])
			continue;
		problem->fields[f->index] = malloc(count*field_element(f));
		if (!problem->fields[f->index])
			continue;
		if (f->role == ROLE_OUT)
			problem_poison(problem, f);
		else
			fill_numbers(f, problem->fields[f->index], count, seed + (uint64_t)f->index);
	}
}

void
problem_poison(const struct problem *problem, const struct field *field)
{
	mark_unwritten(problem->fields[field->index], problem_elements(problem, field),
		field_element(field));
}

static int
inner(const struct problem *problem, int axis)
{
	const int cells = problem->size[axis] - problem->halo.low[axis] - problem->halo.high[axis];

	return cells > 0 ? cells : 0;
}

bool
problem_has_points(const struct problem *problem, struct error *error)
{
	const struct stencil *stencil = problem->plan->stencil;
	const int *size = problem->size, *least = stencil->least;

	if (!inner(problem, 0) || !inner(problem, 1) || !inner(problem, 2))
		return error_set(error, EXIT_ERRORS, "nothing to compute: %dx%dx%d cells are all within the halo of '%s': use a larger grid",
			size[0],
			size[1], size[2], stencil->name);
	for (int a = 0; a < AXES; a++)
		if (inner(problem, a) + (a < 2 ? problem->before[a] + problem->after[a] : 0) < least[a])
			return error_set(error, EXIT_ERRORS, "the domain needs at least %d %s; it has %d", least[a], axis_cells[a],
				inner(problem, a));
	return true;
}

bool
problem_solve(struct problem *problem, bool bounds, struct error *error)
{
	const struct stencil *stencil = problem->plan->stencil;
	void **arrays = calloc((size_t)stencil->field_count + 1, sizeof *arrays);
	struct interpretation run = {
		.stencil = stencil, .fields = arrays, .params = problem->params,
		.bounds = bounds ? problem->bounds : NULL,
	};
	bool good = arrays != NULL;

	memcpy(run.size, problem->size, sizeof run.size);
	memcpy(run.before, problem->before, sizeof run.before);
	memcpy(run.after, problem->after, sizeof run.after);
	for (const struct field *f = stencil->fields; f && good; f = f->next) {
		const size_t count = problem_elements(problem, f);

		arrays[f->index] = problem->fields[f->index];
		good = arrays[f->index] != NULL;
		if (f->role == ROLE_IN || !good)
			continue;
		arrays[f->index] = problem->expected[f->index] = malloc(count*field_element(f));
		if (bounds)
			problem->bounds[f->index] = calloc(count, sizeof (double));
		good = arrays[f->index] && (!bounds || problem->bounds[f->index]);
		if (good)
			memcpy(arrays[f->index], problem->fields[f->index], count*field_element(f));
	}
	if (!good)
		error_no_memory(error);
	else
		good = problem_has_points(problem, error) && interpret(&run);
	free(arrays);
	return good;
}

void
problem_fill_halo(const struct problem *problem, const struct field *field)
{
	struct interpretation run = { .stencil = problem->plan->stencil, .fields = problem->fields };

	memcpy(run.size, problem->size, sizeof run.size);
	interpret_halo(&run, field);
}

/* Whether a cell is in the domain along an axis, or one that is filled from there. */
static bool
is_inside(const struct problem *problem, const bool periodic[2], int axis, int at)
{
	const struct extents *border = &problem->plan->stencil->border;

	return (axis < 2 && periodic[axis]) || (at >= border->low[axis] && at < problem->size[axis] - border->high[axis]);
}

bool
problem_has_equal_halos(const struct problem *problem, const struct field *a, const struct field *b, const bool periodic[2])
{
	const struct extents *border = &problem->plan->stencil->border;
	const size_t element = field_element(a), row = (size_t)problem->size[0]*element, west = (size_t)border->low[0]*element,
		east = (size_t)border->high[0]*element;
	const char *of_a = problem->fields[a->index], *of_b = problem->fields[b->index];

	for (int z = 0; z < problem->size[2]; z++)
		for (int y = 0; y < problem->size[1]; y++, of_a += row, of_b += row) {
			if (!is_inside(problem, periodic, 1, y) || !is_inside(problem, periodic, 2, z)) {
				if (memcmp(of_a, of_b, row) != 0)
					return false;
			} else if (!periodic[0] && (memcmp(of_a, of_b, west) != 0 || memcmp(of_a + row - east, of_b + row - east, east) != 0)) {
				return false;
			}
		}
	return true;
}

/* Copies the domain of a field from one array to another. */
static void
copy_domain(const struct problem *problem, size_t element, const void *from, void *to)
{
	const struct extents *border = &problem->plan->stencil->border;
	const int *size = problem->size;
	const size_t bytes = (size_t)(size[0] - border->low[0] - border->high[0])*element;

	for (int z = border->low[2]; z < size[2] - border->high[2]; z++)
		for (int y = border->low[1]; y < size[1] - border->high[1]; y++) {
			const size_t at = (((size_t)z*(size_t)size[1] + (size_t)y)*(size_t)size[0] + (size_t)border->low[0])*element;

			memcpy((char *)to + at, (const char *)from + at, bytes);
		}
}

/* Lets an updated field begin the next step, after those that begin with its values. */
static void
advance(const struct problem *problem, const struct variant *variant, const struct field *field)
{
	const struct field *source = step_source(problem->plan, variant, field);

	for (const struct field *f = NULL; (f = next_updated(problem->plan, variant, f));)
		if (step_source(problem->plan, variant, f) == field)
			advance(problem, variant, f);
	copy_domain(problem, field_element(field),
		source->role == ROLE_OUT ? problem->expected[source->index] : problem->fields[source->index], problem->fields[field->index]);
}

static bool
solve_each_step(struct problem *problem, const struct variant *variant, int steps, struct error *error)
{
	const struct plan *plan = problem->plan;
	bool good = true;

	for (int step = 1; good && step <= steps; step++) {
		for (int f = 0; f < plan->stencil->field_count; f++) {
			free(problem->expected[f]);
			problem->expected[f] = NULL;
		}
		good = problem_solve(problem, false, error);
		for (const struct field *f = NULL; good && step < steps && (f = next_updated(plan, variant, f));)
			if (step_source(plan, variant, f)->role == ROLE_OUT)
				advance(problem, variant, f);
	}
	return good;
}

bool
problem_solve_steps(struct problem *problem, const struct variant *variant, int steps, struct error *error)
{
	const struct plan *plan = problem->plan;
	const int count = plan->stencil->field_count;
	void **begin = calloc((size_t)count + 1, sizeof *begin);
	bool good = begin != NULL;

	error_no_memory(error);
	for (const struct field *f = NULL; good && (f = next_updated(plan, variant, f));) {
		const size_t bytes = problem_elements(problem, f)*field_element(f);

		begin[f->index] = problem->fields[f->index];
		problem->fields[f->index] = malloc(bytes);
		good = problem->fields[f->index] != NULL;
		if (good)
			memcpy(problem->fields[f->index], begin[f->index], bytes);
	}
	good = good && solve_each_step(problem, variant, steps, error);
	for (int f = 0; begin && f < count; f++)
		if (begin[f]) {
			free(problem->fields[f]);
			problem->fields[f] = begin[f];
		}
	free(begin);
	return good;
}

double
problem_points(const struct problem *problem)
{
	if (problem->list)
		return (double)problem->list->own*inner(problem, 2);
	return !problem_has_points(problem, NULL) ? 0
		: (double)inner(problem, 0)*inner(problem, 1)*inner(problem, 2);
}

double
problem_bytes(const struct problem *problem)
{
	return problem_points(problem)*problem->plan->bytes
		+ (double)inner(problem, 0)*inner(problem, 1)*problem->plan->column_bytes;
}
