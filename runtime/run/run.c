#include "runtime/run/run.h"

#include "runtime/cli/lists.h"
#include "runtime/partition/transport.h"
#include "runtime/run/mesh_axes.h"
#include "runtime/run/run_forcing.h"
#include "runtime/run/run_input.h"
#include "runtime/run/run_output.h"
#include "runtime/run/run_output_parts.h"
#include "runtime/run/run_ranks.h"
#include "runtime/run/run_results.h"
#include "runtime/run/run_spent.h"
#include "runtime/run/run_state.h"
#include "runtime/run/run_steps.h"
#include "runtime/run/runner.h"

#include <string.h>

#define GRID(name, domain) [GRID_##name] = &domain##_runner,
static const struct runner *const runners[GRID_COUNT] = {
#include "generator/language/grids.def"
};

static bool
build(struct job *job, struct error *error)
{
	struct built kernels[] = { job->kernel, job->single };
	struct progress progress;
	bool good;

	run_steps_show(job, &progress, NULL);
	job->backend.toolchain->building = progress_compiling;
	job->backend.toolchain->context = &progress;
	good = kernels_build(&job->backend, &job->tool->templates, &job->unit.source, kernels, job->single.plan ? 2 : 1, error);

	job->backend.toolchain->building = NULL;
	progress_close(&progress);
	job->kernel = kernels[0];
	job->single = kernels[1];
	return good;
}

/* Opens the backend, chooses the kernel and builds it. */
static bool
prepare_kernel(struct job *job, struct error *error)
{
	const struct arguments *o = job->options;
	struct arena *arena = &job->tool->arena;

	if (!backend_open(arena, o->backend ? o->backend : job->defaults->backend, job->runner->strict || o->verify || o->exact,
			&job->backend, error)
			|| !backend_check_gpu(&job->backend, o->device, error) || !backend_prepare(&job->backend, false, error))
		return false;
	return job->runner->choose(job, error) && build(job, error);
}

static void
report(const struct job *job, const struct run_results *out)
{
	const struct arguments *o = job->options;
	const char *fetch = !job->backend.fetch ? ""
		: arena_printf(&job->tool->arena, ", memory read by %d bytes", job->backend.fetch);

	printf("%s on %s (%s%s%s): %.0f %s, %d step%s in %.2f ms%s%s\n", job->kernel.name, backend_names[job->backend.kind],
		job->backend.info.name, fetch, out->parts ? out->parts : "", out->points, out->unit,
		o->steps, o->steps == 1 ? "" : "s", 1e3*out->seconds,
		out->spent ? out->spent : "", o->verify ? ", equal to the interpreter" : "");
}

/* Options of what only some families of grids have. */
static bool
check_parts(const struct job *job, struct error *error)
{
	const struct arguments *o = job->options;
	const char *option = o->ranks ? "ranks" : o->periodic ? "periodic" : o->exchange_every ? "exchange-every"
		: o->step_halos ? "step-halos" : o->overlap ? "overlap" : o->engine ? "engine" : o->comm_blocks ? "comm-blocks" : o->partition ? "partition" : o->share_gpus ? "share-gpus"
		: o->graph ? "graph" : NULL;

	if (option && !job->runner->parts)
		return error_set(error, EXIT_USAGE, "--%s is for stencils on structured grids and meshes: leave it out", option);
	if (job->processes->count > 1 && !job->runner->parts)
		return error_set(error, EXIT_USAGE, "%d ranks run, but sparse grids are not decomposed: start one process",
			job->processes->count);
	if (option && !o->ranks && !o->periodic && job->processes->count == 1)
		return error_set(error, EXIT_USAGE, "--%s is for halos that are exchanged: give --ranks or --periodic", option);
	if (o->overlap && strcmp(o->overlap, "on") && strcmp(o->overlap, "off"))
		return error_set(error, EXIT_USAGE, "--overlap accepts on or off, not '%s'", o->overlap);
	if (o->step_halos && strcmp(o->step_halos, "computed") && strcmp(o->step_halos, "exchanged"))
		return error_set(error, EXIT_USAGE, "--step-halos accepts computed or exchanged, not '%s'", o->step_halos);
	return transport_check(o, job->processes, error);
}

static bool
check_own_values(const struct job *job, struct error *error)
{
	const char *option = mesh_option(job->options);

	for (const struct field *f = job->stencil->fields; f && !job->runner->values; f = f->next)
		if (job->own[f->index])
			return error_set(error, EXIT_USAGE, "--in %s=@%s: only meshes have values of their own: name a file", f->name,
				job->own[f->index]);
	if (option && !job->runner->values)
		return error_set(error, EXIT_USAGE, "'%s' is not on a mesh: leave out --%s", job->stencil->name, option);
	return mesh_axes_check(job, error);
}

static bool
check_graph(const struct job *job, struct error *error)
{
	const struct arguments *o = job->options;

	if (!o->write_graph)
		return true;
	if (!job->runner->graph)
		return error_set(error, EXIT_USAGE, "--write-graph is for stencils on structured grids and meshes: leave it out");
	if (o->outs.count || o->log || o->save_state || o->ranks || job->processes->count > 1)
		return error_set(error, EXIT_USAGE,
			"--write-graph runs no steps: leave out --out, --log, --save-state and --ranks, and start one process");
	return true;
}

