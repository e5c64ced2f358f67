#include "runtime/planeparts/part_steps.h"

#include "generator/split/parts.h"
#include "runtime/planeparts/part_regions.h"
#include "runtime/planeparts/part_sums.h"

#include <stdlib.h>

struct steps {
	const struct plane_parts *parts;
	const struct built *kernel;
	const struct blocks *blocks;
	bool overlaps;              /* interiors with the exchange; */
	const struct program *split; /* then: those of its last kernel on the grid; NULL: of all that there is */
	struct stencil_block *each; /* of a program's kernels: the block of each */
	struct error *error;
};

struct part_step
part_step_of(const struct plane_parts *parts, int n, int steps)
{
	return parts->engine ? part_group_step(parts->cut.every, n, steps) : (struct part_step){ 0 };
}

static bool
kernel_failed(const struct steps *s, const struct plane_part *part, int status)
{
	if (status)
		error_set(s->error, EXIT_IO, "the kernel failed: %s", part->device->device->error(status));
	return status != 0;
}

static bool
exchange_failed(const struct steps *s, const struct plane_part *part, int status)
{
	if (status)
		error_set(s->error, EXIT_IO, "the exchange failed: %s", stencil_exchange_text(part->exchange, status));
	return status != 0;
}

/* Applies the kernel to a region of a part. */
static int
run_region(const struct steps *s, const struct plane_part *part, const struct stencil_grid *region, void *stream)
{
	const struct device *device = part->device->device;
	struct call call = plane_device_call(part->device, s->kernel, *s->blocks->items);

	call_take_blocks(&call, s->kernel, s->blocks);
	call.grid = region;
	return part->streams.device ? part->streams.device->start(&call, stream) : device->run(&call);
}

/* Applies one kernel of a program to a region of a part. */
static int
run_one(const struct steps *s, const struct plane_part *part, int number, const struct stencil_grid *region, void *stream)
{
	struct call call = plane_device_call(part->device, s->kernel, *s->blocks->items);

	call.run_part = s->kernel->run_part;
	call.blocks = s->each;
	call.part = number;
	call.grid = region;
	return part->streams.device->start(&call, stream);
}

/* Applies the last kernel that is launched region by region. */
static int
run_last(const struct steps *s, const struct plane_part *part, const struct stencil_grid *region, void *stream)
{
	const struct program *p = s->split;

	if (!p)
		return run_region(s, part, region, stream);
	return run_one(s, part, program_fills_apart(p) ? program_number_without_fills(p) : program_last_on_grid(p), region, stream);
}

/* Sends what neighbours need of a part. */
static int
begin_exchange(const struct steps *s, const struct plane_part *part)
{
	const struct plane_device *x = part->device;
	const struct stencil *stencil = part->problem->plan->stencil;
	void **fields = malloc(((size_t)stencil->field_count + 1)*sizeof *fields);
	int count = 0, status = STENCIL_NO_MEMORY;

	for (const struct field *f = stencil->fields; f && fields; f = f->next)
		if (s->parts->fields.exchanged[f->index])
			fields[count++] = x->fields[x->layout.array[f->index]];
	if (fields)
		status = part_clock_mark(part->streams.clock, MOMENT_PACKS, part->streams.sides);
	if (!status)
		status = stencil_exchange_begin(part->exchange, fields, part->streams.sides);
	free(fields);
	return status ? status : part_clock_mark(part->streams.clock, MOMENT_PACKED, part->streams.sides);
}

static bool
end_exchange(const struct steps *s, const struct plane_part *part)
{
	const struct part_streams *streams = &part->streams;

	return !kernel_failed(s, part, part_streams_select(streams))
		&& !kernel_failed(s, part, part_clock_mark(streams->clock, MOMENT_RECEIVES, streams->sides))
		&& !exchange_failed(s, part, stencil_exchange_end(part->exchange, streams->sides))
		&& !kernel_failed(s, part, part_clock_mark(streams->clock, MOMENT_UNPACKED, streams->sides))
		&& !kernel_failed(s, part, streams->device->record(streams->halos, streams->sides));
}

