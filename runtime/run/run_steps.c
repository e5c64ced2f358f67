#include "runtime/run/run_steps.h"

#include "runtime/formats/clock.h"
#include "runtime/partition/step.h"
#include "runtime/partition/transport.h"
#include "runtime/run/run_output.h"

#include <limits.h>

bool
run_steps_check_graph(const struct job *job, struct error *error)
{
	return transport_supports(job->transport, job->processes, job->options, error) && (targets[job->backend.target].blocks
		|| error_set(error, EXIT_USAGE, "--graph is for GPUs, not backend %s", backend_names[job->backend.kind]));
}

void
run_steps_want_graph(const struct job *job, struct run_steps *r, int every)
{
	r->graph.steps = step_graph_steps(every, swaps_period(r->swaps, job->stencil->field_count));
}

/* Enqueues the n-th of so many steps. */
static bool
start(const struct job *job, const struct run_steps *r, int n, int steps, struct error *error)
{
	const struct group_step step = partition_step_of(r->partition, n, steps);

	return partition_step(r->partition, &job->kernel, &r->blocks, &step, error);
}

bool
run_steps_failed(const struct run_steps *r, int n, struct error *error)
{
	const int stuck = local_streams_stuck(&r->partition->streams);

	if (r->partition->count > 1)
		error_append(error, ", in step %d", stuck ? stuck : n);
	return false;
}

bool
run_steps_apply(const struct job *job, const struct run_steps *r, int n, double *seconds, struct error *error)
{
	const struct local_streams *streams = &r->partition->streams;
	const double began = now();
	const bool good = (!processes_fault(job->processes, n) || error_set(error, EXIT_IO, "a fault was asked for"))
		&& start(job, r, n, job->options->steps, error) && local_streams_mark(streams, n, error)
		&& (!run_output_wants(job, n) || local_streams_finish(streams, error));

	*seconds += now() - began;
	return good || run_steps_failed(r, n, error);
}

/* Whether steps from that one on do all that the graph does, and nothing else: no results are fetched, also for halos of those
 * of steps that follow, and the last one exchanges. */
static bool
are_captured(const struct job *job, const struct run_steps *r, int step)
{
	for (int n = step; n < step + r->graph.steps + r->swaps->most; n++)
		if (n >= job->options->steps || run_output_wants(job, n))
			return false;
	return true;
}

static bool
capture(const struct job *job, struct run_steps *r, struct error *error)
{
	bool good = step_graph_begin(&r->partition->streams, error);

	for (int n = 1; n <= r->graph.steps && good; n++) {
		good = start(job, r, n, INT_MAX, error);
		swaps_on_partition(r->swaps, r->partition);
	}
	return step_graph_end(&r->partition->streams, &r->graph, good ? error : NULL) && good;
}

bool
run_steps_replay(const struct job *job, struct run_steps *r, int *step, double *seconds, struct error *error)
{
	const struct local_streams *streams = &r->partition->streams;
	const int first = *step, steps = r->graph.steps;
	const double began = now();
	bool good;

	if (!steps || first == 1 || (first - 1) % steps || !are_captured(job, r, first))
		return true;
	good = local_streams_finish(streams, error) && (r->graph.recording || capture(job, r, error));
	for (; good && are_captured(job, r, *step); *step += steps)
		good = step_graph_replay(streams, &r->graph, error) && local_streams_mark(streams, *step + steps - 1, error);
	good = good && local_streams_finish(streams, error) && step_graph_leave(streams, error);
	*seconds += now() - began;
	return good || error_append(error, ", in steps %d to %d", first, first + steps - 1);
}