/* Writes the graph for partitioners. */
static bool
write_graph(const struct job *job, struct error *error)
{
	const char *path = job->options->write_graph;
	struct graph graph;
	long long edges;

	if (!job->runner->graph(job, &graph, error))
		return false;
	if (!graph_write(&graph, path, &edges, error))
		return error_prefix(error, "%s: cannot write: ", path);
	if (!job->options->quiet)
		printf("%s: %d %ss, %lld edges\n", path, graph.inner_count, graph.element, edges);
	return true;
}

/* All that comes before the first step. */
static bool
prepare(struct job *job, struct run_results *out, struct error *error)
{
	return run_output_begin(job, out, error) && check_own_values(job, error) && check_graph(job, error)
		&& check_parts(job, error) && run_input_load(job, error) && job->runner->open(job, error) && run_state_check(job, error)
		&& (job->options->write_graph ? write_graph(job, error) : prepare_kernel(job, error));
}

static const char *
subdomains_text(struct arena *arena, const struct decomposition *decomposition)
{
	return decomposition->owners && decomposition->ranks[1] == 1 ? arena_printf(arena, "%d subdomains", decomposition->ranks[0])
		: arena_printf(arena, "%dx%d subdomains", decomposition->ranks[0], decomposition->ranks[1]);
}

/* What the report says of the decomposition; NULL: there is none. */
static const char *
decomposition_text(const struct job *job)
{
	struct arena *arena = &job->tool->arena;
	const struct partition *p = &job->run->partition;
	const char *text = p->count == 1 ? NULL : arena_printf(arena, ", %s, %s, %s", subdomains_text(arena, &p->decomposition),
		transport_text(arena, &p->decomposition.transport, job->processes, p->streams.engine),
		partition_overlaps(p) ? "overlap" : "no overlap");

	if (text && p->rows.count > 1)
		text = arena_printf(arena, "%s, %d exchange%s within a step", text, p->rows.count - 1, p->rows.count == 2 ? "" : "s");

	return !job->run->graph.recording ? text
		: arena_printf(arena, "%s, graph of %d steps", text ? text : "", job->run->graph.steps);
}

/* Applies all steps, and verifies what they leave, if asked to. */
static bool
apply(struct job *job, struct run_results *out, struct error *error)
{
	struct run_steps *run = job->run;
	const struct local_streams *streams = &run->partition.streams;

	if (!job->runner->place(job, out, error))
		return processes_abort(job->processes, job->tool, error);
	if (!processes_agree(job->processes, job->tool, !job->options->verify || job->runner->solve(job, error), error))
		return false;
	if (!run_spent_begin(job, streams, run->decomposition.every, partition_overlaps(&run->partition), error)
			|| !run_steps(job, out, error) || !run_spent_end(job, streams, out, error))
		return processes_abort(job->processes, job->tool, error);
	out->parts = decomposition_text(job);
	if (job->options->verify && !run_results_verify(job, out, error))
		return false;
	return !job->options->save_state || run_state_save(job, job->options->steps, error)
		|| processes_abort(job->processes, job->tool, error);
}

/* Steps, and what is written of them: by rank 0, if there are several. */
static bool
run_family(struct job *job, struct run_results *out, struct error *error)
{
	bool good = processes_agree(job->processes, job->tool, apply(job, out, error), error);

	for (int i = 0; i < job->stencil->field_count; i++)
		out->arrays[i].fortran = out->arrays[i].ndim > 1 && job_is_fortran(job);
	good = good && (job->processes->rank ? run_output_join : run_output_finish)(job, out, error);
	good = processes_agree(job->processes, job->tool, good, error);
	if (good && !job->options->quiet && !job->processes->rank)
		report(job, out);
	return good;
}

static bool
read_options(struct job *job, struct error *error)
{
	const struct arguments *o = job->options;

	return backend_choose_gpu(o->device, error) && (!o->precision || read_precision(&job->tool->arena, o->precision, &job->precision, error))
		&& (!o->fields || read_layout(&job->tool->arena, o->fields, &job->layout, error))
		&& (!o->levels || read_levels(&job->tool->arena, o->levels, &job->levels, error));
}

bool
run_file(struct tool *tool, struct arguments *options, const struct arguments *defaults, const char *path,
	struct error *error)
{
	struct processes processes;
	struct run_steps run = { .decomposition = { .ranks = { 1, 1 }, .every = 1 } };
	struct job job = { .tool = tool, .options = options, .defaults = defaults, .processes = &processes, .run = &run };
	struct run_results out = { .unit = "points" };
	bool good;

	processes_find(&processes, tool->name);
	good = read_options(&job, error) && run_input(&job, path, error) && run_forcing_open(&job, error);
	if (good) {
		out.arrays = arena_array(&tool->arena, struct array, job.stencil->field_count + 1);
		out.in_parts = arena_array(&tool->arena, bool, job.stencil->field_count + 1);
		job.runner = runners[job.stencil->family];
		good = prepare(&job, &out, error);
	}
	good = run_ranks_join(&job, good, error);
	if (good && !options->write_graph)
		good = run_family(&job, &out, error);
	run_output_discard(&out);
	step_graph_free(&run.graph);
	partition_close(&run.partition);
	if (job.runner)
		job.runner->close(&job);
	run_forcing_free(&job);
	run_input_free(&job);
	processes_leave(&processes);
	return good;
}
