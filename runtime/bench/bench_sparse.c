#include "generator/plan/exact.h"
#include "runtime/bench/grid_family.h"
#include "runtime/problem/sparse_device.h"
#include "runtime/report/grid_report.h"

#include <stdlib.h>

/* Limits the interpreter's work: of an evaluation on a large grid only some probes are verified. */
#define MOST_PRODUCTS 1e10

static const struct variant *
variant_of(const struct candidate *candidate)
{
	return &candidate->kernel->variant;
}

static void
describe(const struct bench *bench, const struct candidate *candidate, struct row *row)
{
	const struct variant *variant = variant_of(candidate);

	row->storage = "sparse";
	row->access = sparse_accesses[variant->access].name;
	row->fields = layouts[LAYOUT_soa].name;
	row->precision = precision_name(candidate->plan->stencil, variant->precision);
	row->levels = row->order = row->block = "-";
	row->dim = variant->sparse->dim;
	row->level = variant->sparse->level;
	row->padded = variant->sparse->padded;
	row->probes = sparse_is_evaluation(candidate->plan->stencil) ? bench->arguments->probes : 0;
	row->report = row->probes ? &evaluation_report : &sweep_report;
	row->key = arena_printf(&bench->tool->arena, " probes %d", row->probes);
}

static bool
open_problem(const struct bench *bench, const struct candidate *first, void **opened, struct error *error)
{
	const struct stencil *stencil = first->plan->stencil;
	struct sparse_problem *problem = *opened = malloc(sizeof *problem);

	if (!problem)
		return error_no_memory(error);
	*problem = sparse_problem_make(first->plan, variant_of(first)->sparse, bench->arguments->probes);
	problem->params = arena_array(&bench->tool->arena, double, stencil->param_count + 1);
	for (const struct param *p = stencil->params; p; p = p->next)
		problem->params[p->index] = param_default(p);
	if (!read_params(&bench->tool->arena, stencil, &bench->arguments->params, problem->params, NULL, error))
		return false;
	if (!bench->arguments->profile && backend_is_gpu(&bench->backend) && !is_exact(first->plan))
		return error_set(error, EXIT_USAGE, "'%s' calls functions whose bits differ on GPUs, so that results cannot be"
			" verified: use a backend of CPUs", stencil->name);
	if (!sparse_problem_fill(problem, 1)
			|| (!bench->arguments->profile && !sparse_problem_solve(problem, 1, MOST_PRODUCTS)))
		return error_no_memory(error);
	return true;
}

static bool
same_placement(const struct candidate *a, const struct candidate *b)
{
	return sparse_accesses[variant_of(a)->access].layout == sparse_accesses[variant_of(b)->access].layout;
}

/* All kernels of a stencil on a sparse grid. */
static bool
choose_kernels(const struct builder *b, const struct plan *plan, enum type precision,
	const struct sparse_size *grid, struct kernels *kernels, struct error *error)
{
	struct choice choice = *b->choice;
	const struct variant *variants;
	int count;

	choice.layout = b->axes->all_layouts ? LAYOUT_soa : *b->axes->layouts;
	choice.levels = b->axes->all_levels ? LEVELS_OUTERMOST : *b->axes->levels;
	choice.precision = precision;
	choice.dim = grid->dim;
	choice.level = grid->level;
	choice.padded = grid->padded;
	variants = selection_choose(&b->selection, plan, &choice, &count, error);
	for (int v = 0; variants && v < count; v++)
		builder_add_kernel(b, kernels, (struct built){ .plan = plan, .variant = variants[v] });
	return variants;
}

/* Adds candidates on all sparse grids, whose kernels are built together. */
static bool
add_candidates(struct builder *b, const struct unit *unit, const struct plan *plan,
	enum type precision, struct error *error)
{
	const struct axes *axes = b->axes;
	struct kernels kernels = { 0 };
	struct candidate candidate = { .unit = unit, .plan = plan };
	int *ends = arena_array(&b->tool->arena, int, axes->grid_count);

	for (int g = 0; g < axes->grid_count; g++) {
		if (!choose_kernels(b, plan, precision, &axes->grids[g], &kernels, error))
			return false;
		ends[g] = kernels.count;
	}
	builder_build_later(b, unit, &kernels);
	for (int g = 0, k = 0; g < axes->grid_count; g++)
		for (; k < ends[g]; k++) {
			candidate.grid = &axes->grids[g];
			candidate.kernel = &kernels.built[k];
			builder_add(b, candidate);
		}
	return true;
}

const struct family sparse_family = {
	&sparse_domain, add_candidates, describe, open_problem, same_placement, .launches_matter = true, .exact = true,
};
