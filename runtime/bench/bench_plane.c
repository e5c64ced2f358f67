#include "generator/plan/exact.h"
#include "generator/split/parts.h"
#include "generator/variants/defaults.h"
#include "runtime/bench/grid_family.h"
#include "runtime/bench/patterns.h"
#include "runtime/bench/plane_candidates.h"
#include "runtime/problem/plane_device.h"
#include "runtime/report/grid_report.h"

#include "stencil_grid.h"

#include <string.h>

static void
describe(const struct bench *bench, const struct candidate *candidate, struct row *row)
{
	struct arena *arena = &bench->tool->arena;
	const struct variant *variant = &candidate->kernel->variant;

	row->report = &plane_report;
	row->part = candidate->part;
	row->assigns = candidate->part ? candidate_part(candidate)->name : "-";
	row->storage = storages[variant->storage].name;
	row->access = accesses[variant->access].name;
	row->fields = layouts[variant->layout].name;
	row->levels = storages[variant->storage].regular ? "-" : levels_names[variant->levels];
	row->precision = precision_name(candidate->plan->stencil, variant->precision);
	row->order = storages[variant->storage].regular ? "-" : order_format(arena, &candidate->order);
	row->block = !targets[bench->backend.target].blocks ? "-" : candidate_blocks(arena, candidate);
	row->size[0] = candidate->size.x;
	row->size[1] = candidate->size.y;
	row->size[2] = candidate->size.z;
	row->alignment = bench->arguments->align ? bench->arguments->align : USUAL_ALIGNMENT;
	candidate_describe_tunables(candidate, row);
}

static bool
open_problem(const struct bench *bench, const struct candidate *first, void **opened, struct error *error)
{
	const struct plan *plan = first->plan;
	const bool bounds = backend_is_gpu(&bench->backend)
		&& !(bench->arguments->exact && is_exact(plan));
	const int size[] = { first->size.x, first->size.y, first->size.z };
	const int steps = first->kernel->variant.tunables[TUNABLE_steps_per_launch];
	struct problem *problem = *opened = problem_create(plan, size);

	if (!problem)
		return error_no_memory(error);
	if (steps && bounds && !bench->arguments->profile)
		return error_set(error, EXIT_USAGE, "several steps a launch are verified bit by bit: on a GPU give --exact, too");
	if (!read_params(&bench->tool->arena, plan->stencil, &bench->arguments->params, problem->params, NULL, error))
		return false;
	problem_fill(problem, 1);
	return bench->arguments->profile || (steps ? problem_solve_steps(problem, &first->kernel->variant, steps, error) : problem_solve(problem, bounds, error));
}

static bool
same_placement(const struct candidate *a, const struct candidate *b)
{
	return plane_lies_alike(&a->kernel->variant, &b->kernel->variant)
		&& (storages[a->kernel->variant.storage].regular || !memcmp(&a->order, &b->order, sizeof a->order));
}

static const void *
empty_grid(struct arena *arena, const struct candidate *candidate)
{
	enum { VECTOR = 32 };
	const int columns = candidate->size.x*candidate->size.y;
	struct variant resolved = candidate->kernel->variant;
	const bool innermost = resolved.levels == LEVELS_INNERMOST;
	struct stencil_grid *grid = arena_new(arena, struct stencil_grid);

	*grid = (struct stencil_grid){
		.end = columns, .width = candidate->size.x, .height = candidate->size.y,
		.row = candidate->size.x, .top = candidate->size.z, .levels = candidate->size.z,
		.stride = (columns + VECTOR - 1)/VECTOR*VECTOR, .patterns = 1,
		.pitch = innermost ? (candidate->size.z + VECTOR - 1)/VECTOR*VECTOR : 0,
	};
	tunables_resolve(candidate->plan, &resolved);
	if (variant_has_clusters(&resolved)) {
		grid->clusters = columns/cluster_columns(&resolved);
		grid->singles = columns % cluster_columns(&resolved);
		grid->cluster = grid->single = arena_array(arena, int, VECTOR);
	}
	return grid;
}

const struct family plane_family = {
	&plane_domain, plane_candidates, describe, open_problem, same_placement, empty_grid, .write_patterns = patterns_write,
	.loads_known = true,
};
