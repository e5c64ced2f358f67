#include "generator/plan/exact.h"
#include "generator/variants/defaults.h"
#include "runtime/bench/grid_family.h"
#include "runtime/candidates/mesh_candidates.h"
#include "runtime/candidates/mesh_sizes.h"
#include "runtime/meshproblem/mesh_read.h"
#include "runtime/meshproblem/mesh_trial.h"
#include "runtime/meshproblem/mesh_work.h"

#include <stdlib.h>
#include <string.h>

static const struct mesh_size *
size_of(const struct candidate *candidate)
{
	return candidate->grid;
}

static void
describe_tunables(const struct candidate *candidate, struct row *row)
{
	const struct variant *variant = &candidate->kernel->variant;
	struct variant usual = *variant;

	memset(usual.tunables, 0, sizeof usual.tunables);
	tunables_settle(candidate->plan, &usual);
	for (int c = 0; c < TUNABLE_COUNT; c++) {
		row->tunables[c] = tunable_of(c, variant);
		row->unusual |= row->tunables[c] != tunable_of(c, &usual);
	}
}

static void
describe(const struct bench *bench, const struct candidate *candidate, struct row *row)
{
	const struct variant *variant = &candidate->kernel->variant;

	row->storage = variant_storage(candidate->plan, variant);
	row->access = accesses[variant->access].name;
	row->fields = layouts[LAYOUT_soa].name;
	row->levels = levels_names[variant->levels];
	row->precision = type_name(variant->precision);
	row->order = candidate->numbering->order;
	row->mesh = size_of(candidate)->what;
	row->alignment = bench->arguments->align;
	row->block = !targets[bench->backend.target].blocks ? "-" : triple_text(&bench->tool->arena, candidate->block);
	row->size[0] = candidate->size.x;
	row->size[1] = candidate->size.y;
	row->size[2] = candidate->size.z;
	describe_tunables(candidate, row);
}

/* A file's mesh is told by what it has, too. */
static const char *
key(const struct bench *bench, const struct candidate *candidate)
{
	const struct mesh *mesh = size_of(candidate)->mesh;

	return arena_printf(&bench->tool->arena, " mesh %s %d %d %d", size_of(candidate)->what, mesh->count[CELL],
		mesh->count[EDGE], mesh->count[VERTEX]);
}

static bool
open_problem(const struct bench *bench, const struct candidate *first, void **opened, struct error *error)
{
	const struct stencil *stencil = plan_checked(first->plan);
	const struct mesh_size *size = size_of(first);
	struct mesh_problem *p = *opened = calloc(1, sizeof *p);

	if (!p)
		return error_no_memory(error);
	if (!mesh_problem_open(p, &bench->tool->arena, stencil, first->plan, size->mesh, error))
		return mesh_fail(bench->tool, size->what, false, size->mesh, error);
	p->align = bench->arguments->align;
	p->bounded = backend_is_gpu(&bench->backend) && !(bench->arguments->exact && is_exact(first->plan));
	for (const struct param *param = stencil->params; param; param = param->next)
		p->params[param->index] = param_default(param);
	if (!read_params(&bench->tool->arena, stencil, &bench->arguments->params, p->params, NULL, error))
		return false;
	if (!mesh_problem_fill(p, size->levels, 1))
		return error_no_memory(error);
	if (!mesh_problem_find_domain(p, error))
		return mesh_error(size->what, error);
	return bench->arguments->profile || mesh_problem_solve(p, 1, NULL, NULL) || error_no_memory(error);
}

static void
close_problem(void *problem)
{
	if (problem)
		mesh_problem_free(problem);
	free(problem);
}

static void
measure_work(const void *problem_, struct row *row)
{
	const struct mesh_problem *problem = problem_;

	row->points = mesh_problem_points(problem);
	row->bytes = mesh_problem_bytes(problem);
	row->flops = row->points*problem->plan->flops;
}

/* Written fields have two more copies: the initial and the verified values. */
static double
bytes_needed(const void *problem_)
{
	const struct mesh_problem *problem = problem_;
	double bytes = mesh_problem_table_bytes(problem);

	for (const struct field *f = problem->stencil->fields; f; f = f->next)
		bytes += (double)mesh_problem_elements(problem, f)*(double)field_element(f)*(f->role == ROLE_IN ? 1 : 3);
	return bytes;
}

static struct mix
mix(const void *problem_)
{
	const struct mesh_problem *problem = problem_;

	return mix_of_share(mesh_problem_bytes_written(problem)/mesh_problem_bytes(problem));
}

static bool
same_placement(const struct candidate *a, const struct candidate *b)
{
	return a->numbering == b->numbering && a->kernel->variant.levels == b->kernel->variant.levels
		&& a->kernel->variant.storage == b->kernel->variant.storage;
}

static void *
open_placement(const struct bench *bench, void *problem, const struct candidate *candidate, struct error *error)
{
	return mesh_trial_create(bench->backend.device, problem, &candidate->kernel->variant, candidate->numbering, error);
}

static double
table_bytes(const void *laid_out)
{
	const struct mesh_trial *trial = laid_out;
	double entries = 0;

	for (int r = 0; r < trial->layout.lookups.count; r++)
		entries += (double)trial->layout.entries[r] + (double)mesh_layout_starts(&trial->layout, r);
	return entries*(double)sizeof (int);
}

static struct call
call_of(const void *laid_out, const struct candidate *candidate)
{
	const struct mesh_trial *trial = laid_out;
	const struct triple block = candidate->block;

	return mesh_device_call(trial->there, candidate->kernel, (struct stencil_block){ block.x, block.y, block.z });
}

static bool
prepare(void *laid_out, const struct built *kernel, struct error *error)
{
	const struct mesh_trial *trial = laid_out;

	return mesh_device_prepare(trial->there, kernel, error);
}

const struct family mesh_family = {
	mesh_candidates, describe, key, open_problem, close_problem, measure_work, NULL, bytes_needed, mix, same_placement,
	open_placement, mesh_trial_free, table_bytes, call_of, prepare, mesh_trial_reset, mesh_trial_compare,
	.tables = true,
};
