#include "runtime/run/plane_choice.h"

#include "generator/variants/choose.h"
#include "generator/variants/defaults.h"
#include "generator/variants/legal.h"
#include "runtime/partition/processes.h"

/* A block that is given is for one place alone. */
static bool
choose_in_place(struct job *job, const struct choice *choice, int levels, struct error *error)
{
	const struct plan *faster;

	if (!job_choose_kernel(job, choice, error))
		return false;
	faster = job->options->block || !backend_is_gpu(&job->backend) ? job->plan
		: plan_in_faster_place(job->plan, &job->kernel.variant, levels);
	if (faster == job->plan)
		return true;
	job->plan = faster;
	return job_choose_kernel(job, choice, error);
}

/* Whether one GPU of NVIDIA has the whole grid. */
static bool
is_alone_on_cuda(const struct job *job)
{
	return job->backend.kind == BACKEND_CUDA && !job->options->ranks && job->processes->count == 1;
}

/* What is the fastest known where options leave it free. */
static void
choose_fastest(struct job *job, const int size[3], const struct order *order, struct choice *choice)
{
	const struct extents *border = &job->stencil->border;
	const long long columns = (long long)(size[0] - border->low[0] - border->high[0])*(size[1] - border->low[1] - border->high[1]);

	if (job->levels_are_free)
		choose_fastest_levels(job->plan, size[2], order->kind == ORDER_RANDOM, choice);
	if (job->table_access_is_free)
		choose_fastest_access(&job->tool->arena, job->plan, size[2], choice);
	if (job->table_access_is_free && is_alone_on_cuda(job))
		choose_blocks_per_launch(job->plan, columns, size[2], job->backend.info.processors, choice);
}

static bool
choose_kernel(struct job *job, const int size[3], const struct order *order, struct error *error)
{
	struct choice choice = {
		.storages = job->options->storage, .accesses = job->options->access, .layout = job->layout,
		.levels = job->levels, .precision = job->precision, .target = job->backend.target,
	};
	const char *usual = usual_access(job->plan, &choice, size);

	if (!job_read_tunables(job, choice.tunables, error))
		return false;
	if (job->access_is_free && usual)
		choice.accesses = usual;
	choose_fastest(job, size, order, &choice);
	return choose_in_place(job, &choice, size[2], error);
}

/* Memory is read as the fastest kernel known wants it, if the driver can be told so. */
static void
choose_fetch(struct job *job)
{
	const int fetch = job->table_access_is_free && is_alone_on_cuda(job) ? usual_fetch(job->plan, &job->kernel.variant) : 0;
	struct error error;

	if (fetch && !backend_set_fetch(&job->backend, fetch, &error))
		job->backend.fetch = 0;
}

static bool
choose_blocks(const struct job *job, int levels, struct blocks *blocks, struct error *error)
{
	const struct variant *variant = &job->kernel.variant;
	const char *given = job->options->block;
	struct arena *arena = &job->tool->arena;

	if (!given) {
		*blocks = usual_blocks(arena, job->plan, variant, levels);
		return true;
	}
	if (!blocks_read(arena, given, blocks))
		return error_set(error, EXIT_USAGE, "'%s' is no block size: write it as 64x2x1, or as 64x2x1/32x4x1 for two"
			" kernels", given);
	return !targets[variant->target].blocks || blocks_fit(job->plan, variant, blocks, levels, error)
		|| error_prefix(error, "%s has no block %s: ", accesses[variant->access].name, given);
}

bool
plane_choice(struct job *job, const int size[3], const struct order *order, struct blocks *blocks, struct error *error)
{
	if (!choose_kernel(job, size, order, error))
		return false;
	choose_fetch(job);
	return choose_blocks(job, size[2], blocks, error);
}
