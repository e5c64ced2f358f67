#include "runtime/partition/step_graph.h"

#include "runtime/device/device_status.h"

enum { LEAST_STEPS = 16 };

static int
divisor(int a, int b)
{
	return b ? divisor(b, a % b) : a;
}

int
step_graph_steps(int every, int period)
{
	const int whole = every/divisor(every, period)*period;

	return (LEAST_STEPS + whole - 1)/whole*whole;
}

/* The first stream, which the others wait for. */
static const struct streams *
origin_of(const struct local_streams *all)
{
	return &all->items[all->first];
}

static int
renew_all(const struct local_streams *all)
{
	int status = 0;

	for (int i = all->first; i < all->end && !status; i++)
		status = streams_renew(&all->items[i]);
	return status;
}

/* All streams join what is captured of the first. */
static int
fork_all(const struct local_streams *all)
{
	const struct streams *origin = origin_of(all);
	int status = origin->device->record(origin->boundary_done, origin->boundary);

	for (int i = all->first; i < all->end && !status; i++) {
		const struct streams *own = &all->items[i];

		status = streams_select(own);
		if (!status && own != origin)
			status = own->device->wait(own->boundary, origin->boundary_done);
		if (!status)
			status = own->device->wait(own->interior, origin->boundary_done);
	}
	return status ? status : renew_all(all);
}

/* The first stream waits for an event of another one, which is recorded on that one's device. */
static int
join(const struct streams *origin, const struct streams *own, void *event, void *stream)
{
	int status = streams_select(own);

	if (!status)
		status = own->device->record(event, stream);
	if (!status)
		status = streams_select(origin);
	return status ? status : origin->device->wait(origin->boundary, event);
}

static int
join_all(const struct local_streams *all)
{
	const struct streams *origin = origin_of(all);
	int status = 0;

	for (int i = all->first; i < all->end && !status; i++) {
		const struct streams *own = &all->items[i];

		if (own != origin)
			status = join(origin, own, own->boundary_done, own->boundary);
		if (!status)
			status = join(origin, own, own->interior_done, own->interior);
	}
	return status;
}

bool
step_graph_begin(const struct local_streams *all, struct error *error)
{
	const struct streams *origin = origin_of(all);
	int status = streams_select(origin);

	if (!status)
		status = origin->device->begin_capture(origin->boundary);
	if (!status)
		status = fork_all(all);
	return !device_failed(all->device, status, "capture steps as a graph", error);
}

bool
step_graph_end(const struct local_streams *all, struct step_graph *graph, struct error *error)
{
	const struct streams *origin = origin_of(all);
	int status = join_all(all), ended = streams_select(origin);

	graph->device = origin->device;
	if (!ended)
		ended = origin->device->end_capture(origin->boundary, &graph->recording);
	status = status ? status : ended;
	if (!status)
		status = renew_all(all);
	return !device_failed(all->device, status, "capture steps as a graph", error);
}

bool
step_graph_replay(const struct local_streams *all, const struct step_graph *graph, struct error *error)
{
	const struct streams *origin = origin_of(all);
	int status = streams_select(origin);

	if (!status)
		status = graph->device->replay(graph->recording, origin->boundary);
	return !device_failed(all->device, status, "replay a graph", error);
}

bool
step_graph_leave(const struct local_streams *all, struct error *error)
{
	return !device_failed(all->device, renew_all(all), "replay a graph", error);
}

void
step_graph_free(struct step_graph *graph)
{
	if (graph->recording)
		graph->device->forget(graph->recording);
	graph->recording = NULL;
}
