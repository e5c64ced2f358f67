#include "runtime/run/runner.h"

#include "generator/plan/exact.h"
#include "runtime/cli/lists.h"
#include "runtime/partition/columns.h"
#include "runtime/partition/structured.h"
#include "runtime/problem/plane_wrap.h"
#include "runtime/run/plane_arrays.h"
#include "runtime/run/plane_choice.h"
#include "runtime/run/plane_decomposition.h"
#include "runtime/run/plane_results.h"
#include "runtime/run/plane_solve.h"
#include "runtime/run/run_forcing.h"
#include "runtime/run/run_steps.h"
#include "runtime/run/run_tuned.h"

#include <stdlib.h>
#include <string.h>

struct plane_run {
	struct extent extent;
	struct problem *problem;
	struct order order;
};

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
			plane_wrap(problem, f, field_element(f), problem->fields[f->index], job->run->decomposition.periodic);
	}
	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		const size_t count = problem_elements(problem, f), size = field_element(f);
		const struct field *partner = job->run->swaps.partners[f->index];

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
	if (job->options->dim || job->options->level || job->options->pad)
		return error_set(error, EXIT_USAGE, "--%s is for stencils on sparse grids: leave it out",
			job->options->dim ? "dim" : job->options->level ? "level" : "pad");
	if (!plane_arrays_check(job, &r->extent, error) || !plane_arrays_sample(job, &r->extent, error) || !run_tuned_complete(job, size, error) || !swaps_read(job, &job->run->swaps, error)
			|| !plane_decomposition_read(job, &job->run->decomposition, error))
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
		return error_set(error, EXIT_USAGE, "'%s' has several kernels, whose subdomains are rectangles: leave out"
			" --write-graph", job->stencil->name);
	*graph = columns_graph(&job->tool->arena, r->problem, job->run->decomposition.periodic, NULL);
	return true;
}

static bool
check_steps(const struct job *job, struct error *error)
{
	const struct arguments *o = job->options;
	const int at_once = job_steps_at_once(job);

	if (o->steps < at_once)
		return error_set(error, EXIT_USAGE, "--steps %d is less than --steps-per-launch %d", o->steps, at_once);
	if (o->save_every % at_once)
		return error_set(error, EXIT_USAGE, "--save-every %d is no multiple of --steps-per-launch %d", o->save_every,
			at_once);
	if (o->save_state_every % at_once)
		return error_set(error, EXIT_USAGE, "--save-state-every %d is no multiple of --steps-per-launch %d",
			o->save_state_every, at_once);
	if (o->check_every % at_once)
		return error_set(error, EXIT_USAGE, "--check-every %d is no multiple of --steps-per-launch %d", o->check_every, at_once);
	if ((o->save_every || o->save_state_every || o->check_every) && job->done % at_once)
		return error_set(error, EXIT_USAGE, "--load-state %s: step %d is no multiple of --steps-per-launch %d: no launch ends with"
			" the steps to save or check", o->load_state, job->done, at_once);
	return true;
}

static bool
choose_plane(struct job *job, struct error *error)
{
	struct plane_run *r = job->state;
	struct run_steps *run = job->run;

	if (job->options->verify && job->options->steps > 1 && backend_is_gpu(&job->backend)
			&& !is_exact(job->plan))
		return error_set(error, EXIT_USAGE, "'%s' calls functions whose bits differ on GPUs: --verify checks one step only,"
			" --steps 1", job->stencil->name);
	return run_tuned_check(job, error) && plane_choice(job, r->problem, &r->order, run, error)
		&& plane_decomposition_check(job, &run->decomposition, r->problem, &run->swaps, error)
		&& run_steps_check_graph(job, error) && run_forcing_check(job, job_steps_at_once(job), error)
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

/* What no period leads beyond the processes write together, each its own cells. */
static bool
writes_own(const struct partition *p)
{
	const int *periodic = structured_of(p)->rectangles.periodic;

	return !p->has && !periodic[0] && !periodic[1];
}

static bool
place_plane(struct job *job, struct run_results *out, struct error *error)
{
	const struct plane_run *r = job->state;
	struct run_steps *run = job->run;
	const struct partition_setup setup = { job->processes, &job->tool->templates, &job->backend, &job->kernel,
		&run->decomposition, run_steps_exchanged(job) };

	if (!structured_open(&run->partition, &setup, r->problem, &r->order, files_of(job, &run->swaps), error)
			|| !plane_results_count_inputs(job, error))
		return false;
	out->points = problem_points(r->problem);
	if (writes_own(&run->partition)) {
		out->part_cells = plane_results_cells;
		out->write_part = plane_results_write;
	}
	return true;
}

/* Of several processes each does it for its own subdomain. */
static bool
solve(struct job *job, struct error *error)
{
	const struct plane_run *r = job->state;
	struct partition *p = &job->run->partition;
	struct subdomain *own = &p->subdomains[p->first];
	bool periodic[2];

	if (job->processes->count == 1 || p->has)
		return plane_solve(job, r->problem, job->run->decomposition.periodic, error);
	own->window = structured_window(p, own, job->options->steps, periodic, error);
	if (!own->window)
		return error_prefix(error, "--verify needs memory for a subdomain and what %d steps read around it, less for fewer steps and more"
			" ranks: ", job->options->steps);
	return plane_solve(job, own->window, periodic, error);
}

static struct array
result(const struct job *job, const struct field *field)
{
	const struct plane_run *r = job->state;

	return plane_arrays_result(r->problem, r->extent.ndim, field);
}

static void
close_plane(struct job *job)
{
	struct plane_run *r = job->state;

	if (r)
		problem_free(r->problem);
}

const struct runner plane_runner = {
	.picture = FORMAT_VTI, .parts = true, .part_files = true, .name_dimensions = plane_arrays_name,
	.graph = find_graph, .open = open_plane, .choose = choose_plane, .place = place_plane, .solve = solve,
	.result = result, .close = close_plane,
};
