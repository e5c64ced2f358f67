#include "generator/plan/exact.h"
#include "generator/split/parts.h"
#include "generator/variants/mesh_variants.h"
#include "runtime/bench/grid_family.h"
#include "runtime/bench/mesh_candidates.h"
#include "runtime/bench/mesh_patterns.h"
#include "runtime/bench/mesh_sizes.h"
#include "runtime/problem/mesh_device.h"
#include "runtime/problem/mesh_read.h"
#include "runtime/problem/mesh_work.h"
#include "runtime/problem/mesh_zones.h"
#include "runtime/problem/values.h"
#include "runtime/report/grid_report.h"

#include "stencil_mesh.h"

#include <stdlib.h>

static const struct mesh_size *
size_of(const struct candidate *candidate)
{
	return candidate->grid;
}

static void
describe(const struct bench *bench, const struct candidate *candidate, struct row *row)
{
	const struct variant *variant = &candidate->kernel->variant;
	const struct mesh *mesh = size_of(candidate)->mesh;

	/* The name of a file does not identify its mesh. */
	row->key = arena_printf(&bench->tool->arena, " mesh %s %d %d %d", size_of(candidate)->what, mesh->count[CELL],
		mesh->count[EDGE], mesh->count[VERTEX]);
	row->report = &mesh_report;
	row->part = candidate->part;
	row->assigns = candidate->part ? candidate_part(candidate)->name : "-";
	row->storage = variant_storage(candidate->plan, variant);
	row->access = accesses[variant->access].name;
	row->fields = layouts[LAYOUT_soa].name;
	row->levels = levels_names[variant->levels];
	row->precision = precision_name(candidate->plan->stencil, variant->precision);
	row->order = candidate->numbering->order;
	row->mesh = size_of(candidate)->what;
	row->alignment = bench->arguments->align;
	row->block = !targets[bench->backend.target].blocks ? "-" : triple_text(&bench->tool->arena, candidate->block);
	row->size[0] = candidate->size.x;
	row->size[1] = candidate->size.y;
	row->size[2] = candidate->size.z;
	candidate_describe_tunables(candidate, row);
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
	return bench->arguments->profile || mesh_problem_solve(p, 1, NULL, false, NULL) || error_no_memory(error);
}

static bool
same_placement(const struct candidate *a, const struct candidate *b)
{
	return a->numbering == b->numbering && a->kernel->variant.levels == b->kernel->variant.levels
		&& a->kernel->variant.storage == b->kernel->variant.storage;
}

/* All elements are updated, and no location has more. */
static const void *
empty_grid(struct arena *arena, const struct candidate *candidate)
{
	enum { VECTOR = 32 };
	const bool innermost = candidate->kernel->variant.levels == LEVELS_INNERMOST;
	const struct plan *plan = mesh_variant_plan(arena, candidate->plan, &candidate->kernel->variant);
	const int elements = candidate->size.x, levels = candidate->size.z, most = levels + has_half_levels(plan_checked(plan));
	struct stencil_mesh_view *view = arena_new(arena, struct stencil_mesh_view);

	*view = (struct stencil_mesh_view){
		.mesh = {
			.top = levels, .cell_stride = elements, .edge_stride = elements, .vertex_stride = elements,
			.levels = levels, .height = innermost ? (most + VECTOR - 1)/VECTOR*VECTOR : 0,
		},
		.relations = arena_array(arena, struct stencil_relation, program_lookups(arena, plan).count + 1),
	};
	for (int l = 0; l < LOCATIONS; l++)
		if (plan_checked(plan)->outputs_on[l])
			mesh_set_range(&view->mesh, plan_checked(plan), (enum location)l, 0, elements);
	return view;
}

const struct family mesh_family = {
	&mesh_domain, mesh_candidates, describe, open_problem, same_placement, empty_grid, .write_patterns = mesh_patterns_write,
};
