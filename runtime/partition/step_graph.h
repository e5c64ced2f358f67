#ifndef STEP_GRAPH_H
#define STEP_GRAPH_H

#include "generator/base/error.h"
#include "runtime/partition/streams.h"

/* Steps of all subdomains of a process, captured once as a graph, and replayed. Between begin and end steps are enqueued as
 * usual, but do not run. The graph keeps the pointers to fields of that time. Kernels must have run before, which loads
 * them. */
struct step_graph {
	int steps;       /* 0: no graph is wanted */
	void *recording; /* NULL: not captured yet */
	const struct device_streams *device;
};

/* The number of steps of a graph: the least multiple of `every`, the steps of a group, and of the period after which fields have
 * their arrays again, that is 16 or more. */
int step_graph_steps(int every, int period);

/* All streams have been waited for. False with an error on failure; end after begin in any case. */
bool step_graph_begin(const struct local_streams *streams, struct error *error);
bool step_graph_end(const struct local_streams *streams, struct step_graph *graph, struct error *error);

/* Enqueues the graph. Before the first replay all streams have been waited for. */
bool step_graph_replay(const struct local_streams *streams, const struct step_graph *graph, struct error *error);

/* After replays, when all streams have been waited for, and before other steps. */
bool step_graph_leave(const struct local_streams *streams, struct error *error);

void step_graph_free(struct step_graph *graph);

#endif
