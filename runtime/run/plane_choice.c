#include "runtime/run/plane_choice.h"

#include "generator/variants/choose.h"
#include "generator/variants/defaults.h"
#include "generator/variants/legal.h"
#include "generator/variants/steps.h"
#include "generator/variants/usual_steps.h"
#include "runtime/partition/processes.h"
#include "runtime/run/run_steps.h"

#include <string.h>

/* Whether one device has the whole grid. */
static bool
is_alone(const struct job *job)
{
	return !job->options->ranks && job->processes->count == 1;
}

static bool
is_alone_on_cuda(const struct job *job)
{
	return job->backend.kind == BACKEND_CUDA && is_alone(job);
}

/* Where nobody chooses; NULL: any is as good. */
static const char *
usual_access_of(const struct job *job, const struct choice *choice, const int size[3])
{
	const struct gpu gpu = { backend_multiprocessors(&job->backend), job->backend.info.block_shared };
	const struct extents *border = &job->stencil->border;
	const bool may = is_alone(job) && !strcmp(choice->storages, USUAL_STORAGE);
	const char *planes;
	int updated[3];

	for (int a = 0; a < 3; a++)
		updated[a] = size[a] - border->low[a] - border->high[a];
	planes = may ? planes_access(job->plan, choice, updated, &gpu) : NULL;

	return planes ? planes : usual_access(job->plan, choice, size);
}

/* What is the fastest known where options leave it free. */
static void
choose_fastest(struct job *job, const int size[3], const struct order *order, struct choice *choice)
{
	const struct extents *border = &job->stencil->border;
	const long long columns = (long long)(size[0] - border->low[0] - border->high[0])*(size[1] - border->low[1] - border->high[1]);

	if (job->levels_are_free)
		choose_fastest_levels(job->plan, size[2], order->kind == ORDER_RANDOM, choice);
	if (job->levels_are_free || (job->table_access_is_free && choice->levels == LEVELS_INNERMOST))
		choose_fastest_access(&job->tool->arena, job->plan, size[2], choice);
	if (backend_is_gpu(&job->backend))
		choose_rows_of_warps(job->plan, size, job->backend.info.processors, choice);
	if (job->table_access_is_free && is_alone_on_cuda(job))
		choose_blocks_per_launch(job->plan, columns, size[2], job->backend.info.processors, choice);
	/* Clusters of subdomains cannot be updated while halos are exchanged. */
	if (job->table_access_is_free && is_alone(job))
		choose_clusters_outermost(&job->tool->arena, job->plan, columns, size[2], backend_multiprocessors(&job->backend), choice);
}

