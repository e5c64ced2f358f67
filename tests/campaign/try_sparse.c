#include "tests/campaign/campaign.h"

#include "generator/compile.h"
#include "runtime/problem/sparse_device.h"

#include <stdlib.h>

enum { PROBES = 77, ORDERS = 2 };

static bool
run_kernel(struct trial *t, struct device_binding *device, const struct built *kernel)
{
	const struct call call = binding_call(device, kernel, (struct stencil_block){ 1, 1, 1 });
	const struct sparse_grid *grid = kernel->variant.sparse;
	struct verdict verdict = { 0 };
	struct error error = { 0 };
	int status;

	if (!binding_reset(device, &t->error)
			|| !binding_prepare(device, kernel, &t->error))
		return false;
	status = t->place->backend.device->run(&call);
	if (status)
		error_set(&error, EXIT_IO, "%s", t->place->backend.device->error(status));
	else if (binding_compare(device, &verdict, &error) && !verdict_is_good(&verdict))
		error_set(&error, EXIT_IO, "%.0f of %.0f points differ; %s", verdict.different, verdict.points, verdict.first);
	t->runs++;
	if (*error.text)
		error_set(&t->error, EXIT_ERRORS, "%s, %d dimensions, %d levels%s, threads %s: %s",
			kernel->name, grid->dim, grid->level, grid->padded ? ", padded" : "",
			getenv("STENCIL_HOST_ORDER"), error.text);
	return !*error.text;
}

static bool
try_kernel(struct trial *t, struct sparse_problem *problem, const struct built *kernel)
{
	struct sparse_device *device = sparse_device_create(t->place->backend.device, problem,
		sparse_accesses[kernel->variant.access].layout, &t->error);
	bool good = device && binding_save(&device->binding, &t->error);

	for (int i = 0; i < ORDERS && good; i++) {
		setenv("STENCIL_HOST_ORDER", i ? arena_printf(t->arena, "shuffle:%d", 1 + trial_pick(t, 1000))
			: "forward", 1);
		good = run_kernel(t, &device->binding, kernel);
	}
	binding_free(device);
	return good;
}

bool
try_sparse(struct trial *t)
{
	bool good = true;

	for (int u = 0; u < t->unit_count && good; u++) {
		const struct plan *plan = t->units[u].plans[0];
		struct sparse_problem problem = { 0 };
		const struct built *first = t->kernels;

		while (first->plan != plan)
			first++;
		problem = sparse_problem_make(plan, first->variant.sparse, PROBES);
		problem.params = arena_array(t->arena, double, plan->stencil->param_count + 1);
		for (const struct param *p = plan->stencil->params; p; p = p->next)
			problem.params[p->index] = param_default(p);
		good = sparse_problem_fill(&problem, 1 + (uint64_t)trial_pick(t, 1000))
			&& sparse_problem_solve(&problem, 1, 1e9);
		if (!good)
			error_set(&t->error, EXIT_ERRORS, "out of memory");
		for (int k = 0; k < t->kernel_count && good; k++)
			if (t->kernels[k].plan == plan)
				good = try_kernel(t, &problem, &t->kernels[k]);
		sparse_problem_free(&problem);
	}
	return good;
}
