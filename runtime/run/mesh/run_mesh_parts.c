#include "runtime/run/mesh/run_mesh_parts.h"

#include "runtime/meshproblem/mesh_read.h"
#include "runtime/partition/copy.h"
#include "runtime/partition/cut_text.h"
#include "runtime/run/mesh/mesh_values.h"
#include "runtime/run/run_output.h"
#include "runtime/run/run_spent.h"
#include "runtime/run/run_steps.h"
#include "runtime/run/run_verdict.h"

/* What must be done and known before processes join. */
static bool
prepare_parts(const struct job *job, int count, struct transport *transport, struct error *error)
{
	const struct arguments *o = job->options;

	*transport = transport_read(o);
	if (!job->backend.device->streams)
		return error_set(error, EXIT_IO, "no nvcc: parts need it, NVRTC is for one");
	return transport_prepare(transport, job->processes, count, false, &job->tool->templates, &job->backend, error)
		&& (!o->graph || run_steps_check_graph(job, error));
}

bool
run_mesh_parts_read(const struct job *job, int *count, struct transport *transport, struct error *error)
{
	const struct arguments *o = job->options;
	const int processes = job->processes->count;
	int ranks[2] = { processes, 0 };

	if (o->periodic)
		return error_set(error, EXIT_USAGE, "--periodic is for stencils on planes, not on meshes");
	if (o->ranks && (!cut_read_ranks(o->ranks, ranks) || ranks[1]))
		return error_set(error, EXIT_USAGE, "--ranks takes the number of a mesh's parts, at most %d; not '%s'", MOST_PARTS,
			o->ranks);
	if (processes > 1 && ranks[0] != processes)
		return error_set(error, EXIT_USAGE, "--ranks %s is %d part%s, but %d ranks run", o->ranks, ranks[0],
			ranks[0] == 1 ? "" : "s", processes);
	if (o->partition && ranks[0] == 1)
		return error_set(error, EXIT_USAGE, "--partition is for several parts: give --ranks");
	if (o->graph && ranks[0] == 1)
		return error_set(error, EXIT_USAGE, "--graph is for steps of several parts");
	*count = ranks[0];
	return ranks[0] == 1 || prepare_parts(job, ranks[0], transport, error);
}

static bool
fetch_parts(const struct job *job, const struct partition *parts, struct array *results, struct error *error)
{
	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		if (f->role == ROLE_IN)
			continue;
		if (!partition_fetch(parts, f, error))
			return false;
		results[f->index] = mesh_values_array(parts->whole, f);
	}
	return true;
}

static bool
steps_of_parts(const struct job *job, struct run_steps *r, struct run_results *out, struct error *error)
{
	bool good = true;

	for (int step = 1; step <= job->options->steps && good; step++) {
		good = run_steps_replay(job, r, &step, &out->seconds, error) && run_steps_apply(job, r, step, &out->seconds, error);
		if (good && run_output_wants(job, step))
			good = fetch_parts(job, r->partition, out->arrays, error)
				&& (job->processes->rank || run_output_save(job, out, step, error));
		if (step < job->options->steps)
			swaps_on_partition(r->swaps, r->partition);
	}
	return good;
}

static bool
verify_parts(const struct job *job, const struct partition *parts, struct array *results, struct error *error)
{
	struct array *expected = arena_array(&job->tool->arena, struct array, job->stencil->field_count + 1);
	struct verdict verdict;

	if (!partition_compare(parts, &verdict, error) || !run_verdict_of_parts(job, &verdict, error))
		return processes_abort(job->processes, job->tool, error);
	if (job->processes->rank)
		return run_verdict(job, &verdict, NULL, NULL, error);
	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		expected[f->index] = results[f->index];
		expected[f->index].data = parts->expected[f->index];
	}
	return run_verdict(job, &verdict, results, expected, error);
}

/* What a step computes for the next one to read around its elements. In a group of several, halos become stale from step to step:
 * of all levels of time that go on, and of what is updated in place. */
static const bool *
find_exchanged(const struct job *job, const struct swaps *swaps, int every)
{
	bool *exchanged = arena_array(&job->tool->arena, bool, job->stencil->field_count + 1);

	for (const struct field *f = job->stencil->fields; f; f = f->next)
		exchanged[f->index] = job->options->steps > 1 && f->where.location == job->stencil->location
			&& ((swaps_hand_on(swaps, f) && (every > 1 || f->role != ROLE_IN)) || (every > 1 && f->role == ROLE_INOUT));
	return exchanged;
}

bool
run_mesh_parts(struct job *job, struct partition *parts, const struct mesh_cutting *how, struct run_results *out,
	struct error *error)
{
	const int every = job->options->exchange_every ? job->options->exchange_every : 1;
	struct owners *owners = arena_new(&job->tool->arena, struct owners);
	const struct cut cut = { .ranks = { how->count, 1 }, .owners = owners, .every = every, .overlap = job_overlaps(job),
		.transport = how->transport };
	const struct partition_setup setup = { job->processes, &job->tool->templates, &job->backend, &job->kernel, &cut,
		find_exchanged(job, how->swaps, every) };
	const struct stencil_block block = { how->block.x, how->block.y, how->block.z };
	struct run_steps run = { .partition = parts, .swaps = how->swaps, .blocks = { &block, 1 } };
	const char *partition = job->options->partition ? job->options->partition : "curve";
	bool good;

	owners->graph = graph_of_mesh(&job->tool->arena, how->problem);
	good = (owners_find(owners, &job->tool->arena, partition, cut.ranks, error)
		&& unstructured_open(parts, &setup, how->problem, how->numbering, error)) || mesh_error(job->options->mesh, error);
	if (!processes_agree(job->processes, job->tool, good, error))
		return false;
	out->parts = arena_printf(&job->tool->arena, ", %d parts, %s, %s", how->count, transport_text(&job->tool->arena,
		&cut.transport, job->processes, parts->streams.engine), partition_overlaps(parts) ? "overlap" : "no overlap");
	if (job->options->graph)
		run_steps_want_graph(job, &run, every);
	good = run_spent_begin(job, &parts->streams, every, partition_overlaps(parts), error) && steps_of_parts(job, &run, out, error)
		&& run_spent_end(job, &parts->streams, out, error);
	if (run.graph.recording)
		out->parts = arena_printf(&job->tool->arena, "%s, graph of %d steps", out->parts, run.graph.steps);
	step_graph_free(&run.graph);
	if (!good)
		return processes_abort(job->processes, job->tool, error);
	return !job->options->verify || verify_parts(job, parts, out->arrays, error);
}