static bool
choose_kernel(struct job *job, const int size[3], const struct order *order, struct error *error)
{
	struct choice choice = job_choice(job);
	const char *usual;

	if (!job_read_tunables(job, choice.tunables, error))
		return false;
	usual = usual_access_of(job, &choice, size);
	if (job->access_is_free && usual)
		choice.accesses = usual;
	choose_fastest(job, size, order, &choice);
	return job_choose_in_place(job, &choice, size[2], error);
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

/* Whether launches of several steps end with every step whose results are wanted, or after which halos are exchanged. */
static bool
ends_with_wanted(const struct job *job, int at_once)
{
	const struct arguments *o = job->options;
	const bool wants = o->save_every || o->save_state_every || o->check_every;

	return o->steps >= at_once && !(o->save_every % at_once) && !(o->save_state_every % at_once) && !(o->check_every % at_once)
		&& (!wants || !(job->done % at_once)) && (decomposition_is_none(&job->run->decomposition) || !(job->run->decomposition.every % at_once));
}

/* Whether no option says what several steps per launch would change. */
static bool
is_free(const struct job *job)
{
	const struct arguments *o = job->options;

	for (int t = 0; t < TUNABLE_COUNT; t++)
		if (o->tunables[t])
			return false;
	return job->access_is_free && !o->block && !o->tuned && !o->graph && !o->log && !job->forcing && !job->forced
		&& storages[job->kernel.variant.storage].regular;
}

/* A launch of several steps takes what is outside the domain from one level of time, single steps from each. */
static bool
has_equal_halos(const struct job *job, const struct problem *problem, const struct variant *variant, struct error *error)
{
	for (const struct field *f = NULL; variant_has_steps(variant) && (f = next_kept(job->plan, variant, f));) {
		const struct field *source = step_source(job->plan, variant, f);

		if (job->arrays[f->index].later || job->arrays[source->index].later)
			return error_set(error, EXIT_USAGE, "no process compares '%s' and '%s' outside the domain, where single steps read one after"
				" the other: use --steps-per-launch 1", source->name, f->name);
		if (!problem_has_equal_halos(problem, source, f, job->run->decomposition.periodic))
			return error_set(error, EXIT_USAGE, "'%s' and '%s' differ outside the domain, where single steps read one after the other:"
				" use --steps-per-launch 1", source->name, f->name);
	}
	return true;
}

static struct choice
choice_of_steps(const struct job *job, const char *access, int at_once)
{
	struct choice choice = job_choice(job);

	choice.storages = USUAL_STORAGE;
	choice.accesses = access;
	choice.tunables[TUNABLE_steps_per_launch] = at_once;
	return choice;
}

/* The points of a subdomain, about. */
static void
size_of_subdomain(const struct job *job, const int size[3], int own[3])
{
	const int *ranks = job->run->decomposition.ranks;

	own[0] = size[0]/ranks[0];
	own[1] = size[1]/(ranks[1] ? ranks[1] : 1);
	own[2] = size[2];
}

/* Sets the choice to launches of several steps where these are faster. False: single steps are, or an option or the data needs them. */
static bool
find_steps(const struct job *job, const struct problem *problem, struct choice *choice)
{
	struct usual_steps usual = { .most = 1 };
	const struct variant *variant;
	struct error error;
	int size[3];

	size_of_subdomain(job, problem->size, size);
	if (is_free(job))
		usual = usual_steps(&job->tool->arena, job->plan, &job->kernel.variant, size);
	while (usual.most > 1 && usual.most >= usual.least && !ends_with_wanted(job, usual.most))
		usual.most--;
	if (usual.most < 2 || usual.most < usual.least)
		return false;
	*choice = choice_of_steps(job, accesses[usual.access].name, usual.most);
	if (backend_is_gpu(&job->backend))
		choose_rows_of_warps(job->plan, size, job->backend.info.processors, choice);
	variant = choose_variant(&job->tool->arena, job->plan, choice, &error);
	return variant && has_equal_halos(job, problem, variant, &error);
}

/* Several steps per launch where that is faster, and single steps for what launches of several leave. */
static bool
choose_steps(struct job *job, const struct problem *problem, struct error *error)
{
	struct choice several;

	if (find_steps(job, problem, &several)) {
		job->single = job->kernel;
		return job_choose_kernel(job, &several, error);
	}
	if (job->options->steps % job_steps_at_once(job)) {
		const struct choice one = choice_of_steps(job, USUAL_ACCESS, 0);
		const struct variant *variant = choose_variant(&job->tool->arena, job->plan, &one, error);

		if (!variant)
			return false;
		job->single = (struct built){ .plan = job->plan, .variant = *variant };
	}
	return has_equal_halos(job, problem, &job->kernel.variant, error);
}

bool
plane_choice(struct job *job, const struct problem *problem, const struct order *order, struct run_steps *run, struct error *error)
{
	const int *size = problem->size;

	if (!choose_kernel(job, size, order, error) || !choose_steps(job, problem, error))
		return false;
	choose_fetch(job);
	if (job->single.plan)
		run->single_blocks = usual_blocks(&job->tool->arena, job->plan, &job->single.variant, size[2]);
	return choose_blocks(job, size[2], &run->blocks, error);
}
