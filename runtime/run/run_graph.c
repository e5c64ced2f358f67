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
capture(const struct job *job, const struct run_graph *g, struct error *error)
{
	bool good = part_graph_begin(g->flows, error);

	for (int n = 1; n <= g->graph->steps && good; n++)
		good = g->start(job, g->of, n, INT_MAX, error);
	return part_graph_end(g->flows, g->graph, good ? error : NULL) && good;
}

int
run_graph_replay(const struct job *job, const struct run_graph *g, int *step, double *seconds)
{
	const int first = *step, steps = g->graph->steps;
	const double start = now();
	struct error error;
	bool good;

	if (!steps || first == 1 || (first - 1) % steps || !are_captured(job, g, first))
		return EXIT_GOOD;
	good = g->finish(g->of, &error);
	if (good && !g->graph->recording)
		good = capture(job, g, &error);
	for (; good && are_captured(job, g, *step); *step += steps)
		good = part_graph_replay(g->flows, g->graph, &error)
			&& g->mark(g->of, *step + steps - 1, &error);
	if (good)
		good = g->finish(g->of, &error) && part_graph_leave(g->flows, &error);
	*seconds += now() - start;
	return good ? EXIT_GOOD : tool_fail(job->tool, EXIT_IO, "%s, in steps %d to %d", error.text, first, first + steps - 1);
}
