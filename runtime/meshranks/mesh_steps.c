#include "runtime/meshranks/mesh_steps.h"

#include "generator/split/parts.h"
#include "runtime/meshranks/mesh_exchange.h"

#include <stdlib.h>

struct steps {
	const struct mesh_parts *parts;
	const struct built *kernel;
	struct stencil_block block;
	const struct program *program; /* of several kernels, of which the last one alone has sides and an interior; or NULL */
	struct stencil_block *each;    /* the block of each of these */
	struct error *error;
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
		error_set(s->error, EXIT_IO, "the launcher refuses the call: %s", stencil_refusal_text(status));
	else if (status)
		error_set(s->error, EXIT_IO, "the kernel failed: %s", own->device->device->error(status));
	return status != 0;
}

static bool
exchange_failed(const struct steps *s, const struct mesh_rank *own, int status)
{
	if (status)
		error_set(s->error, EXIT_IO, "the exchange failed: %s", stencil_exchange_text(own->exchange, status));
	return status != 0;
}

static int
begin_exchange(const struct steps *s, int rank)
{
	const struct part_streams *streams = &s->parts->ranks[rank].streams;
	int status = part_clock_mark(streams->clock, MOMENT_PACKS, streams->sides);

	if (!status)
		status = mesh_exchange_begin(s->parts, rank);
	return status ? status : part_clock_mark(streams->clock, MOMENT_PACKED, streams->sides);
}

enum { ALL_KERNELS = -1 };

/* Applies one kernel, or all, to zones first..end-1. What stores temporaries does so at all elements. */
static int
run_zones(const struct steps *s, const struct mesh_rank *own, int kernel, int first, int end, void *stream)
{
	const struct device_streams *streams = own->streams.device;
	struct call call = mesh_device_call(own->device, s->kernel, s->block);
	struct stencil_mesh_view view = own->device->view;

	view.mesh.first = own->layout.zones[first];
	view.mesh.end = own->layout.zones[end];
	call.grid = &view;
	if (kernel != ALL_KERNELS) {
		call.run_part = s->kernel->run_part;
		call.blocks = s->each;
		call.part = kernel;
	}
	if (view.mesh.first == view.mesh.end)
		return 0;
	return streams ? streams->start(&call, stream) : own->device->device->run(&call);
}

/* The one that has zones. */
static int
last_kernel(const struct steps *s)
{
	return s->each ? s->program->part_count - 1 : ALL_KERNELS;
}

/* Enqueues what stores temporaries, which the interior needs, too; or nothing, then interior and sides wait for each other's last
 * step. */
static int
run_earlier(const struct steps *s, const struct mesh_rank *own)
{
	const struct part_streams *streams = &own->streams;
	int status;

	if (!s->each)
		return part_streams_cross(streams);
	status = part_streams_follow(streams);
	for (int kernel = 0; kernel < last_kernel(s) && !status; kernel++)
		status = run_zones(s, own, kernel, 0, own->part.problem.zones, streams->sides);
	return status ? status : part_streams_fork(streams);
}

/* Own elements that are sent, or made of what was received; then these go. */
static bool
begin_part(const struct steps *s, int rank)
{
	const struct mesh_rank *own = &s->parts->ranks[rank];
	const struct part_streams *streams = &own->streams;
	const int sides = halo_zone(s->parts->every, REGION_BOUNDARY, 0);
	int status = part_streams_select(streams);

	if (!status)
		status = run_earlier(s, own);
	if (!status)
		status = run_zones(s, own, last_kernel(s), sides, sides + 1, streams->sides);
	if (!status && !s->each)
		status = streams->device->record(streams->strips, streams->sides);
	return !kernel_failed(s, own, status) && !exchange_failed(s, own, begin_exchange(s, rank));
}

static bool
run_interior(const struct steps *s, int rank)
{
	const struct mesh_rank *own = &s->parts->ranks[rank];
	const struct part_streams *streams = &own->streams;
	const int interior = halo_zone(s->parts->every, REGION_INTERIOR, 0);
	int status = part_streams_select(streams);

	if (!status)
		status = run_zones(s, own, last_kernel(s), interior, interior + 1, streams->inner);
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
		status = run_zones(s, own, ALL_KERNELS, halo_zone(s->parts->every, REGION_BOUNDARY, further), halo_zone_count(s->parts->every),
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
			|| !exchange_failed(s, &s->parts->ranks[rank], begin_exchange(s, rank)));
	return good;
}

static bool
end_exchange(const struct steps *s, const struct mesh_rank *own)
{
	const struct part_streams *streams = &own->streams;

	if (kernel_failed(s, own, part_streams_select(streams))
			|| kernel_failed(s, own, part_clock_mark(streams->clock, MOMENT_RECEIVES, streams->sides))
			|| exchange_failed(s, own, stencil_exchange_end(own->exchange, streams->sides))
			|| kernel_failed(s, own, part_clock_mark(streams->clock, MOMENT_UNPACKED, streams->sides)))
		return false;
	return !streams->device || !kernel_failed(s, own, streams->device->record(streams->halos, streams->sides));
}

/* A program's kernels one by one, all with the same block. */
static bool
take_kernels(struct steps *s)
{
	s->program = s->parts->whole->plan->program;
	if (!s->program || !s->parts->overlap)
		return true;
	s->each = calloc((size_t)s->program->part_count, sizeof *s->each);
	for (int p = 0; p < s->program->part_count && s->each; p++)
		s->each[p] = s->block;
	if (!s->each)
		error_no_memory(s->error);
	return s->each;
}

bool
mesh_parts_step(const struct mesh_parts *parts, const struct built *kernel, struct stencil_block block,
	const struct part_step *step, struct error *error)
{
	struct steps s = { .parts = parts, .kernel = kernel, .block = block, .error = error };
	bool good = take_kernels(&s);

	if (good)
		good = parts->overlap && step->exchanges ? step_overlapped(&s) : step_in_turn(&s, step);
	for (int rank = parts->first; rank < parts->end && good && step->exchanges; rank++)
		good = end_exchange(&s, &parts->ranks[rank]);
	free(s.each);
	return good;
}
