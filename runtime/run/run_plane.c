#include "runtime/run/runner.h"

#include "generator/plan/exact.h"
#include "runtime/cli/lists.h"
#include "runtime/formats/clock.h"
#include "runtime/problem/plane_compare.h"
#include "runtime/run/plane_arrays.h"
#include "runtime/run/plane_choice.h"
#include "runtime/run/plane_swaps.h"
#include "runtime/run/run_output.h"
#include "runtime/run/run_tuned.h"
#include "runtime/run/run_verdict.h"

#include <stdlib.h>
#include <string.h>

struct plane_run {
	struct extent extent;
	struct problem *problem;
	struct swaps swaps;
	struct order order;
	struct triple block;
	struct plane_device *device;
};

/* Moves the arrays into the problem; outs start as 0 or as their partner. */
static int
fill_problem(const struct job *job, const struct plane_run *r)
{
	struct problem *problem = r->problem;

	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		problem->fields[f->index] = job->arrays[f->index].data;
		job->arrays[f->index].data = NULL;
	}
	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		const size_t count = problem_elements(problem, f), size = field_element(f);
		const struct field *partner = r->swaps.partners[f->index];

		if (problem->fields[f->index])
			continue;
		problem->fields[f->index] = calloc(count, size);
		if (!problem->fields[f->index])
			return tool_fail(job->tool, EXIT_IO, "out of memory");
		if (partner)
			memcpy(problem->fields[f->index], problem->fields[partner->index], count*size);
	}
	return EXIT_GOOD;
}

static int
open_plane(struct job *job)
{
	struct plane_run *r = arena_new(&job->tool->arena, struct plane_run);
	const int *size = r->extent.size;
	char message[256];
	int status;

	job->state = r;
	if (job->options->formulas.count)
		return tool_fail(job->tool, EXIT_USAGE, "--formula is for stencils on sparse grids");
	if (job->options->dim || job->options->level || job->options->pad)
		return tool_fail(job->tool, EXIT_USAGE, "--%s is for stencils on sparse grids",
			job->options->dim ? "dim" : job->options->level ? "level" : "pad");
	status = plane_arrays_check(job, &r->extent);
	if (!status)
		status = run_tuned_complete(job, size);
	if (!status)
		status = swaps_read(job, &r->swaps);
	if (status)
		return status;
	r->problem = problem_create(job->plan, size);
	status = r->problem ? job_read_params(job, r->problem->params)
		: tool_fail(job->tool, EXIT_IO, "out of memory");
	if (!status)
		status = fill_problem(job, r);
	if (!status && !problem_has_points(r->problem, message, sizeof message))
		status = tool_fail(job->tool, EXIT_ERRORS, "%s", message);
	return status ? status : read_order(job->tool, job->options->order, &r->order);
}

/* The steps that a launch does. */
static int
steps_at_once(const struct job *job)
{
	const int steps = job->kernel.variant.tunables[TUNABLE_steps_per_launch];

	return steps ? steps : 1;
}

static int
check_steps(const struct job *job)
{
	const struct arguments *o = job->options;
	const int at_once = steps_at_once(job);

	if (o->steps % at_once)
		return tool_fail(job->tool, EXIT_USAGE, "--steps %d is no multiple of --steps-per-launch %d", o->steps, at_once);
	if (o->save_every % at_once)
		return tool_fail(job->tool, EXIT_USAGE, "--save-every %d is no multiple of --steps-per-launch %d", o->save_every,
			at_once);
	return EXIT_GOOD;
}

static int
choose_plane(struct job *job)
{
	struct plane_run *r = job->state;
	int status;

	if (job->options->verify && job->options->steps > 1 && backend_is_gpu(&job->backend)
			&& !is_exact(job->plan))
		return tool_fail(job->tool, EXIT_USAGE, "'%s' calls functions of which a GPU has its own:"
			" --verify can check one step only", job->stencil->name);
	status = run_tuned_check(job);
	if (!status)
		status = plane_choice(job, r->problem->size[2], &r->block);
	return status ? status : check_steps(job);
}

/* One step of the interpreter; of all but the last the results become the data. */
static bool
solve_step(const struct job *job, bool bounds, bool last, char *message, size_t room)
{
	const struct plane_run *r = job->state;
	struct problem *problem = r->problem;

	if (!problem_solve(problem, bounds, message, room))
		return false;
	for (int i = 0; i < job->stencil->field_count && !last; i++)
		if (problem->expected[i]) {
			free(problem->fields[i]);
			problem->fields[i] = problem->expected[i];
			problem->expected[i] = NULL;
		}
	if (!last)
		swaps_on_arrays(&r->swaps, problem->fields);
	return true;
}

