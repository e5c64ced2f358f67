#ifndef RUN_GRAPH_H
#define RUN_GRAPH_H

#include "generator/base/error.h"
#include "runtime/partition/step_graph.h"
#include "runtime/run/job.h"

/* Steps of a stencil in parts, and the graph that some of them are captured as. */
struct run_graph {
	struct step_graph *graph;
	const struct local_streams *streams;
	int most; /* steps behind a replay that read what was saved in it, as swaps have it */
	void *of; /* what `start` is given */
	bool (*start)(const struct job *job, void *of, int n, int steps, struct error *error); /* enqueues the n-th of so many, and hands
	                                                                                               * arrays on */
};

/* Whether --graph, which was given, can be done by this backend, and for its messages. */
bool run_graph_check(const struct job *job, struct error *error);

/* Before step *step: replays as many steps as the graph has, if all that they would do is in it, and again; *step is then the next
 * one. The first steps are not replayed, and the graph is captured behind these. Adds to the seconds. */
bool run_graph_replay(const struct job *job, const struct run_graph *graph, int *step, double *seconds, struct error *error);

#endif
