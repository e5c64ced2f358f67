#include "runtime/run/plane_choice.h"

#include "generator/variants/choose.h"
#include "generator/variants/defaults.h"
#include "generator/variants/legal.h"

static int
choose_kernel(struct job *job, int levels)
{
	struct choice choice = {
		.storages = job->options->storage, .accesses = job->options->access, .layout = job->layout,
		.levels = job->levels, .precision = job->precision, .target = job->backend.target,
	};
	const int status = job_read_tunables(job, choice.tunables);

	if (status)
		return status;
	if (job->access_is_free)
		choice.accesses = only_access(job->plan, job->backend.target);
	if (job->layout_is_free)
		choose_fastest_unstructured(&job->tool->arena, job->plan, levels, &choice);
	return job_choose_kernel(job, &choice);
}

static int
choose_block(const struct job *job, int levels, struct triple *block)
{
	const struct variant *variant = &job->kernel.variant;
	const char *given = job->options->block, *why;
	int shape[3], status;

	if (!given) {
		usual_block(job->plan, variant, levels, shape);
		*block = (struct triple){ shape[0], shape[1], shape[2] };
		return EXIT_GOOD;
	}
	status = read_block(job->tool, given, block);
	if (status || !targets[variant->target].blocks)
		return status;
	why = why_block_too_large(&job->tool->arena, job->plan, variant, (const int[]){ block->x, block->y, block->z }, levels);
	return why ? tool_fail(job->tool, EXIT_USAGE, "%s has no block %s: %s", accesses[variant->access].name, given,
		why) : EXIT_GOOD;
}

int
plane_choice(struct job *job, int levels, struct triple *block)
{
	const int status = choose_kernel(job, levels);

	return status ? status : choose_block(job, levels, block);
}
