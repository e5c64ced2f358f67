#include "runtime/run/plane/plane_cut.h"

#include "generator/variants/defaults.h"
#include "runtime/planeparts/part_regions.h"
#include "runtime/ranks/cut_text.h"
#include "runtime/ranks/part_engine.h"

#include <string.h>

static int
read_ranks(const struct job *job, int ranks[2])
{
	const char *text = job->options->ranks;

	return cut_read_ranks(text, ranks) ? EXIT_GOOD : tool_fail(job->tool, EXIT_USAGE,
		"--ranks takes parts in x and y, as 2x2, or their number, at most %d; not '%s'", MOST_PARTS, text);
}

static int
read_periodic(const struct job *job, bool periodic[2])
{
	const char *text = job->options->periodic;

	return cut_read_periodic(text, periodic) ? EXIT_GOOD
		: tool_fail(job->tool, EXIT_USAGE, "--periodic takes x, y or xy, not '%s'", text);
}

/* Parts and processes. */
static int
check_count(const struct job *job, const struct cut *cut)
{
	const int parts = cut->ranks[0]*cut->ranks[1], ranks = job->ranks->count;

	if (ranks > 1 && parts != ranks)
		return tool_fail(job->tool, EXIT_USAGE, "--ranks %s is %d part%s, but %d ranks run", job->options->ranks, parts,
			parts == 1 ? "" : "s", ranks);
	if (ranks > 1 && job->options->differences.count)
		return tool_fail(job->tool, EXIT_USAGE, "--difference is for one process so far, but %d ranks run", ranks);
	return EXIT_GOOD;
}

int
plane_cut_read(const struct job *job, struct cut *cut)
{
	const struct arguments *o = job->options;
	int status = EXIT_GOOD;

	*cut = (struct cut){ .ranks = { job->ranks->count, job->ranks->count == 1 }, .every = o->exchange_every ? o->exchange_every : 1, .overlap = job_overlaps(job) };
	cut->reach = program_reach(&job->tool->arena, job->plan);
	cut->carrier = carrier_read(o->engine);
	cut->share_gpus = o->share_gpus;
	if (o->ranks)
		status = read_ranks(job, cut->ranks);
	if (!status && o->periodic)
		status = read_periodic(job, cut->periodic);
	return status;
}

int
plane_cut_check(const struct job *job, struct cut *cut, const struct problem *problem)
{
	struct stencil_rectangles parts;
	char message[512];
	const char *why;
	int status;

	cut->reach = program_reach(&job->tool->arena, plan_of_variant(problem->plan, &job->kernel.variant));
	if (!cut->ranks[1])
		cut_choose(cut, problem);
	status = check_count(job, cut);
	if (status || cut_is_none(cut))
		return status;
	if (cut->carrier.nccl && !targets[job->backend.target].blocks)
		return tool_fail(job->tool, EXIT_USAGE, "--engine nccl is for GPUs, not backend %s", backend_names[job->backend.kind]);
	status = parts_prepare(job->ranks, cut, &job->tool->templates, &job->backend, message, sizeof message);
	if (status)
		return tool_fail(job->tool, status, "%s", message);
	why = cut_refusal(&job->tool->arena, cut, problem->plan, &job->kernel.variant);
	if (why)
		return tool_fail(job->tool, EXIT_USAGE, "%s", why);
	parts = cut_rectangles(cut, problem, &job->kernel.variant);
	why = cut_thinness(&job->tool->arena, &parts, problem->plan->stencil);
	return why ? tool_fail(job->tool, EXIT_ERRORS, "%s", why) : EXIT_GOOD;
}

/* Whether what is updated in place must be right around its part, too: as several kernels read it there, or further steps; or
 * beyond a period, where kernels read it also behind the one that assigns it. */
static bool
goes_around(const struct cut *cut, const struct field *field)
{
	const bool periodic = cut->periodic[0] || cut->periodic[1];

	return field->role == ROLE_INOUT && (cut->every > 1 || (cut->reach && (periodic || cut->reach->fields[field->index])));
}

/* Behind a step these are what it computed for the next one to read around its points. In a group of several, halos
 * become stale from step to step: of all levels of time that go on, and of what is updated in place. */
const bool *
plane_cut_exchanged(const struct job *job, const struct cut *cut, const struct swaps *swaps)
{
	bool *exchanged = arena_array(&job->tool->arena, bool, job->stencil->field_count + 1);

	for (const struct field *f = job->stencil->fields; f; f = f->next)
		exchanged[f->index] = shapes[f->shape].axes[0] && (goes_around(cut, f) || swaps_hand_on(swaps, f))
			&& (cut->every > 1 || f->role != ROLE_IN);
	return exchanged;
}

const char *
plane_cut_text(const struct job *job, const struct plane_parts *parts)
{
	const struct cut *cut = &parts->cut;

	if (cut->ranks[0]*cut->ranks[1] == 1)
		return NULL;
	return arena_printf(&job->tool->arena, ", %dx%d parts, %s, %s", cut->ranks[0], cut->ranks[1],
		carrier_text(&job->tool->arena, &cut->carrier, job->ranks, parts->engine),
		parts_overlap(parts, &job->kernel) ? "overlap" : "no overlap");
}
