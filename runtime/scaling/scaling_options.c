#include "runtime/scaling/scaling.h"

#include <string.h>

bool
scaling_is_wanted(const struct arguments *a)
{
	return a->scaling || a->model || a->ping;
}

void
scaling_choose(struct arguments *a)
{
	if (!a->storage)
		a->storage = "regular";
	if (!a->levels)
		a->levels = "outermost";
	a->usual_access = !a->access;
}

/* What is for parts only. */
static int
check_alone(const struct scaling *s)
{
	const struct arguments *a = s->arguments;
	const char *option = a->ranks ? "ranks" : a->swaps.count ? "swap" : a->periodic ? "periodic"
		: a->exchange_every ? "exchange-every" : a->engine ? "engine" : a->comm_blocks ? "comm-blocks" : a->network ? "network" : a->step ? "step" : a->timeout ? "timeout"
		: a->share_gpus ? "share-gpus" : NULL;

	return option ? tool_fail(s->tool, EXIT_USAGE, "--%s is for parts: give --scaling, --ping or --model", option) : EXIT_GOOD;
}

/* What goes with parts, and what does not. */
static int
check_others(const struct scaling *s)
{
	const struct arguments *a = s->arguments;
	const char *other = a->tune ? "tune" : a->baseline ? "baseline" : a->ncu ? "ncu"
		: a->profile ? "profile" : a->patterns ? "patterns" : a->mesh ? "mesh" : a->chart ? "chart" : a->cache ? "cache"
		: NULL;

	const char *measured = a->graph ? "graph" : a->json ? "json" : a->journal ? "journal" : NULL;

	if (measured && !a->scaling)
		return tool_fail(s->tool, EXIT_USAGE, "--%s is for --scaling, not for --%s", measured, a->ping ? "ping" : "model");
	return other ? tool_fail(s->tool, EXIT_USAGE, "--%s is not for parts", other) : EXIT_GOOD;
}

static int
check_engine(const struct scaling *s)
{
	const struct arguments *a = s->arguments;
	const char *why = carrier_refusal(&s->tool->arena, a->engine, a->comm_blocks, &s->processes);

	return why ? tool_fail(s->tool, EXIT_USAGE, "%s", why) : EXIT_GOOD;
}

static int
check_mode(const struct scaling *s)
{
	const struct arguments *a = s->arguments;

	if (a->scaling && strcmp(a->scaling, "weak") && strcmp(a->scaling, "strong"))
		return tool_fail(s->tool, EXIT_USAGE, "--scaling takes weak or strong, not '%s'", a->scaling);
	if (a->ping && (a->scaling || a->model || a->file_count))
		return tool_fail(s->tool, EXIT_USAGE, "--ping takes no stencil, and neither --scaling nor --model");
	if (a->scaling && a->model)
		return tool_fail(s->tool, EXIT_USAGE, "--scaling measures and --model predicts: take one of them");
	if ((a->network || a->step) && !a->model)
		return tool_fail(s->tool, EXIT_USAGE, "--%s is for --model", a->network ? "network" : "step");
	return EXIT_GOOD;
}

const char *
scaling_engine(const struct scaling *s)
{
	return s->carrier.nccl ? "nccl" : s->processes.count > 1 ? "mpi" : "peer";
}

int
scaling_begin(struct scaling *s)
{
	int status;

	s->processes = (struct ranks){ .program = s->tool->name, .count = 1, .spoken = -1 };
	if (!scaling_is_wanted(s->arguments))
		return check_alone(s);
	ranks_find(&s->processes, s->tool->name);
	status = check_mode(s);
	if (!status)
		status = check_others(s);
	return status ? status : check_engine(s);
}
