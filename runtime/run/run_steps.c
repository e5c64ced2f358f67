#include "runtime/run/run_steps.h"

#include "runtime/formats/clock.h"
#include "runtime/partition/copy.h"
#include "runtime/partition/step.h"
#include "runtime/partition/transport.h"
#include "runtime/run/run_forcing.h"
#include "runtime/run/run_log.h"
#include "runtime/run/run_output.h"
#include "runtime/run/run_results.h"
#include "runtime/run/run_state.h"
#include "runtime/run/run_time.h"
#include "runtime/run/run_watch.h"

#include <limits.h>
#include <string.h>

bool
run_steps_check_ranks(const struct job *job, int subdomains, struct error *error)
{
	const int processes = job->processes->count;

	return processes == 1 || subdomains == processes || error_set(error, EXIT_USAGE,
		"--ranks %s is %d subdomain%s, but %d ranks run: start %d",
		job->options->ranks, subdomains, subdomains == 1 ? "" : "s", processes, subdomains);
}

bool
run_steps_check_graph(const struct job *job, struct error *error)
{
	struct run_steps *r = job->run;

	if (!job->options->graph)
		return true;
	if (decomposition_is_none(&r->decomposition))
		return error_set(error, EXIT_USAGE, "--graph is for steps of several subdomains, or --periodic: leave it out");
	if (job_steps_at_once(job) > 1)
		return error_set(error, EXIT_USAGE, "--graph is for single steps: use --steps-per-launch 1");
	if (!transport_supports(&r->decomposition.transport, job->processes, job->options, error))
		return false;
	if (!targets[job->backend.target].blocks)
		return error_set(error, EXIT_USAGE, "--graph is for GPUs, not backend %s: leave it out", backend_names[job->backend.kind]);
	r->graph.steps = step_graph_steps(r->decomposition.every, swaps_period(&r->swaps, job->stencil->field_count));
	return true;
}

const bool *
run_steps_exchanged(const struct job *job)
{
	const struct run_steps *r = job->run;
	bool *exchanged = arena_array(&job->tool->arena, bool, job->stencil->field_count + 1);

	for (const struct field *f = job->stencil->fields; f; f = f->next)
		exchanged[f->index] = job->options->steps > 1
			&& decomposition_exchanges(&r->decomposition, job->stencil, f, swaps_carry(&r->swaps, f));
	return exchanged;
}

/* Whether arrays are fetched after a step. */
static bool
wants(const struct job *job, int step)
{
	return run_output_wants(job, step) || job->options->log || run_state_wants(job, step) || run_watch_wants(job, step);
}

/* Enqueues the n-th of so many steps, or the launch of several that ends with it. */
static bool
start(const struct job *job, const struct run_steps *r, int n, int steps, struct error *error)
{
	const int at_once = job_steps_at_once(job);
	const bool is_left = n > job->options->steps/at_once*at_once;
	const struct group_step step = partition_step_of(&r->partition, n, is_left ? 1 : at_once, steps);

	return partition_step(&r->partition, is_left ? &job->single : &job->kernel, is_left ? &r->single_blocks : &r->blocks, &step, error);
}

/* Adds to an error of several subdomains the step that failed, or an earlier one that had not ended. Returns false. */
static bool
fail(const struct run_steps *r, int n, struct error *error)
{
	const int stuck = local_streams_stuck(&r->partition.streams);

	if (r->partition.count > 1)
		error_append(error, ", in step %d", stuck ? stuck : n);
	return false;
}

/* Applies the kernel once: the n-th step, or the last of those that a launch does. It has run if its results are wanted. */
static bool
apply(const struct job *job, const struct run_steps *r, int n, double *seconds, struct error *error)
{
	const struct local_streams *streams = &r->partition.streams;
	const double began = now();
	const bool good = (!processes_fault(job->processes, n) || error_set(error, EXIT_IO, "a fault was requested"))
		&& start(job, r, n, job->options->steps, error) && local_streams_mark(streams, n, error)
		&& (!wants(job, n) || local_streams_finish(streams, error));

	*seconds += now() - began;
	return good || fail(r, n, error);
}

/* Whether steps from that one on do all that the graph does, and nothing else: no results are fetched, also for halos of those
 * of steps that follow, and the last one exchanges. */
static bool
are_captured(const struct job *job, const struct run_steps *r, int step)
{
	for (int n = step; n < step + r->graph.steps + r->swaps.most; n++)
		if (n >= job->options->steps || wants(job, n))
			return false;
	return true;
}

