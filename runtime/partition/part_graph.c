#include "runtime/partition/part_graph.h"

#include "runtime/device/device_status.h"

enum { LEAST_STEPS = 16 };

static int
divisor(int a, int b)
{
	return b ? divisor(b, a % b) : a;
}

int
part_flows_time(const struct part_flows *flows, int exchanges)
{
	int status = 0;

	for (const struct part_flow *f = flows->items; f < flows->items + flows->count && !status; f++) {
		if (!*f->exchange || !f->streams->clock)
			continue;
		status = part_streams_select(f->streams);
		if (!status)
			status = part_clock_start(f->streams->clock, exchanges);
	}
	return status;
}

int
part_flows_spent(const struct part_flows *flows, double *most)
{
	double seconds;
	int status = 0;

	*most = 0;
	for (const struct part_flow *f = flows->items; f < flows->items + flows->count && !status; f++) {
		status = part_clock_read(f->streams->clock, &seconds);
		if (!f->streams->sides)
			*most += seconds;
		else if (seconds > *most)
			*most = seconds;
	}
	return status;
}

int
part_graph_steps(int every, int period)
{
	const int whole = every/divisor(every, period)*period;

	return (LEAST_STEPS + whole - 1)/whole*whole;
}

/* The first stream, which the others wait for. */
static const struct part_streams *
origin_of(const struct part_flows *flows)
{
	return flows->items->streams;
}

/* Events of parts and of what carries messages. */
static int
renew_all(const struct part_flows *flows)
{
	int status = 0;

	for (const struct part_flow *f = flows->items; f < flows->items + flows->count && !status; f++) {
		status = part_streams_renew(f->streams);
		if (!status && *f->exchange)
			status = stencil_exchange_renew(*f->exchange, f->streams->sides);
	}
	return status;
}

/* All streams join what is captured of the first. */
static int
fork_all(const struct part_flows *flows)
{
	const struct part_streams *origin = origin_of(flows);
	int status = origin->device->record(origin->strips, origin->sides);

	for (int i = 0; i < flows->count && !status; i++) {
		const struct part_streams *own = flows->items[i].streams;

		status = part_streams_select(own);
		if (!status && own != origin)
			status = own->device->wait(own->sides, origin->strips);
		if (!status)
			status = own->device->wait(own->inner, origin->strips);
	}
	return status ? status : renew_all(flows);
}

/* The first stream waits for an event of another one, which is recorded on the latter's device. */
static int
join(const struct part_streams *origin, const struct part_streams *own, void *event, void *stream)
{
	int status = part_streams_select(own);

	if (!status)
		status = own->device->record(event, stream);
	if (!status)
		status = part_streams_select(origin);
	return status ? status : origin->device->wait(origin->sides, event);
}

static int
join_all(const struct part_flows *flows)
{
	const struct part_streams *origin = origin_of(flows);
	int status = 0;

	for (int i = 0; i < flows->count && !status; i++) {
		const struct part_streams *own = flows->items[i].streams;

		if (own != origin)
			status = join(origin, own, own->strips, own->sides);
		if (!status)
			status = join(origin, own, own->interior, own->inner);
	}
	return status;
}

bool
part_graph_begin(const struct part_flows *flows, struct error *error)
{
	const struct part_streams *origin = origin_of(flows);
	int status = part_streams_select(origin);

	if (!status)
		status = origin->device->begin_capture(origin->sides);
	if (!status)
		status = fork_all(flows);
	return !device_failed(flows->device, status, "capture steps as a graph", error);
}

bool
part_graph_end(const struct part_flows *flows, struct part_graph *graph, struct error *error)
{
	const struct part_streams *origin = origin_of(flows);
	int status = join_all(flows), ended = part_streams_select(origin);

	graph->device = origin->device;
	if (!ended)
		ended = origin->device->end_capture(origin->sides, &graph->recording);
	status = status ? status : ended;
	if (!status)
		status = renew_all(flows);
	return !device_failed(flows->device, status, "capture steps as a graph", error);
}

bool
part_graph_replay(const struct part_flows *flows, const struct part_graph *graph, struct error *error)
{
	const struct part_streams *origin = origin_of(flows);
	int status = part_streams_select(origin);

	if (!status)
		status = graph->device->replay(graph->recording, origin->sides);
	return !device_failed(flows->device, status, "replay a graph", error);
}

bool
part_graph_leave(const struct part_flows *flows, struct error *error)
{
	return !device_failed(flows->device, renew_all(flows), "replay a graph", error);
}

void
part_graph_free(struct part_graph *graph)
{
	if (graph->recording)
		graph->device->forget(graph->recording);
	graph->recording = NULL;
}
