#include "generator/plan/exact.h"
#include "generator/split/parts.h"
#include "runtime/bench/grid_family.h"
#include "runtime/candidates/plane_candidates.h"
#include "runtime/problem/part_work.h"
#include "runtime/problem/plane_compare.h"
#include "generator/variants/defaults.h"

#include <string.h>

static int
alignment(const struct bench *bench)
{
	return bench->arguments->align ? bench->arguments->align : USUAL_ALIGNMENT;
}

static void
describe(const struct bench *bench, const struct candidate *candidate, struct row *row)
{
	struct arena *arena = &bench->tool->arena;
	const struct variant *variant = &candidate->kernel->variant;
	struct variant usual = *variant;

	row->part = candidate->part;
	row->assigns = candidate->part ? candidate_part(candidate)->name : "-";
	row->storage = storages[variant->storage].name;
	row->access = accesses[variant->access].name;
	row->fields = layouts[variant->layout].name;
	row->levels = storages[variant->storage].regular ? "-" : levels_names[variant->levels];
	row->precision = type_name(variant->precision);
	row->order = storages[variant->storage].regular ? "-" : order_format(arena, &candidate->order);
	row->block = !targets[bench->backend.target].blocks ? "-" : candidate_blocks(arena, candidate);
	row->size[0] = candidate->size.x;
	row->size[1] = candidate->size.y;
	row->size[2] = candidate->size.z;
	row->alignment = alignment(bench);
	for (int c = 0; c < TUNABLE_COUNT; c++) {
		row->tunables[c] = tunable_of(c, variant);
		usual.tunables[c] = 0;
	}
	tunables_settle(candidate->plan, &usual);
	for (int c = 0; c < TUNABLE_COUNT; c++)
		row->unusual |= row->tunables[c] != tunable_of(c, &usual);
}

static const char *
key(const struct bench *bench, const struct candidate *candidate)
{
	(void)bench;
	(void)candidate;
	return "";
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
	return bench->arguments->profile || (steps ? problem_solve_steps(problem, steps, error) : problem_solve(problem, bounds, error));
}

static void
close_problem(void *problem)
{
	problem_free(problem);
}

static void
measure_work(const void *problem_, struct row *row)
{
	const struct problem *problem = problem_;

	row->points = problem_points(problem);
	row->bytes = problem_bytes(problem);
	row->flops = row->points*problem->plan->flops;
}

static void
measure_part(const void *problem, const struct candidate *candidate, struct row *row)
{
	const struct part_work work = part_work(problem, plan_of_variant(candidate->plan, &candidate->kernel->variant)->program, candidate->part - 1);

	row->points = work.points;
	row->bytes = work.bytes;
	row->flops = work.points*candidate_part(candidate)->plan->flops;
}

/* Written fields have two more copies: the initial and the verified values. */
static double
bytes_needed(const void *problem_)
{
	const struct problem *problem = problem_;
	double bytes = 0;

	for (const struct field *f = problem->plan->stencil->fields; f; f = f->next)
		bytes += (double)problem_elements(problem, f)*(double)field_element(f)
			*(f->role == ROLE_IN ? 1 : 3);
	return bytes;
}

static struct mix
mix(const void *problem_)
{
	const struct problem *problem = problem_;

	return mix_of_plan(problem->plan);
}

static bool
same_placement(const struct candidate *a, const struct candidate *b)
{
	return plane_lies_alike(&a->kernel->variant, &b->kernel->variant)
		&& (storages[a->kernel->variant.storage].regular || !memcmp(&a->order, &b->order, sizeof a->order));
}

static void *
open_placement(const struct bench *bench, void *problem, const struct candidate *candidate, struct error *error)
{
	const struct variant *variant = &candidate->kernel->variant;
	struct grid *grid = plane_grid(&bench->tool->arena, problem, variant, &candidate->order, alignment(bench), error);

	return grid ? plane_device_create(bench->backend.device, problem, variant->layout, grid, error)
		: NULL;
}

static double
table_bytes(const void *laid_out)
{
	const struct plane_device *x = laid_out;
	const size_t patterns = x->layout.grid->pattern ? (size_t)x->layout.grid->view.stride : 0;

	return (double)((x->layout.grid->entries + patterns)*sizeof (int));
}

static struct call
call_of(const void *laid_out, const struct candidate *candidate)
{
	const struct triple block = candidate->block;

	struct call call = plane_device_call(laid_out, candidate->kernel, (struct stencil_block){ block.x, block.y, block.z });

	if (candidate->each.count)
		call_take_blocks(&call, candidate->kernel, &candidate->each);
	if (candidate->part) {
		call.run_part = candidate->kernel->run_part;
		call.blocks = candidate->each.items;
		call.part = candidate->part - 1;
	}
	return call;
}

const struct family plane_family = {
	plane_candidates, describe, key, open_problem, close_problem, measure_work, measure_part, bytes_needed, mix, same_placement,
	open_placement, plane_device_free, table_bytes, call_of, plane_device_prepare, plane_device_reset,
	plane_compare, .tables = true,
};
