#include "generator/variants/choose.h"
#include "runtime/formats/clock.h"
#include "runtime/problem/plane_compare.h"
#include "runtime/run/run.h"
#include "generator/variants/legal.h"

#include <stdlib.h>
#include <string.h>

/* Exchanges plain arrays as plane_device_exchange does on the device. */
static void
exchange(const struct job *job, void **fields)
{
	for (int out = 0; out < job->stencil->field_count; out++) {
		const struct field *in = job->swapped_in[out];

		if (in) {
			void *kept = fields[out];

			fields[out] = fields[in->index];
			fields[in->index] = kept;
		}
	}
}

static void
exchange_there(const struct job *job, struct plane_device *x)
{
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (job->swapped_in[f->index])
			plane_device_exchange(x, f, job->swapped_in[f->index]);
}

/* Lets the interpreter do all steps, on copies of the data. */
static int
solve(struct job *job, bool bounds)
{
	struct problem *problem = job->problem;
	const int count = job->stencil->field_count;
	void **original = arena_array(&job->tool->arena, void *, count + 1);
	char message[512];
	bool good = true;

	for (const struct field *f = job->stencil->fields; f && good; f = f->next) {
		const size_t bytes = problem_elements(problem, f)*field_element(f);

		original[f->index] = problem->fields[f->index];
		problem->fields[f->index] = malloc(bytes);
		good = problem->fields[f->index] != NULL;
		if (good)
			memcpy(problem->fields[f->index], original[f->index], bytes);
	}
	snprintf(message, sizeof message, "out of memory");
	for (int step = 0; step < job->options->steps && good; step++) {
		good = problem_solve(problem, bounds, message, sizeof message);
		for (int i = 0; i < count && good && step < job->options->steps - 1; i++)
			if (problem->expected[i]) {
				free(problem->fields[i]);
				problem->fields[i] = problem->expected[i];
				problem->expected[i] = NULL;
			}
		if (step < job->options->steps - 1)
			exchange(job, problem->fields);
	}
	for (int i = 0; i < count; i++) {
		free(problem->fields[i]);
		problem->fields[i] = original[i];
	}
	return good ? EXIT_GOOD : tool_fail(job->tool, EXIT_ERRORS, "%s", message);
}

static int
apply(struct job *job, struct plane_device *x, kernel_run *run, struct stencil_block block)
{
	for (int step = 0; step < job->options->steps; step++) {
		const struct call call = plane_device_call(x, run, block);
		const int status = x->device->run(&call);

		if (status)
			return tool_fail(job->tool, EXIT_IO, "the kernel failed: %s", x->device->error(status));
		if (step < job->options->steps - 1)
			exchange_there(job, x);
	}
	return EXIT_GOOD;
}

static int
judge(struct job *job, struct plane_device *x)
{
	struct verdict verdict;
	char message[512];

	if (!plane_compare(x, &verdict, message, sizeof message))
		return tool_fail(job->tool, EXIT_IO, "%s", message);
	if (!verdict_is_good(&verdict))
		return tool_fail(job->tool, EXIT_ERRORS, "wrong result, nothing is written: %.0f of %.0f points"
			" differ; %s", verdict.different, verdict.points, verdict.first);
	return EXIT_GOOD;
}

/* Writes a field's result beside its place. Two fields need two places. */
static bool
draft(struct job *job, const struct plane_device *x, const struct field *f, struct npy_draft *drafts,
	char *message, size_t room)
{
	struct npy array = { .element = (int)field_element(f), .data = job->problem->fields[f->index] };
	const char *path = job->out_paths[f->index];
	int axes[3];

	array.ndim = field_axes(f, axes);
	for (int i = 0; i < array.ndim; i++)
		array.shape[i] = job->problem->size[axes[i]];
	if (!plane_device_fetch(x, f, message, room)
			|| !npy_draft_write(&drafts[f->index], path, &array, message, room))
		return false;
	for (int i = 0; i < f->index; i++)
		if (drafts[i].target && !strcmp(drafts[i].target, drafts[f->index].target)) {
			snprintf(message, room, "%s: two fields cannot go there", path);
			return false;
		}
	return true;
}

/* Writes all results beside their places first, so that all appear or none. */
static int
save(struct job *job, const struct plane_device *x)
{
	const int count = job->stencil->field_count;
	struct npy_draft *drafts = arena_array(&job->tool->arena, struct npy_draft, count + 1);
	char message[512];
	bool good = true;

	for (const struct field *f = job->stencil->fields; f && good; f = f->next)
		good = !job->out_paths[f->index] || draft(job, x, f, drafts, message, sizeof message);
	for (int i = 0; i < count && good; i++)
		good = !drafts[i].name || npy_draft_keep(&drafts[i], message, sizeof message);
	for (int i = 0; i < count; i++)
		npy_draft_free(&drafts[i]);
	return good ? EXIT_GOOD : tool_fail(job->tool, EXIT_IO, "%s", message);
}