/* Enqueues all kernels before the last one on the grid, and what fills halos for that. */
static int
run_earlier(const struct steps *s, int rank)
{
	const struct plane_part *part = &s->parts->ranks[rank];
	const struct part_streams *streams = &part->streams;
	const struct stencil_grid region = part_region(s->parts, rank, 0);
	int status = part_streams_follow(streams);

	for (int number = 0; number < program_last_on_grid(s->split) && !status; number++)
		status = run_one(s, part, number, &region, streams->sides);
	if (!status && program_fills_apart(s->split))
		status = run_one(s, part, program_number_of_fills(s->split), &region, streams->sides);
	return status ? status : part_streams_fork(streams);
}

/* Enqueues the strips of a part. */
static int
run_strips(const struct steps *s, int rank, const struct stencil_grid *regions, int count)
{
	const struct plane_part *part = &s->parts->ranks[rank];
	const struct part_streams *streams = &part->streams;
	int status = part_streams_select(streams);

	if (!status)
		status = s->split ? run_earlier(s, rank) : part_streams_cross(streams);
	for (int i = 0; i < count && !status; i++)
		status = run_last(s, part, &regions[i], streams->sides);
	return status || s->split ? status : streams->device->record(streams->strips, streams->sides);
}

static int
run_interior(const struct steps *s, const struct plane_part *part, const struct stencil_grid *region)
{
	const struct part_streams *streams = &part->streams;
	int status = part_streams_select(streams);

	if (!status)
		status = run_last(s, part, region, streams->inner);
	return status ? status : streams->device->record(streams->interior, streams->inner);
}

/* Enqueues the scalars after the last kernel on the grid: once, when all of its regions are done, for these read the old values. */
static bool
run_scalars(const struct steps *s, int rank)
{
	const struct plane_part *part = &s->parts->ranks[rank];
	const struct stencil_grid region = part_region(s->parts, rank, 0);
	int number = program_last_on_grid(s->split) + 1, status = part_streams_follow(&part->streams);

	for (; number < s->split->part_count && !status; number++)
		status = run_one(s, part, number, &region, part->streams.sides);
	return !kernel_failed(s, part, status);
}

/* Strips, then the interiors while messages are on their way. */
static bool
step_overlapped(const struct steps *s)
{
	const struct plane_parts *parts = s->parts;
	struct stencil_grid regions[STENCIL_REGIONS];
	int count;

	for (int rank = parts->first; rank < parts->end; rank++) {
		const struct plane_part *part = &parts->ranks[rank];

		count = part_strips(parts, rank, regions);
		if (kernel_failed(s, part, run_strips(s, rank, regions, count > 1 ? count - 1 : 1))
				|| exchange_failed(s, part, begin_exchange(s, part)))
			return false;
	}
	for (int rank = parts->first; rank < parts->end; rank++) {
		const struct plane_part *part = &parts->ranks[rank];

		count = part_strips(parts, rank, regions);
		if (count > 1 && kernel_failed(s, part, run_interior(s, part, &regions[count - 1])))
			return false;
	}
	return true;
}

/* All of a part, and what its group needs around it, which halos must be there for. */
static int
run_part(const struct steps *s, int rank, int further)
{
	const struct plane_part *part = &s->parts->ranks[rank];
	const struct part_streams *streams = &part->streams;
	const struct stencil_grid region = part_region(s->parts, rank, further);
	int status = part_streams_select(streams);

	if (!status && s->split)
		status = part_streams_follow(streams);
	if (!s->overlaps || s->split)
		return status ? status : run_region(s, part, &region, streams->sides);
	if (!status)
		status = streams->device->wait(streams->inner, streams->halos);
	return status ? status : run_interior(s, part, &region);
}

