#include "runtime/run/runner.h"

#include "generator/plan/exact.h"
#include "runtime/cli/lists.h"
#include "runtime/partition/columns.h"
#include "runtime/problem/plane_wrap.h"
#include "runtime/run/plane/plane_choice.h"
#include "runtime/run/plane/plane_cut.h"
#include "runtime/run/plane/plane_results.h"
#include "runtime/run/plane/plane_solve.h"
#include "runtime/run/run_output.h"
#include "runtime/run/run_spent.h"
#include "runtime/run/run_tuned.h"

#include <stdlib.h>
#include <string.h>

/* Moves the arrays into the problem, with halos where they are periodic; outs start as 0 or as their partner. What is still
 * in files the parts read. */
static bool
fill_problem(const struct job *job, const struct plane_run *r, struct error *error)
{
	struct problem *problem = r->problem;

	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		problem->fields[f->index] = job->arrays[f->index].data;
		job->arrays[f->index].data = NULL;
		if (problem->fields[f->index] && !job->arrays[f->index].later)
			plane_wrap(problem, f, field_element(f), problem->fields[f->index], r->cut.periodic);
	}
	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		const size_t count = problem_elements(problem, f), size = field_element(f);
		const struct field *partner = r->swaps.partners[f->index];

		if (problem->fields[f->index])
			continue;
		problem->fields[f->index] = calloc(count, size);
		if (!problem->fields[f->index])
			return error_no_memory(error);
		if (partner && !job->arrays[partner->index].later)
			memcpy(problem->fields[f->index], problem->fields[partner->index], count*size);
	}
	return true;
}

static bool
open_plane(struct job *job, struct error *error)
{
	struct plane_run *r = arena_new(&job->tool->arena, struct plane_run);
	const int *size = r->extent.size;

	job->state = r;
	r->steps = (struct run_steps){ .partition = &r->parts, .swaps = &r->swaps };
	if (job->options->formulas.count)
		return error_set(error, EXIT_USAGE, "--formula is for stencils on sparse grids");
	if (job->options->dim || job->options->level || job->options->pad)
		return error_set(error, EXIT_USAGE, "--%s is for stencils on sparse grids",
			job->options->dim ? "dim" : job->options->level ? "level" : "pad");
	if (!plane_arrays_check(job, &r->extent, error) || !run_tuned_complete(job, size, error) || !swaps_read(job, &r->swaps, error)
			|| !plane_cut_read(job, &r->cut, error))
		return false;
	r->problem = problem_create(job->plan, size);
	if (!r->problem)
		return error_no_memory(error);
	return job_read_params(job, r->problem->params, error) && problem_has_points(r->problem, error)
		&& fill_problem(job, r, error) && read_order(job->options->order, &r->order, error);
}

static bool
find_graph(const struct job *job, struct graph *graph, struct error *error)
{
	const struct plane_run *r = job->state;

	if (job->plan->program)
		return error_set(error, EXIT_USAGE, "'%s' has several kernels: its parts are rectangles so far, it takes no"
			" --write-graph", job->stencil->name);
	*graph = columns_graph(&job->tool->arena, r->problem, r->cut.periodic, NULL);
	return true;
}

/* The steps that a launch does. */
static int
steps_at_once(const struct job *job)
{
	const int steps = job->kernel.variant.tunables[TUNABLE_steps_per_launch];

	return steps ? steps : 1;
}

static bool
check_steps(const struct job *job, struct error *error)
{
	const struct arguments *o = job->options;
	const int at_once = steps_at_once(job);

	if (o->steps % at_once)
		return error_set(error, EXIT_USAGE, "--steps %d is no multiple of --steps-per-launch %d", o->steps, at_once);
	if (o->save_every % at_once)
		return error_set(error, EXIT_USAGE, "--save-every %d is no multiple of --steps-per-launch %d", o->save_every,
			at_once);
	return true;
}

static bool
check_graph(const struct job *job, struct plane_run *r, struct error *error)
{
	if (!job->options->graph)
		return true;
	if (!run_steps_check_graph(job, error))
		return false;
	if (cut_is_none(&r->cut))
		return error_set(error, EXIT_USAGE, "--graph is for steps of several parts, or --periodic");
	run_steps_want_graph(job, &r->steps, r->cut.every);
	return true;
}

static bool
choose_plane(struct job *job, struct error *error)
{
	struct plane_run *r = job->state;

	if (job->options->verify && job->options->steps > 1 && backend_is_gpu(&job->backend)
			&& !is_exact(job->plan))
		return error_set(error, EXIT_USAGE, "'%s' calls functions of which a GPU has its own:"
			" --verify can check one step only", job->stencil->name);
	job->transport = &r->cut.transport;
	return run_tuned_check(job, error) && plane_choice(job, r->problem->size, &r->order, &r->steps.blocks, error)
		&& plane_cut_check(job, &r->cut, r->problem, &r->swaps, error) && check_graph(job, r, error)
		&& check_steps(job, error);
}

