#include "runtime/run/run_graph.h"

#include "runtime/formats/clock.h"
#include "runtime/ranks/ranks.h"
#include "runtime/run/run_output.h"
#include "runtime/run/run_ranks.h"

#include <limits.h>

int
run_graph_check(const struct job *job)
{
	if (run_ranks_check_carrier(job))
		return EXIT_USAGE;
	if (!targets[job->backend.target].blocks)
		return tool_fail(job->tool, EXIT_USAGE, "--graph is for GPUs, not backend %s", backend_names[job->backend.kind]);
	return EXIT_GOOD;
}

/* Whether steps from that one on do all that the graph does, and nothing else: no results are fetched, also for halos of those
 * of steps that follow, and the last one exchanges. */
static bool
are_captured(const struct job *job, const struct run_graph *g, int step)
{
	for (int n = step; n < step + g->graph->steps + g->most; n++)
		if (n >= job->options->steps || run_output_wants(job, n))
			return false;
	return true;
}

static bool
capture(const struct job *job, const struct run_graph *g, char *message, size_t room)
{
	bool good = part_graph_begin(g->flows, message, room);
	char other[256];

	for (int n = 1; n <= g->graph->steps && good; n++)
		good = g->start(job, g->of, n, INT_MAX, message, room);
	return part_graph_end(g->flows, g->graph, good ? message : other, good ? room : sizeof other) && good;
}

int
run_graph_replay(const struct job *job, const struct run_graph *g, int *step, double *seconds)
{
	const int first = *step, steps = g->graph->steps;
	const double start = now();
	char message[512];
	bool good;

	if (!steps || first == 1 || (first - 1) % steps || !are_captured(job, g, first))
		return EXIT_GOOD;
	good = g->finish(g->of, message, sizeof message);
	if (good && !g->graph->recording)
		good = capture(job, g, message, sizeof message);
	for (; good && are_captured(job, g, *step); *step += steps)
		good = part_graph_replay(g->flows, g->graph, message, sizeof message)
			&& g->mark(g->of, *step + steps - 1, message, sizeof message);
	if (good)
		good = g->finish(g->of, message, sizeof message) && part_graph_leave(g->flows, message, sizeof message);
	*seconds += now() - start;
	return good ? EXIT_GOOD : tool_fail(job->tool, EXIT_IO, "%s, in steps %d to %d", message, first, first + steps - 1);
}