static bool
capture(const struct job *job, struct run_steps *r, struct error *error)
{
	bool good = step_graph_begin(&r->partition.streams, error);

	for (int n = 1; n <= r->graph.steps && good; n++) {
		good = start(job, r, n, INT_MAX, error);
		swaps_on_partition(&r->swaps, &r->partition);
	}
	return step_graph_end(&r->partition.streams, &r->graph, good ? error : NULL) && good;
}

/* Before step *step: replays as many steps as the graph has, if all that they would do is in it, and again; *step is then the next
 * one. The first steps are not replayed, and the graph is captured after these. */
static bool
replay(const struct job *job, struct run_steps *r, int *step, double *seconds, struct error *error)
{
	const struct local_streams *streams = &r->partition.streams;
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

/* Waits for the steps that are enqueued, which is their time. */
static bool
finish(const struct run_steps *r, double *seconds, struct error *error)
{
	const double began = now();
	const bool good = local_streams_finish(&r->partition.streams, error);

	*seconds += now() - began;
	return good;
}

/* Halos that are filled in a step, and written after it or, if arrays are swapped, after one of the next. */
static bool
fetch_halos(const struct job *job, int step, enum halo_source source, double *seconds, struct error *error)
{
	const struct run_steps *r = job->run;
	bool are_wanted = false;

	if (!partition_fills_halos(&r->partition, source))
		return true;
	for (int n = step; n <= step + r->swaps.most && n <= job->options->steps; n++)
		are_wanted |= wants(job, n);
	return !are_wanted || (finish(r, seconds, error) && partition_fetch_halos(&r->partition, source, error)) || fail(r, step, error);
}

static bool
save(const struct job *job, int step, struct run_results *out, struct error *error)
{
	double time = 0;

	if (run_watch_wants(job, step) && !run_watch(job, step, error))
		return false;
	if ((job->options->log || run_output_wants(job, step)) && !run_time_find(job, step, &time, error))
		return false;
	if (job->options->log && !run_log_step(job, step, time, error))
		return false;
	if (run_output_wants(job, step) && (!run_results_fetch(job, false, step == job->options->steps, out, error)
			|| (!job->processes->rank && !run_output_save(job, out, step, time, error))))
		return false;
	return !run_state_wants(job, step) || run_state_save(job, step, error);
}

/* The whole domain's arrays keep the halos of those of the subdomains. */
static void
swap(const struct run_steps *r)
{
	swaps_on_partition(&r->swaps, &r->partition);
	swaps_on_arrays(&r->swaps, r->partition.arrays);
}

void
run_steps_show(const struct job *job, struct progress *progress, const char *stage)
{
	progress_open(progress, job->tool->name, false);
	progress->shown = progress->shown && !job->options->quiet && !job->processes->rank;
	if (stage)
		progress_stage(progress, stage, job->options->steps);
	progress->unit = stage ? "steps" : NULL;
}

/* All subdomains take params from one array, which changes between steps. */
static void
begin_forcing(const struct job *job, double *params)
{
	const struct partition *p = &job->run->partition;

	for (int rank = p->first; rank < p->end && job->forcing; rank++) {
		struct device_binding *binding = p->subdomains[rank].binding;

		memcpy(params, binding->params, (size_t)job->stencil->param_count*sizeof *params);
		binding->params = params;
	}
}

/* Params and fields of a step. Fields change when earlier steps have run. */
static bool
force(const struct job *job, const struct run_steps *r, int step, double *params, double *seconds, struct error *error)
{
	if (!run_forcing_set(job, step, params, r->partition.arrays, error))
		return false;
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (run_forcing_changed(job, f) && !(finish(r, seconds, error) && partition_store(&r->partition, f, error)))
			return fail(r, step, error);
	return true;
}

bool
run_steps(const struct job *job, struct run_results *out, struct error *error)
{
	struct run_steps *r = job->run;
	double *params = arena_array(&job->tool->arena, double, job->stencil->param_count + 1);
	struct progress progress;
	bool good = true;

	if (!job->processes->rank && !(run_output_begin_series(job, out, error) && run_log_begin(job, error)))
		return false;
	begin_forcing(job, params);
	run_forcing_forget(job);
	run_steps_show(job, &progress, "running");
	for (int step = job_next_step(job, 0); step <= job->options->steps && good; step = job_next_step(job, step)) {
		good = force(job, r, step, params, &out->seconds, error) && replay(job, r, &step, &out->seconds, error) && fetch_halos(job, step, HALO_BEFORE, &out->seconds, error)
			&& apply(job, r, step, &out->seconds, error) && fetch_halos(job, step, HALO_BEHIND, &out->seconds, error)
			&& save(job, step, out, error);
		if (step < job->options->steps)
			swap(r);
		progress_add(&progress, step - progress.done);
	}
	progress_close(&progress);
	return good;
}
