#include "runtime/run/job.h"

#include "generator/variants/choose.h"
#include "runtime/run/run_forcing.h"

bool
job_read_params(struct job *job, double *params, struct error *error)
{
	struct arena *arena = &job->tool->arena;
	bool *given = arena_array(arena, bool, job->stencil->param_count + 1);

	for (const struct param *p = job->stencil->params; p; p = p->next)
		params[p->index] = param_default(p);
	for (int i = 0; i < job->options->params.count; i++) {
		const char *text = job->options->params.items[i];

		if (run_forcing_is(text) ? !run_forcing_read(job, text, params, given, error)
				: !read_param(arena, job->stencil, text, params, given, error))
			return false;
	}
	for (const struct param *p = job->stencil->params; p; p = p->next)
		if (!p->value && !given[p->index])
			return error_set(error, EXIT_USAGE, "param '%s' has no default: give --param %s=VALUE",
				p->name, p->name);
	return true;
}

bool
job_read_tunables(const struct job *job, int values[TUNABLE_COUNT], struct error *error)
{
	for (int c = 0; c < TUNABLE_COUNT; c++) {
		const char *text = job->options->tunables[c];

		if (text && !tunable_read(c, text, &values[c]))
			return error_set(error, EXIT_USAGE, "--%s accepts a number from %d to %d, not '%s'",
				tunables[c].name, tunables[c].least, tunables[c].most, text);
	}
	return true;
}

static bool
check_tunables(const struct job *job, struct error *error)
{
	const struct variant *variant = &job->kernel.variant;

	for (int t = 0; t < TUNABLE_COUNT; t++)
		if (job->options->tunables[t] && !tunable_is_used(t, job->plan, variant))
			return refuse_tunable(&job->tool->arena, t, job->plan, variant, error);
	return true;
}

struct choice
job_choice(const struct job *job)
{
	return (struct choice){
		.storages = job->options->storage, .accesses = job->options->access, .layout = job->layout,
		.levels = job->levels, .precision = job->precision, .target = job->backend.target,
		.swaps = arguments_swaps(&job->tool->arena, job->options),
	};
}

bool
job_choose_kernel(struct job *job, const struct choice *choice, struct error *error)
{
	const struct variant *variant = choose_variant(&job->tool->arena, job->plan, choice, error);

	if (!variant)
		return false;
	job->kernel = (struct built){ .plan = job->plan, .variant = *variant };
	return check_tunables(job, error);
}

bool
job_choose_in_place(struct job *job, const struct choice *choice, int levels, struct error *error)
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

int
job_steps_at_once(const struct job *job)
{
	const int steps = job->kernel.variant.tunables[TUNABLE_steps_per_launch];

	return steps ? steps : 1;
}

int
job_next_step(const struct job *job, int step)
{
	const int at_once = job_steps_at_once(job);

	return step + (job->options->steps - step < at_once ? 1 : at_once);
}

bool
job_is_fortran(const struct job *job)
{
	bool some = false;

	for (int i = 0; i < job->stencil->field_count; i++) {
		const struct array *array = &job->arrays[i];

		if (array->ndim > 1 && !array->fortran)
			return false;
		some = some || array->fortran;
	}
	return some;
}
