#include "runtime/library/plan_overlap.h"

#include "generator/split/parts.h"
#include "runtime/device/cpu_streams.h"
#include "runtime/device/recorded.h"

#include <pthread.h>
#include <string.h>

/* Besides those of launchers. */
enum { NO_SHAPE = -100, PARAM_MISSING = -101, FIELD_MISSING = -102, WORKSPACE_MISSING = -104 };

/* Launches all of its kernels, or one by number. */
enum { ALL_KERNELS = -1 };

static int
launch(const struct stencil_plan *plan, int kernel, const void *grid, void *const *fields, const double *params, void *stream)
{
	struct call call = { .run = plan->kernel.run, .team = plan->kernel.team, .grid = grid, .fields = fields, .params = params };

	call_take_blocks(&call, &plan->kernel, &plan->blocks);
	if (kernel != ALL_KERNELS) {
		call.run_part = plan->kernel.run_part;
		call.blocks = plan->kernel_blocks;
		call.part = kernel;
	}
	return plan->kernel.recorded ? recorded_run(plan->kernel.recorded, &call, stream) : cpu_launch(&call, stream);
}

static int
run_on_grids(const struct stencil_plan *plan, int kernel, int count, void *const *fields, const double *params, void *stream)
{
	int status = 0;

	for (int i = 0; i < count && !status; i++)
		status = launch(plan, kernel, plan->grids[i], fields, params, stream);
	return status;
}

/* A kernel reads what the one before has assigned on all grids. What is stored is computed at all elements, on one grid. */
static int
run_kernels(const struct stencil_plan *plan, void *const *fields, const double *params, void *stream)
{
	const struct program *program = plan->plan->program;
	int status = 0;

	for (int k = 0; k < program->part_count && !status; k++)
		status = run_on_grids(plan, k, plan->kernel_grids[k], fields, params, stream);
	return status;
}

static int
run(const struct stencil_plan *plan, void *const *fields, const double *params, void *workspace, void *stream)
{
	void *all[MAX_NAMES + 1]; /* the workspace stands behind the fields */

	if (!plan->plan->program)
		return run_on_grids(plan, ALL_KERNELS, plan->grid_count, fields, params, stream);
	memcpy(all, fields, (size_t)plan->stencil->field_count*sizeof *all);
	all[plan->stencil->field_count] = workspace;
	return plan->kernel_blocks ? run_kernels(plan, all, params, stream)
		: run_on_grids(plan, ALL_KERNELS, plan->grid_count, all, params, stream);
}

/* The stand-in for a GPU runs one kernel at a time. */
static pthread_mutex_t host = PTHREAD_MUTEX_INITIALIZER;

static int
run_on_host(const struct stencil_plan *plan, void *const *fields, const double *params, void *workspace, void *stream)
{
	int status;

	pthread_mutex_lock(&host);
	status = run(plan, fields, params, workspace, stream);
	pthread_mutex_unlock(&host);
	return status;
}

/* Where a plan's workspace lies, if nobody gives another one. */
static void *
usual_workspace(const struct stencil_plan *plan)
{
	return plan->given_workspace ? plan->given_workspace : plan->workspace;
}

int
stencil_execute_in(const stencil_plan *plan, void *const *fields, const double *params, void *workspace, void *stream)
{
	int overlap;

	if (!plan || (!plan->kernel.run && !plan->kernel.recorded))
		return NO_SHAPE;
	if (!fields)
		return FIELD_MISSING;
	if (!params && plan->params_missing)
		return PARAM_MISSING;
	workspace = workspace ? workspace : usual_workspace(plan);
	if (!workspace && plan->workspace_bytes)
		return WORKSPACE_MISSING;
	overlap = plan_find_overlap(plan, fields, workspace);
	if (overlap)
		return overlap;
	params = params ? params : plan->params;
	return plan->backend.kind == BACKEND_HOST ? run_on_host(plan, fields, params, workspace, stream)
		: run(plan, fields, params, workspace, stream);
}

int
stencil_execute_on(const stencil_plan *plan, void *const *fields, const double *params, void *stream)
{
	return stencil_execute_in(plan, fields, params, NULL, stream);
}

int
stencil_execute(const stencil_plan *plan, void *stream)
{
	if (plan && plan->fields_missing)
		return FIELD_MISSING;
	return stencil_execute_on(plan, plan ? plan->bound : NULL, NULL, stream);
}

const char *
stencil_status_text(const stencil_plan *plan, int status)
{
	const char *overlap = plan_overlap_text(plan, status);

	if (overlap)
		return overlap;
	switch (status) {
	case 0:             return "";
	case NO_SHAPE:      return "the plan was made without a shape";
	case PARAM_MISSING: return "a param has no default and was not set";
	case FIELD_MISSING: return "a field was not bound";
	case WORKSPACE_MISSING: return "the plan has no workspace of its own, and none was given";
	}
	if (plan && plan->backend.device)
		return plan->backend.device->error(status);
	return "unknown status";
}
