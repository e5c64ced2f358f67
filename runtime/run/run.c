#include "runtime/run/run.h"

#include "runtime/cli/lists.h"
#include "runtime/run/mesh_axes.h"
#include "runtime/run/run_input.h"
#include "runtime/run/run_ranks.h"
#include "runtime/run/run_output.h"
#include "runtime/run/run_output_parts.h"
#include "runtime/run/runner.h"

#include <string.h>

#define GRID(name) [GRID_##name] = &name##_runner,
static const struct runner *const runners[GRID_COUNT] = {
#include "generator/language/grids.def"
};

/* Opens the backend, chooses the kernel and builds it. */
static int
prepare_kernel(struct job *job)
{
	const struct arguments *o = job->options;
	struct arena *arena = &job->tool->arena;
	struct error error;
	int status;

	if (!backend_open(arena, o->backend ? o->backend : job->defaults->backend, job->runner->strict || o->verify || o->exact,
			&job->backend, &error)
			|| !backend_prepare(&job->backend, false, &error))
		return tool_report(job->tool, &error);
	status = job->runner->choose(job);
	if (!status && !kernels_build(&job->backend, &job->tool->templates, &job->unit.source, &job->kernel, 1,
			&error))
		status = tool_report(job->tool, &error);
	return status;
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

static int
check_engine(const struct job *job)
{
	const char *why = carrier_refusal(&job->tool->arena, job->options->engine, job->options->comm_blocks, job->ranks);

	return why ? tool_fail(job->tool, EXIT_USAGE, "%s", why) : EXIT_GOOD;
}

/* Options of what only some families of grids have. */
static int
check_parts(const struct job *job)
{
	const struct arguments *o = job->options;
	const char *option = o->ranks ? "ranks" : o->periodic ? "periodic" : o->exchange_every ? "exchange-every"
		: o->overlap ? "overlap" : o->engine ? "engine" : o->comm_blocks ? "comm-blocks" : o->partition ? "partition" : o->share_gpus ? "share-gpus"
		: o->graph ? "graph" : NULL;

	if (option && !job->runner->parts)
		return tool_fail(job->tool, EXIT_USAGE, "--%s is for stencils on planes and meshes so far", option);
	if (job->ranks->count > 1 && !job->runner->parts)
		return tool_fail(job->tool, EXIT_USAGE, "%d ranks run, but only stencils on planes and meshes are cut into parts so far",
			job->ranks->count);
	if (option && !o->ranks && !o->periodic && job->ranks->count == 1)
		return tool_fail(job->tool, EXIT_USAGE, "--%s is for halos that are exchanged: give --ranks or --periodic", option);
	if (o->overlap && strcmp(o->overlap, "on") && strcmp(o->overlap, "off"))
		return tool_fail(job->tool, EXIT_USAGE, "--overlap takes on or off, not '%s'", o->overlap);
	return check_engine(job);
}

static int
check_own_values(const struct job *job)
{
	const struct arguments *o = job->options;

	for (const struct field *f = job->stencil->fields; f && !job->runner->values; f = f->next)
		if (job->own[f->index])
			return tool_fail(job->tool, EXIT_USAGE, "--in %s=@%s: only meshes have values of their own", f->name,
				job->own[f->index]);
	if (!job->runner->values && (o->mesh || o->size_levels || o->axes || o->relations.count))
		return tool_fail(job->tool, EXIT_USAGE, "'%s' is not on a mesh: it takes no --%s", job->stencil->name,
			o->mesh ? "mesh" : o->axes ? "axes" : o->size_levels ? "size-levels" : "relation");
	return mesh_axes_check(job);
}

static int
check_graph(const struct job *job)
{
	const struct arguments *o = job->options;

	if (!o->write_graph)
		return EXIT_GOOD;
	if (!job->runner->graph)
		return tool_fail(job->tool, EXIT_USAGE, "--write-graph is for stencils on structured grids and meshes");
	if (o->outs.count || o->ranks || job->ranks->count > 1)
		return tool_fail(job->tool, EXIT_USAGE, "--write-graph applies nothing: it goes without --out, --ranks and several processes");
	return EXIT_GOOD;
}

/* Writes the graph for partitioners. */
static int
write_graph(const struct job *job)
{
	const char *path = job->options->write_graph;
	struct graph graph;
	struct error error;
	long long edges;
	const int status = job->runner->graph(job, &graph);

	if (status)
		return status;
	if (!graph_write(&graph, path, &edges, &error))
		return tool_fail(job->tool, EXIT_IO, "%s: cannot write: %s", path, error.text);
	if (!job->options->quiet)
		printf("%s: %d %ss, %lld edges\n", path, graph.inner_count, graph.element, edges);
	return EXIT_GOOD;
}

/* All that comes before the first step. */
static int
prepare(struct job *job, struct run_results *out)
{
	int status = run_output_begin(job, out);

	if (!status)
		status = check_own_values(job);
	if (!status)
		status = check_graph(job);
	if (!status)
		status = check_parts(job);
	if (!status)
		status = run_input_load(job);
	if (!status)
		status = job->runner->open(job);
	if (status)
		return status;
	return job->options->write_graph ? write_graph(job) : prepare_kernel(job);
}

/* Steps, and what is written of them: by rank 0, if there are several. */
static int
run_family(struct job *job, struct run_results *out)
{
	int status = ranks_agree(job->ranks, job->runner->apply(job, out));

	for (int i = 0; i < job->stencil->field_count; i++)
		out->arrays[i].fortran = out->arrays[i].ndim > 1 && job_is_fortran(job);
	if (!status)
		status = (job->ranks->rank ? run_output_join : run_output_finish)(job, out);
	status = ranks_agree(job->ranks, status);
	if (!status && !job->options->quiet && !job->ranks->rank)
		report(job, out);
	return status;
}

static int
read_options(struct job *job)
{
	const struct arguments *o = job->options;
	int status = o->precision ? read_precision(job->tool, o->precision, &job->precision) : EXIT_GOOD;

	if (!status && o->fields)
		status = read_layout(job->tool, o->fields, &job->layout);
	return !status && o->levels ? read_levels(job->tool, o->levels, &job->levels) : status;
}

int
run_file(struct tool *tool, struct arguments *options, const struct arguments *defaults, const char *path)
{
	struct ranks ranks;
	struct job job = { .tool = tool, .options = options, .defaults = defaults, .ranks = &ranks };
	struct run_results out = { .unit = "points" };
	int status;

	ranks_find(&ranks, tool->name);
	status = read_options(&job);
	if (!status)
		status = run_input(&job, path);
	if (!status) {
		out.arrays = arena_array(&tool->arena, struct array, job.stencil->field_count + 1);
		job.runner = runners[job.stencil->family];
		status = prepare(&job, &out);
	}
	status = run_ranks_join(&job, status);
	if (!status && !options->write_graph)
		status = run_family(&job, &out);
	run_output_discard(&out);
	if (job.runner)
		job.runner->close(&job);
	run_input_free(&job);
	ranks_leave(&ranks);
	return status;
}
