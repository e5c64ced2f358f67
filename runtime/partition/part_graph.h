#ifndef PART_GRAPH_H
#define PART_GRAPH_H

#include "generator/base/error.h"
#include "runtime/exchange/exchange.h"
#include "runtime/partition/part_streams.h"

/* The streams of all parts of a process, and what goes between these parts. */
struct part_flow {
	const struct part_streams *streams;
	struct stencil_exchange *const *exchange; /* NULL in it: nothing */
};
struct part_flows {
	const struct device *device;
	const struct part_flow *items;
	int count;
};

/* Lets all parts time some of so many exchanges. Returns a status. */
int part_flows_time(const struct part_flows *flows, int exchanges);

/* Seconds of the part that spends most in exchanges, when all have been waited for; of all parts where there are no streams, and one follows the
 * other. Returns a status. */
int part_flows_spent(const struct part_flows *flows, double *most);

/* Steps of all parts of a process, captured once as a graph, and replayed. Between begin and end steps are enqueued as ever, and
 * nothing is done; pointers to fields are then as they were. Kernels have run before, which loads them. */
struct part_graph {
	int steps;       /* that it has; 0: no graph is wanted */
	void *recording; /* NULL: not captured yet */
	const struct device_streams *device;
};

/* How many steps a graph has: the least number of whole groups and of whole periods of what is handed on that is 16 or more. */
int part_graph_steps(int every, int period);

/* All parts have waited for all that they were told. False with an error on failure; begun ends in any case. */
bool part_graph_begin(const struct part_flows *flows, struct error *error);
bool part_graph_end(const struct part_flows *flows, struct part_graph *graph, struct error *error);

/* Replays it behind replays before; what came before these all parts have waited for. */
bool part_graph_replay(const struct part_flows *flows, const struct part_graph *graph, struct error *error);

/* Before steps that are not replayed, behind replays that all parts have waited for. */
bool part_graph_leave(const struct part_flows *flows, struct error *error);

void part_graph_free(struct part_graph *graph);

#endif