static int
execute(struct job *job, const struct backend *backend, const struct built *kernel,
	const struct order *order, struct stencil_block block)
{
	const struct arguments *o = job->options;
	char message[512];
	struct grid *grid = plane_grid(&job->tool->arena, job->problem, &kernel->variant, order, USUAL_ALIGNMENT,
		message, sizeof message);
	struct plane_device *x = grid ? plane_device_create(backend->device, job->problem,
		kernel->variant.layout, grid, message, sizeof message) : NULL;
	double start, seconds;
	int status;

	if (!x)
		return tool_fail(job->tool, EXIT_ERRORS, "%s", message);
	if (!plane_device_fill_constant(x, (stencil_upload *)kernel->upload, message, sizeof message)) {
		plane_device_free(x);
		return tool_fail(job->tool, EXIT_ERRORS, "%s", message);
	}
	start = now();
	status = apply(job, x, kernel->run, block);
	seconds = now() - start;
	if (!status && o->verify)
		status = judge(job, x);
	if (!status)
		status = save(job, x);
	plane_device_free(x);
	if (!status && !o->quiet)
		printf("%s on %s (%s): %.0f points, %d step%s in %.2f ms%s\n", kernel->name,
			backend_names[backend->kind], backend->info.name, problem_points(job->problem),
			o->steps, o->steps == 1 ? "" : "s", 1e3*seconds,
			o->verify ? ", equal to the interpreter" : "");
	return status;
}

/* What the options say of the kernel and its launch. */
struct plan_of_run {
	struct built kernel;
	struct order order;
	struct triple block;
};

static int
read_tunables(const struct job *job, int *values)
{
	for (int c = 0; c < TUNABLE_COUNT; c++) {
		const char *text = job->options->tunables[c];

		if (text && !read_count(text, tunables[c].most, &values[c]))
			return tool_fail(job->tool, EXIT_USAGE, "--%s takes a number from 1 to %d, not '%s'",
				tunables[c].name, tunables[c].most, text);
	}
	return EXIT_GOOD;
}

static int
choose_kernel(struct job *job, const struct backend *backend, struct built *kernel)
{
	struct choice choice = {
		.storages = job->options->storage, .accesses = job->options->access, .layout = job->layout,
		.precision = job->precision, .target = backend->target,
	};
	const int status = read_tunables(job, choice.tunables);
	struct variant *variants;
	const char *why;
	int count;

	if (status)
		return status;
	variants = choose_variants(&job->tool->arena, job->plan, &choice, &count, &why);
	if (!variants)
		return tool_fail(job->tool, EXIT_USAGE, "%s", why);
	if (count > 1)
		return tool_fail(job->tool, EXIT_USAGE, "choose one storage and one access");
	*kernel = (struct built){ .plan = job->plan, .variant = variants[0] };
	return EXIT_GOOD;
}

static int
check_block(const struct job *job, const struct backend *backend, const struct plan_of_run *run)
{
	const int shape[] = { run->block.x, run->block.y, run->block.z };
	const enum access access = run->kernel.variant.access;
	const char *why = backend->target == TARGET_openmp ? NULL
		: why_block_illegal(backend->target, access, shape);

	return why ? tool_fail(job->tool, EXIT_USAGE, "%s has no block %s: %s", accesses[access].name,
		job->options->block, why) : EXIT_GOOD;
}

int
job_run(struct job *job)
{
	const struct arguments *o = job->options;
	const bool exact = is_exact(job->plan);
	struct plan_of_run run;
	struct backend backend;
	char message[1024];
	int status = read_order(job->tool, o->order, &run.order);

	if (!status)
		status = read_block(job->tool, o->block, &run.block);
	if (status)
		return status;
	if (!backend_open(&job->tool->arena, o->backend, o->verify, &backend, message, sizeof message))
		return tool_fail(job->tool, EXIT_IO, "%s", message);
	if (o->verify && o->steps > 1 && backend.kind == BACKEND_CUDA && !exact)
		return tool_fail(job->tool, EXIT_USAGE, "'%s' calls functions of which a GPU has its own:"
			" --verify can judge one step only", job->stencil->name);
	status = job_check_machine(job, &backend);
	if (!status)
		status = choose_kernel(job, &backend, &run.kernel);
	if (!status)
		status = check_block(job, &backend, &run);
	if (status)
		return status;
	if (!backend_build(&backend, &job->tool->templates, &job->unit.source, &run.kernel, 1, message,
			sizeof message))
		return tool_fail(job->tool, EXIT_IO, "%s", message);
	if (o->verify)
		status = solve(job, backend.kind == BACKEND_CUDA && !exact);
	return status ? status : execute(job, &backend, &run.kernel, &run.order,
		(struct stencil_block){ run.block.x, run.block.y, run.block.z });
}
