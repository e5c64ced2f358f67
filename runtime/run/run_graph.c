#include "runtime/run/run_graph.h"

#include "runtime/formats/clock.h"
#include "runtime/partition/transport.h"
#include "runtime/run/run_output.h"

#include <limits.h>

bool
run_graph_check(const struct job *job, struct error *error)
{
	return transport_supports(job->transport, job->processes, job->options, error) && (targets[job->backend.target].blocks
		|| error_set(error, EXIT_USAGE, "--graph is for GPUs, not backend %s", backend_names[job->backend.kind]));
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
	bool good = step_graph_begin(g->streams, error);

	for (int n = 1; n <= g->graph->steps && good; n++)
		good = g->start(job, g->of, n, INT_MAX, error);
	return step_graph_end(g->streams, g->graph, good ? error : NULL) && good;
}

bool
run_graph_replay(const struct job *job, const struct run_graph *g, int *step, double *seconds, struct error *error)
{
	const int first = *step, steps = g->graph->steps;
	const double start = now();
	bool good;

	if (!steps || first == 1 || (first - 1) % steps || !are_captured(job, g, first))
		return true;
	good = local_streams_finish(g->streams, error);
	if (good && !g->graph->recording)
		good = capture(job, g, error);
	for (; good && are_captured(job, g, *step); *step += steps)
		good = step_graph_replay(g->streams, g->graph, error)
			&& local_streams_mark(g->streams, *step + steps - 1, error);
	if (good)
		good = local_streams_finish(g->streams, error) && step_graph_leave(g->streams, error);
	*seconds += now() - start;
	return good || error_append(error, ", in steps %d to %d", first, first + steps - 1);
}
