#include "runtime/run/run_spent.h"

bool
run_spent_begin(const struct job *job, const struct local_streams *streams, int every, bool overlaps, struct error *error)
{
	if (job->options->graph || !streams->device->streams || (overlaps && streams->items[streams->first].boundary))
		return true;
	return local_streams_time(streams, (job->options->steps - 1)/every, error);
}

/* Where those that were timed are no fair sample they may be more than all. */
static const char *
percent(struct arena *arena, double share)
{
	const double number = share < 1 ? 100*share : 100;

	return arena_printf(arena, "%.*f %%", number < 10, number);
}

bool
run_spent_end(const struct job *job, const struct local_streams *streams, struct run_results *out, struct error *error)
{
	struct arena *arena = &job->tool->arena;
	double most;

	if (!local_streams_spent(streams, &most, error))
		return false;
	/* Times of the host backend mean nothing. */
	if (job->backend.kind == BACKEND_HOST || !(most > 0) || !(out->seconds > 0))
		return true;
	out->spent = arena_printf(arena, " (exchange %s of it)", percent(arena, most/out->seconds));
	return true;
}
