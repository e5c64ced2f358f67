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
	if (!a->storage && !a->mesh)
		a->storage = "regular";
	if (!a->levels)
		a->levels = "outermost";
	a->usual_access = !a->access;
}

/* What is for parts only. */
static bool
check_alone(const struct scaling *s, struct error *error)
{
	const struct arguments *a = s->arguments;
	const char *option = a->ranks ? "ranks" : a->swaps.count && !a->tunables[TUNABLE_steps_per_launch] ? "swap" : a->periodic ? "periodic"
		: a->exchange_every ? "exchange-every" : a->engine ? "engine" : a->comm_blocks ? "comm-blocks" : a->network ? "network" : a->step ? "step" : a->timeout ? "timeout"
		: a->share_gpus ? "share-gpus" : NULL;

	return !option || error_set(error, EXIT_USAGE, "--%s is for several subdomains: give --scaling, --ping or --model", option);
}

/* What goes with parts, and what does not. */
static bool
check_others(const struct scaling *s, struct error *error)
{
	const struct arguments *a = s->arguments;
	const char *other = a->tune ? "tune" : a->baseline ? "baseline" : a->ncu ? "ncu"
		: a->profile ? "profile" : a->patterns ? "patterns" : a->mesh && !a->scaling ? "mesh" : a->chart ? "chart" : a->cache ? "cache"
		: NULL;

	const char *measured = a->graph ? "graph" : a->json ? "json" : a->journal ? "journal" : NULL;

	if (measured && !a->scaling)
		return error_set(error, EXIT_USAGE, "--%s is for --scaling, not for --%s", measured, a->ping ? "ping" : "model");
	return !other || error_set(error, EXIT_USAGE, "--%s is not for several subdomains", other);
}

static bool
check_mode(const struct scaling *s, struct error *error)
{
	const struct arguments *a = s->arguments;

	if (a->scaling && strcmp(a->scaling, "weak") && strcmp(a->scaling, "strong"))
		return error_set(error, EXIT_USAGE, "--scaling accepts weak or strong, not '%s'", a->scaling);
	if (a->mesh && a->periodic)
		return error_set(error, EXIT_USAGE, "--periodic is for stencils on structured grids, not on meshes: leave it out");
	if (a->ping && (a->scaling || a->model || a->file_count))
		return error_set(error, EXIT_USAGE, "--ping measures messages: leave out stencils, --scaling and --model");
	if (a->scaling && a->model)
		return error_set(error, EXIT_USAGE, "--scaling measures and --model predicts: give one of them");
	if ((a->network || a->step) && !a->model)
		return error_set(error, EXIT_USAGE, "--%s is for --model", a->network ? "network" : "step");
	return true;
}

const char *
scaling_engine(const struct scaling *s)
{
	return s->transport.nccl ? "nccl" : s->processes.count > 1 ? "mpi" : "peer";
}

bool
scaling_begin(struct scaling *s, struct error *error)
{
	s->processes = (struct processes){ .program = s->tool->name, .count = 1, .held_stderr = -1 };
	if (!scaling_is_wanted(s->arguments))
		return check_alone(s, error);
	processes_find(&s->processes, s->tool->name);
	return check_mode(s, error) && check_others(s, error) && transport_check(s->arguments, &s->processes, error);
}