/* Computes the expected results of all steps, on copies of the data. */
static int
solve(const struct job *job)
{
	const bool bounds = backend_is_gpu(&job->backend) && !is_exact(job->plan);
	struct problem *problem = ((struct plane_run *)job->state)->problem;
	const int count = job->stencil->field_count, steps = job->options->steps;
	void **original = arena_array(&job->tool->arena, void *, count + 1);
	char message[512] = "out of memory";
	bool good = true;

	memcpy(original, problem->fields, (size_t)count*sizeof *original);
	memset(problem->fields, 0, (size_t)count*sizeof *original);
	for (const struct field *f = job->stencil->fields; f && good; f = f->next) {
		const size_t bytes = problem_elements(problem, f)*field_element(f);

		problem->fields[f->index] = malloc(bytes);
		good = problem->fields[f->index];
		if (good)
			memcpy(problem->fields[f->index], original[f->index], bytes);
	}
	for (int step = 1; step <= steps && good; step++)
		good = solve_step(job, bounds, step == steps, message, sizeof message);
	for (int i = 0; i < count; i++) {
		free(problem->fields[i]);
		problem->fields[i] = original[i];
	}
	return good ? EXIT_GOOD : tool_fail(job->tool, EXIT_ERRORS, "%s", message);
}

/* Lays the problem out on the device, with the kernel's table. */
static int
open_device(struct job *job, struct plane_run *r)
{
	const struct variant *variant = &job->kernel.variant;
	char message[512];
	struct grid *grid = plane_grid(&job->tool->arena, r->problem, variant, &r->order, USUAL_ALIGNMENT,
		message, sizeof message);

	if (grid)
		r->device = plane_device_create(job->backend.device, r->problem, variant->layout, grid, message,
			sizeof message);
	if (!r->device || !plane_device_prepare(r->device, &job->kernel, message, sizeof message))
		return tool_fail(job->tool, EXIT_ERRORS, "%s", message);
	return EXIT_GOOD;
}

/* Fetches the results of the fields that have a place, or of all. */
static int
fetch(const struct job *job, bool all, struct array *results)
{
	const struct plane_run *r = job->state;
	char message[512];

	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		if (f->role == ROLE_IN || (!all && !job->outs[f->index].text))
			continue;
		if (!plane_device_fetch(r->device, f, message, sizeof message))
			return tool_fail(job->tool, EXIT_IO, "%s", message);
		results[f->index] = plane_arrays_result(r->problem, r->extent.ndim, f);
	}
	return EXIT_GOOD;
}

/* Applies the kernel once. */
static int
run_step(const struct job *job, double *seconds)
{
	const struct plane_run *r = job->state;
	struct plane_device *x = r->device;
	const struct call call = plane_device_call(x, &job->kernel,
		(struct stencil_block){ r->block.x, r->block.y, r->block.z });
	const double start = now();
	const int status = x->device->run(&call);

	*seconds += now() - start;
	return status ? tool_fail(job->tool, EXIT_IO, "the kernel failed: %s", x->device->error(status)) : EXIT_GOOD;
}

static int
run_steps(const struct job *job, struct run_results *out)
{
	const struct plane_run *r = job->state;
	const int at_once = steps_at_once(job);
	int status = EXIT_GOOD;

	for (int step = at_once; step <= job->options->steps && !status; step += at_once) {
		status = run_step(job, &out->seconds);
		if (!status && run_output_wants(job, step))
			status = fetch(job, false, out->arrays);
		if (!status && run_output_wants(job, step))
			status = run_output_save(job, out, step);
		if (step < job->options->steps)
			swaps_on_device(&r->swaps, r->device);
	}
	return status;
}

static int
verify_results(const struct job *job, struct array *results)
{
	const struct plane_run *r = job->state;
	struct array *expected = arena_array(&job->tool->arena, struct array, job->stencil->field_count + 1);
	struct verdict verdict;
	char message[512];
	int status;

	if (!plane_compare(r->device, &verdict, message, sizeof message))
		return tool_fail(job->tool, EXIT_IO, "%s", message);
	if (verdict_is_good(&verdict))
		return EXIT_GOOD;
	status = fetch(job, true, results);
	for (const struct field *f = job->stencil->fields; f && !status; f = f->next) {
		expected[f->index] = results[f->index];
		expected[f->index].data = r->problem->expected[f->index];
	}
	return status ? status : run_verdict(job, &verdict, results, expected);
}

static int
apply_plane(struct job *job, struct run_results *out)
{
	struct plane_run *r = job->state;
	int status = job->options->verify ? solve(job) : EXIT_GOOD;

	if (!status)
		status = open_device(job, r);
	if (status)
		return status;
	out->points = problem_points(r->problem);
	out->partners = r->swaps.partners;
	status = run_steps(job, out);
	return !status && job->options->verify ? verify_results(job, out->arrays) : status;
}

static void
close_plane(struct job *job)
{
	struct plane_run *r = job->state;

	if (!r)
		return;
	plane_device_free(r->device);
	problem_free(r->problem);
}

const struct runner plane_runner = {
	.images = true, .name_dimensions = plane_arrays_name, .open = open_plane, .choose = choose_plane,
	.apply = apply_plane, .close = close_plane,
};