static bool
step_in_turn(const struct steps *s, const struct part_step *step)
{
	for (int rank = s->parts->first; rank < s->parts->end; rank++) {
		const struct plane_part *part = &s->parts->ranks[rank];

		if (kernel_failed(s, part, run_part(s, rank, step->further))
				|| (step->exchanges && exchange_failed(s, part, begin_exchange(s, part))))
			return false;
	}
	return true;
}

/* One kernel of a program, on all parts of this process, but for the sums behind it. */
static bool
run_kernel(const struct steps *s, int kernel, int further)
{
	const int number = program_number_without_sums(parts_program(s->kernel), kernel);

	for (int rank = s->parts->first; rank < s->parts->end; rank++) {
		const struct plane_part *part = &s->parts->ranks[rank];
		const struct stencil_grid region = part_region(s->parts, rank, further);
		int status = part_streams_select(&part->streams);

		if (!status)
			status = run_one(s, part, number, &region, part->streams.sides);
		if (kernel_failed(s, part, status))
			return false;
	}
	return true;
}

/* Kernel after kernel, for the next one takes sums of what all parts have. */
static bool
step_by_kernel(const struct steps *s, const struct part_step *step)
{
	const struct plane_parts *parts = s->parts;
	const int count = parts_program(s->kernel)->part_count;
	bool good = parts_can_sum(s->kernel, s->error);

	for (int p = 0; p < count && good; p++)
		good = run_kernel(s, p, step->further) && parts_sum(parts, s->kernel, p, s->error);
	for (int rank = parts->first; rank < parts->end && good && step->exchanges; rank++)
		good = !kernel_failed(s, &parts->ranks[rank], part_streams_select(&parts->ranks[rank].streams))
			&& !exchange_failed(s, &parts->ranks[rank], begin_exchange(s, &parts->ranks[rank]));
	return good;
}

static bool
start_step(const struct steps *s, const struct part_step *step)
{
	if (parts_take_sums(s->parts) && !step->alone)
		return step_by_kernel(s, step);
	return s->overlaps && step->exchanges ? step_overlapped(s) : step_in_turn(s, step);
}

/* A program's kernels one by one: each has a block. */
static bool
take_kernels(struct steps *s)
{
	const struct program *program = parts_program(s->kernel);
	const int count = program ? program->part_count : 1;

	if (!program || !s->kernel->run_part)
		return true;
	s->split = s->overlaps ? program : NULL;
	s->each = calloc((size_t)count, sizeof *s->each);
	for (int p = 0; p < count && s->each; p++)
		s->each[p] = s->blocks->items[s->blocks->count > 1 ? p : 0];
	if (!s->each)
		error_no_memory(s->error);
	return s->each;
}

bool
parts_step(const struct plane_parts *parts, const struct built *kernel, const struct blocks *blocks,
	const struct part_step *step, struct error *error)
{
	struct steps s = { .parts = parts, .kernel = kernel, .blocks = blocks, .error = error,
		.overlaps = parts_overlap(parts, kernel) };
	bool good = take_kernels(&s) && start_step(&s, step);

	for (int rank = parts->first; rank < parts->end && good && step->exchanges; rank++)
		good = end_exchange(&s, &parts->ranks[rank]) && (!s.split || run_scalars(&s, rank));
	free(s.each);
	return good;
}

bool
parts_exchange(const struct plane_parts *parts, struct error *error)
{
	const struct steps s = { .parts = parts, .error = error };
	bool good = true;

	for (int rank = parts->first; rank < parts->end && good; rank++)
		good = !kernel_failed(&s, &parts->ranks[rank], part_streams_select(&parts->ranks[rank].streams))
			&& !exchange_failed(&s, &parts->ranks[rank], begin_exchange(&s, &parts->ranks[rank]));
	for (int rank = parts->first; rank < parts->end && good; rank++)
		good = end_exchange(&s, &parts->ranks[rank]);
	return good;
}