/* Where data is that was not read yet; outs start as their partner. */
static const struct field_file *
files_of(const struct job *job, const struct swaps *swaps)
{
	struct field_file *files = arena_array(&job->tool->arena, struct field_file, job->stencil->field_count + 1);

	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		const struct field *from = swaps->partners[f->index] ? swaps->partners[f->index] : f;

		if (job->arrays[from->index].later)
			files[f->index] = (struct field_file){ job->ins[from->index].path, &job->arrays[from->index] };
	}
	return files;
}

/* Lays the problem out on the device, with the kernel's table. */
static bool
open_parts(struct job *job, struct plane_run *r, struct error *error)
{
	const struct partition_setup setup = { job->processes, &job->tool->templates, &job->backend, &job->kernel, &r->cut,
		plane_cut_exchanged(job, &r->cut, &r->swaps) };

	return structured_open(&r->parts, &setup, r->problem, &r->order, files_of(job, &r->swaps), error);
}

/* Halos that are filled in a step, and written behind it or, if arrays are swapped, behind one of the next. */
static bool
fetch_halos(const struct job *job, int step, enum halo_source source, struct error *error)
{
	const struct plane_run *r = job->state;
	bool are_wanted = false;

	for (int n = step; n <= step + r->swaps.most && n <= job->options->steps; n++)
		are_wanted |= run_output_wants(job, n);
	return !are_wanted || (local_streams_finish(&r->parts.streams, error) && structured_fetch_halos(&r->parts, source, error))
		|| run_steps_failed(&r->steps, step, error);
}

/* The whole problem's arrays have the halos of the parts'. */
static void
swap_arrays(const struct plane_run *r)
{
	swaps_on_partition(&r->swaps, &r->parts);
	swaps_on_arrays(&r->swaps, r->problem->fields);
}

static bool
run_steps(const struct job *job, struct run_results *out, struct error *error)
{
	struct plane_run *r = job->state;
	const int at_once = steps_at_once(job);
	bool good = true;

	for (int step = at_once; step <= job->options->steps && good; step += at_once) {
		good = run_steps_replay(job, &r->steps, &step, &out->seconds, error) && fetch_halos(job, step, HALO_BEFORE, error)
			&& run_steps_apply(job, &r->steps, step, &out->seconds, error) && fetch_halos(job, step, HALO_BEHIND, error);
		if (good && run_output_wants(job, step))
			good = plane_results_fetch(job, r, false, step == job->options->steps, out, error)
				&& (job->processes->rank || run_output_save(job, out, step, error));
		if (step < job->options->steps)
			swap_arrays(r);
	}
	return good;
}

/* Finds what is expected; of several processes each does it for its own part. */
static bool
solve(const struct job *job, const struct plane_run *r, struct error *error)
{
	struct subdomain *own = &r->parts.subdomains[r->parts.first];
	bool periodic[2];

	if (job->processes->count == 1 || r->parts.has)
		return plane_solve(job, r->problem, &r->swaps, r->cut.periodic, error);
	own->window = structured_window(&r->parts, own, job->options->steps, periodic, error);
	if (!own->window)
		return error_prefix(error, "--verify takes memory for a part and what %d steps read around it, less for fewer steps and more"
			" ranks: ", job->options->steps);
	return plane_solve(job, own->window, &r->swaps, periodic, error);
}

static bool
apply_plane(struct job *job, struct run_results *out, struct error *error)
{
	struct plane_run *r = job->state;
	bool good;

	if (!open_parts(job, r, error) || !plane_results_count_inputs(job, r, error))
		return processes_abort(job->processes, job->tool, error);
	if (!processes_agree(job->processes, job->tool, !job->options->verify || solve(job, r, error), error))
		return false;
	out->points = problem_points(r->problem);
	out->partners = r->swaps.partners;
	out->in_parts = arena_array(&job->tool->arena, bool, job->stencil->field_count + 1);
	out->part_cells = plane_results_cells;
	out->write_part = plane_results_write;
	out->parts = plane_cut_text(job, &r->parts);
	good = run_spent_begin(job, &r->parts.streams, r->cut.every, partition_overlaps(&r->parts), error)
		&& run_steps(job, out, error) && run_spent_end(job, &r->parts.streams, out, error);
	if (!good)
		return processes_abort(job->processes, job->tool, error);
	if (r->steps.graph.recording)
		out->parts = arena_printf(&job->tool->arena, "%s, graph of %d steps", out->parts ? out->parts : "", r->steps.graph.steps);
	return !job->options->verify || plane_results_verify(job, r, out, error);
}

static void
close_plane(struct job *job)
{
	struct plane_run *r = job->state;

	if (!r)
		return;
	step_graph_free(&r->steps.graph);
	partition_close(&r->parts);
	problem_free(r->problem);
}

const struct runner plane_runner = {
	.picture = FORMAT_VTI, .parts = true, .part_files = true, .name_dimensions = plane_arrays_name,
	.graph = find_graph, .open = open_plane, .choose = choose_plane, .apply = apply_plane, .close = close_plane,
};
