#include "runtime/meshranks/mesh_steps.h"

#include "runtime/meshranks/mesh_exchange.h"
#include "runtime/meshranks/mesh_sides.h"

struct steps {
	const struct mesh_parts *parts;
	const struct built *kernel;
	struct stencil_block block;
	char *message;
	size_t room;
};

struct part_step
mesh_step_of(const struct mesh_parts *parts, int n, int steps)
{
	return parts->engine ? part_group_step(parts->every, n, steps) : (struct part_step){ 0 };
}

static bool
kernel_failed(const struct steps *s, const struct mesh_rank *own, int status)
{
	if (status < 0 && stencil_refusal_text(status))
		snprintf(s->message, s->room, "the launcher refuses the call: %s", stencil_refusal_text(status));
	else if (status)
		snprintf(s->message, s->room, "the kernel failed: %s", own->device->device->error(status));
	return status != 0;
}

static bool
exchange_failed(const struct steps *s, const struct mesh_rank *own, int status)
{
	if (status)
		snprintf(s->message, s->room, "the exchange failed: %s", stencil_exchange_text(own->exchange, status));
	return status != 0;
}

/* Applies the kernel to zones first..end-1. */
static int
run_zones(const struct steps *s, const struct mesh_rank *own, int first, int end, void *stream)
{
	const struct device_streams *streams = own->streams.device;
	struct call call = mesh_device_call(own->device, s->kernel, s->block);
	struct stencil_mesh_view view = own->device->view;

	view.mesh.first = own->layout.zones[first];
	view.mesh.end = own->layout.zones[end];
	call.grid = &view;
	if (view.mesh.first == view.mesh.end)
		return 0;
	return streams ? streams->start(&call, stream) : own->device->device->run(&call);
}

/* Own elements that are sent, or made of what was received; then these go. */
static bool
begin_part(const struct steps *s, int rank)
{
	const struct mesh_rank *own = &s->parts->ranks[rank];
	const struct part_streams *streams = &own->streams;
	const int sides = mesh_zone(s->parts, MESH_SIDES);
	int status = part_streams_select(streams);

	if (!status)
		status = part_streams_cross(streams);
	if (!status)
		status = run_zones(s, own, sides, sides + 1, streams->sides);
	if (!status)
		status = streams->device->record(streams->strips, streams->sides);
	return !kernel_failed(s, own, status) && !exchange_failed(s, own, mesh_exchange_begin(s->parts, rank));
}

static bool
run_interior(const struct steps *s, int rank)
{
	const struct mesh_rank *own = &s->parts->ranks[rank];
	const struct part_streams *streams = &own->streams;
	const int interior = mesh_zone(s->parts, MESH_INTERIOR);
	int status = part_streams_select(streams);

	if (!status)
		status = run_zones(s, own, interior, interior + 1, streams->inner);
	if (!status)
		status = streams->device->record(streams->interior, streams->inner);
	return !kernel_failed(s, own, status);
}

/* Sides, then the interiors while messages are on their way. */
static bool
step_overlapped(const struct steps *s)
{
	bool good = true;

	for (int rank = s->parts->first; rank < s->parts->end && good; rank++)
		good = begin_part(s, rank);
	for (int rank = s->parts->first; rank < s->parts->end && good; rank++)
		good = run_interior(s, rank);
	return good;
}

/* All of a part, and what further steps of its group need of others, which halos must be there for. */
static bool
run_part(const struct steps *s, int rank, int further)
{
	const struct mesh_rank *own = &s->parts->ranks[rank];
	const struct part_streams *streams = &own->streams;
	const bool overlaps = s->parts->overlap;
	int status = part_streams_select(streams);

	if (!status && overlaps)
		status = streams->device->wait(streams->inner, streams->halos);
	if (!status)
		status = run_zones(s, own, mesh_zone(s->parts, MESH_SIDES) - further, mesh_zone(s->parts, MESH_INTERIOR) + 1,
			overlaps ? streams->inner : streams->sides);
	if (!status && overlaps)
		status = streams->device->record(streams->interior, streams->inner);
	return !kernel_failed(s, own, status);
}

static bool
step_in_turn(const struct steps *s, const struct part_step *step)
{
	bool good = true;

	for (int rank = s->parts->first; rank < s->parts->end && good; rank++)
		good = run_part(s, rank, step->further) && (!step->exchanges
			|| !exchange_failed(s, &s->parts->ranks[rank], mesh_exchange_begin(s->parts, rank)));
	return good;
}

static bool
end_exchange(const struct steps *s, const struct mesh_rank *own)
{
	const struct part_streams *streams = &own->streams;

	if (kernel_failed(s, own, part_streams_select(streams))
			|| exchange_failed(s, own, stencil_exchange_end(own->exchange, streams->sides)))
		return false;
	return !streams->device || !kernel_failed(s, own, streams->device->record(streams->halos, streams->sides));
}

bool
mesh_parts_step(const struct mesh_parts *parts, const struct built *kernel, struct stencil_block block,
	const struct part_step *step, char *message, size_t room)
{
	const struct steps s = { parts, kernel, block, message, room };
	bool good = parts->overlap && step->exchanges ? step_overlapped(&s) : step_in_turn(&s, step);

	for (int rank = parts->first; rank < parts->end && good && step->exchanges; rank++)
		good = end_exchange(&s, &parts->ranks[rank]);
	return good;
}
