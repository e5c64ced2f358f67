#include "runtime/planeparts/part_graph.h"

#include "runtime/device/device_status.h"
#include "runtime/planeparts/part_steps.h"
#include "runtime/planeparts/parts_finish.h"

enum { LEAST_STEPS = 16 };

static int
divisor(int a, int b)
{
	return b ? divisor(b, a % b) : a;
}

int
part_graph_steps(int every, int period)
{
	const int whole = every/divisor(every, period)*period;

	return (LEAST_STEPS + whole - 1)/whole*whole;
}

static const struct device *
device_of(const struct plane_parts *parts)
{
	return parts->ranks[parts->first].device->device;
}

/* The first stream, which the others wait for. */
static const struct part_streams *
origin_of(const struct plane_parts *parts)
{
	return &parts->ranks[parts->first].streams;
}

/* Events of parts and of what carries messages. */
static int
renew_all(const struct plane_parts *parts)
{
	int status = 0;

	for (int rank = parts->first; rank < parts->end && !status; rank++) {
		const struct plane_part *part = &parts->ranks[rank];

		status = part_streams_renew(&part->streams);
		if (!status && part->exchange)
			status = stencil_exchange_renew(part->exchange, part->streams.sides);
	}
	return status;
}

/* All streams join what is captured of the first. */
static int
fork_all(const struct plane_parts *parts)
{
	const struct part_streams *origin = origin_of(parts);
	int status = origin->device->record(origin->strips, origin->sides);

	for (int rank = parts->first; rank < parts->end && !status; rank++) {
		const struct part_streams *own = &parts->ranks[rank].streams;

		status = part_streams_select(own);
		if (!status && own != origin)
			status = own->device->wait(own->sides, origin->strips);
		if (!status)
			status = own->device->wait(own->inner, origin->strips);
	}
	return status ? status : renew_all(parts);
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
join_all(const struct plane_parts *parts)
{
	const struct part_streams *origin = origin_of(parts);
	int status = 0;

	for (int rank = parts->first; rank < parts->end && !status; rank++) {
		const struct part_streams *own = &parts->ranks[rank].streams;

		if (own != origin)
			status = join(origin, own, own->strips, own->sides);
		if (!status)
			status = join(origin, own, own->interior, own->inner);
	}
	return status;
}

bool
part_graph_begin(const struct plane_parts *parts, char *message, size_t room)
{
	const struct part_streams *origin = origin_of(parts);
	int status = part_streams_select(origin);

	if (!status)
		status = origin->device->begin_capture(origin->sides);
	if (!status)
		status = fork_all(parts);
	return !device_failed(device_of(parts), status, "capture steps as a graph", message, room);
}

bool
part_graph_end(const struct plane_parts *parts, struct part_graph *graph, char *message, size_t room)
{
	const struct part_streams *origin = origin_of(parts);
	int status = join_all(parts), ended = part_streams_select(origin);

	graph->device = origin->device;
	if (!ended)
		ended = origin->device->end_capture(origin->sides, &graph->recording);
	status = status ? status : ended;
	if (!status)
		status = renew_all(parts);
	return !device_failed(device_of(parts), status, "capture steps as a graph", message, room);
}

bool
part_graph_replay(const struct plane_parts *parts, const struct part_graph *graph, char *message, size_t room)
{
	const struct part_streams *origin = origin_of(parts);
	int status = part_streams_select(origin);

	if (!status)
		status = graph->device->replay(graph->recording, origin->sides);
	return !device_failed(device_of(parts), status, "replay a graph", message, room);
}

bool
part_graph_leave(const struct plane_parts *parts, char *message, size_t room)
{
	return parts_finish(parts, message, room)
		&& !device_failed(device_of(parts), renew_all(parts), "replay a graph", message, room);
}

void
part_graph_free(struct part_graph *graph)
{
	if (graph->recording)
		graph->device->forget(graph->recording);
	graph->recording = NULL;
}
