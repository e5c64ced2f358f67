#include "runtime/run/run_spent.h"

#include "runtime/device/device_status.h"

static int
report(const struct job *job, const struct part_flows *flows, int status)
{
	struct error error;

	return device_failed(flows->device, status, "time exchanges", &error) ? tool_report(job->tool, &error)
		: EXIT_GOOD;
}

int
run_spent_begin(const struct job *job, const struct part_flows *flows, int every, bool overlaps)
{
	if (job->options->graph || !flows->device->streams || (overlaps && flows->items->streams->sides))
		return EXIT_GOOD;
	return report(job, flows, part_flows_time(flows, (job->options->steps - 1)/every));
}

/* Where those that were timed are no fair sample they may be more than all. */
static const char *
percent(struct arena *arena, double share)
{
	const double number = share < 1 ? 100*share : 100;

	return arena_printf(arena, "%.*f %%", number < 10, number);
}

int
run_spent_end(const struct job *job, const struct part_flows *flows, struct run_results *out)
{
	struct arena *arena = &job->tool->arena;
	double most;
	int status = report(job, flows, part_flows_spent(flows, &most));

	/* Times of the host backend mean nothing. */
	if (status || job->backend.kind == BACKEND_HOST || !(most > 0) || !(out->seconds > 0))
		return status;
	out->spent = arena_printf(arena, " (exchange %s of it)", percent(arena, most/out->seconds));
	return EXIT_GOOD;
}
