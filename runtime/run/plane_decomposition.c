#include "runtime/run/plane_decomposition.h"

#include "generator/variants/defaults.h"
#include "runtime/partition/columns.h"
#include "runtime/partition/decomposition_text.h"
#include "runtime/run/run_steps.h"

#include <string.h>

static bool
read_ranks(const struct job *job, int ranks[2], struct error *error)
{
	const char *text = job->options->ranks;

	return decomposition_read_ranks(text, ranks) || error_set(error, EXIT_USAGE,
		"--ranks needs subdomains in x and y, as 2x2, or their number, at most %d; not '%s'", MOST_PARTS, text);
}

static bool
read_periodic(const struct job *job, bool periodic[2], struct error *error)
{
	const char *text = job->options->periodic;

	return decomposition_read_periodic(text, periodic) || error_set(error, EXIT_USAGE, "--periodic accepts x, y or xy, not '%s'",
		text);
}

bool
plane_decomposition_read(const struct job *job, struct decomposition *decomposition, struct error *error)
{
	const struct arguments *o = job->options;

	*decomposition = decomposition_read(o);
	decomposition->ranks[0] = job->processes->count;
	decomposition->ranks[1] = job->processes->count == 1;
	decomposition->reach = program_reach(&job->tool->arena, job->plan);
	return (!o->ranks || read_ranks(job, decomposition->ranks, error))
		&& (!o->periodic || read_periodic(job, decomposition->periodic, error));
}

/* How columns are shared out that are looked up in tables, unless --partition says it: as --ranks does, or else by a curve. */
static bool
read_partition(const struct job *job, const struct decomposition *decomposition, const struct plan *plan, const char **partition,
	struct error *error)
{
	const bool several = decomposition->ranks[0]*(decomposition->ranks[1] ? decomposition->ranks[1] : 1) > 1;
	const char *given = job->options->partition;

	*partition = NULL;
	if (given && storages[job->kernel.variant.storage].regular)
		return error_set(error, EXIT_USAGE, "--partition is for columns that are looked up in tables: storage regular is decomposed into"
			" rectangles, --ranks PXxPY");
	if (given && !several)
		return error_set(error, EXIT_USAGE, "--partition is for several subdomains: give --ranks");
	if (given && plan->program && strcmp(given, "rectangles"))
		return error_set(error, EXIT_USAGE, "'%s' has several kernels, whose subdomains are rectangles: use --partition rectangles",
			job->stencil->name);
	if (given && decomposition->ranks[1] && strcmp(given, "rectangles"))
		return error_set(error, EXIT_USAGE, "--partition %s needs the number of subdomains, --ranks %d, not %s", given,
			decomposition->ranks[0]*decomposition->ranks[1], job->options->ranks);
	if (several && columns_can_have_owners(plan, &job->kernel.variant))
		*partition = given ? given : decomposition->ranks[1] ? "rectangles" : "curve";
	return true;
}

static bool
share_columns(const struct job *job, struct decomposition *decomposition, const struct problem *problem, const char *partition,
	struct error *error)
{
	decomposition->owners = columns_owners(&job->tool->arena, problem, decomposition->periodic, &job->kernel.variant, partition,
		decomposition->ranks, error);
	return decomposition->owners;
}

/* Of columns a part may be as thin as one, but no period thinner than what is read beyond it. */
static const char *
find_thinness(const struct job *job, const struct decomposition *decomposition, const struct problem *problem)
{
	struct decomposition domain = *decomposition;
	struct stencil_rectangles parts;

	if (decomposition->owners) {
		domain.ranks[0] = domain.ranks[1] = 1;
		domain.every = 1;
	}
	parts = decomposition_rectangles(&domain, problem, &job->kernel.variant);
	return decomposition_thinness(&job->tool->arena, &parts, problem->plan->stencil);
}

/* Whether a field gets the array of another one in some further step. */
static bool
gets_array_of(const struct swaps *swaps, const struct field *field, const struct field *other)
{
	int at = swaps_next_place(swaps, other->index);

	while (at != other->index && at != field->index)
		at = swaps_next_place(swaps, at);
	return at != other->index;
}

static const char *
find_refusal(const struct job *job, const struct decomposition *decomposition, const struct problem *problem,
	const struct swaps *swaps)
{
	const char *why = decomposition_refusal(&job->tool->arena, decomposition, problem->plan, &job->kernel.variant);

	for (const struct field *f = job->stencil->fields; f && !why; f = f->next)
		for (const struct field *as = job->stencil->fields; as && !why; as = as->next)
			if (gets_array_of(swaps, as, f))
				why = decomposition_refuses_swap(&job->tool->arena, decomposition, f, as);
	return why;
}

bool
plane_decomposition_check(const struct job *job, struct decomposition *decomposition, const struct problem *problem,
	const struct swaps *swaps, struct error *error)
{
	const struct plan *plan = plan_of_variant(problem->plan, &job->kernel.variant);
	const char *why, *partition;

	if (!read_partition(job, decomposition, plan, &partition, error))
		return false;
	decomposition_find_reach(&job->tool->arena, decomposition, plan);
	if (partition && strcmp(partition, "rectangles"))
		decomposition->ranks[1] = 1;
	else if (!decomposition->ranks[1])
		decomposition_choose(decomposition, problem);
	if (!run_steps_check_ranks(job, decomposition->ranks[0]*decomposition->ranks[1], error))
		return false;
	if (decomposition_is_none(decomposition))
		return true;
	if (!transport_prepare(&decomposition->transport, job->processes, decomposition->ranks[0]*decomposition->ranks[1],
			decomposition->reach && decomposition->reach->sums,
			&job->tool->templates, &job->backend, error))
		return false;
	why = find_refusal(job, decomposition, problem, swaps);
	if (why)
		return error_set(error, EXIT_USAGE, "%s", why);
	if (partition && !share_columns(job, decomposition, problem, partition, error))
		return false;
	why = find_thinness(job, decomposition, problem);
	return !why || error_set(error, EXIT_ERRORS, "%s", why);
}
