#include "runtime/run/plane/plane_run.h"

#include "runtime/formats/clock.h"
#include "runtime/planeparts/part_steps.h"
#include "runtime/planeparts/parts_finish.h"
#include "runtime/run/run_output.h"
#include "runtime/run/run_ranks.h"

#include <limits.h>

int
plane_graph_check(const struct job *job, struct plane_run *r)
{
	if (!job->options->graph)
		return EXIT_GOOD;
	if (run_ranks_check_graph(job))
		return EXIT_USAGE;
	if (!targets[job->backend.target].blocks)
		return tool_fail(job->tool, EXIT_USAGE, "--graph is for GPUs, not backend %s", backend_names[job->backend.kind]);
	if (cut_is_none(&r->cut))
		return tool_fail(job->tool, EXIT_USAGE, "--graph is for steps of several parts, or --periodic");
	if (cut_goes_beyond(&r->cut) && r->cut.reach->sums)
		return tool_fail(job->tool, EXIT_USAGE, "--graph: '%s' takes sums, which parts take together on the host in the middle of a"
			" step: such steps are not captured", job->stencil->name);
	r->graph.steps = part_graph_steps(r->cut.every, swaps_period(&r->swaps, job->stencil->field_count));
	return EXIT_GOOD;
}

static void
swap_devices(const struct plane_run *r)
{
	for (int rank = r->parts.first; rank < r->parts.end; rank++)
		swaps_on_device(&r->swaps, r->parts.ranks[rank].device);
}

/* Whether steps from that one on do all that the graph does, and nothing else: no results are fetched, also for halos of those
 * of steps that follow, and the last one exchanges. */
static bool
are_captured(const struct job *job, const struct plane_run *r, int step)
{
	for (int n = step; n < step + r->graph.steps + r->swaps.most; n++)
		if (n >= job->options->steps || run_output_wants(job, n))
			return false;
	return true;
}

static bool
capture(const struct job *job, struct plane_run *r, char *message, size_t room)
{
	bool good = part_graph_begin(&r->parts, message, room);
	char other[256];

	for (int n = 1; n <= r->graph.steps && good; n++) {
		const struct part_step step = part_step_of(&r->parts, n, INT_MAX);

		good = parts_step(&r->parts, &job->kernel, &r->blocks, &step, message, room);
		swap_devices(r);
	}
	return part_graph_end(&r->parts, &r->graph, good ? message : other, good ? room : sizeof other) && good;
}

int
plane_graph_replay(const struct job *job, struct plane_run *r, int *step, double *seconds)
{
	const int first = *step, steps = r->graph.steps;
	const double start = now();
	char message[512];
	bool good;

	if (!steps || first == 1 || (first - 1) % steps || !are_captured(job, r, first))
		return EXIT_GOOD;
	good = parts_finish(&r->parts, message, sizeof message);
	if (good && !r->graph.recording)
		good = capture(job, r, message, sizeof message);
	for (; good && are_captured(job, r, *step); *step += steps)
		good = part_graph_replay(&r->parts, &r->graph, message, sizeof message)
			&& parts_mark(&r->parts, *step + steps - 1, message, sizeof message);
	if (good)
		good = part_graph_leave(&r->parts, message, sizeof message);
	*seconds += now() - start;
	return good ? EXIT_GOOD : tool_fail(job->tool, EXIT_IO, "%s, in steps %d to %d", message, first, first + steps - 1);
}
