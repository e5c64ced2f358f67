#include "runtime/run/plane/plane_run.h"

#include "runtime/partition/step.h"
#include "runtime/run/run_graph.h"

bool
plane_graph_check(const struct job *job, struct plane_run *r, struct error *error)
{
	if (!job->options->graph)
		return true;
	if (!run_graph_check(job, error))
		return false;
	if (cut_is_none(&r->cut))
		return error_set(error, EXIT_USAGE, "--graph is for steps of several parts, or --periodic");
	r->graph.steps = step_graph_steps(r->cut.every, swaps_period(&r->swaps, job->stencil->field_count));
	return true;
}

/* The n-th step, behind which arrays are handed on. */
static bool
start_step(const struct job *job, void *run, int n, int steps, struct error *error)
{
	struct plane_run *r = run;
	const struct group_step step = partition_step_of(&r->parts, n, steps);
	const bool good = partition_step(&r->parts, &job->kernel, &r->blocks, &step, error);

	swaps_on_partition(&r->swaps, &r->parts);
	return good;
}

bool
plane_graph_replay(const struct job *job, struct plane_run *r, int *step, double *seconds, struct error *error)
{
	const struct run_graph graph = { &r->graph, &r->parts.streams, r->swaps.most, r, start_step };

	return run_graph_replay(job, &graph, step, seconds, error);
}
