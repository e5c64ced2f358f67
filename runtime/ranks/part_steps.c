#include "runtime/ranks/part_steps.h"

#include <stdlib.h>

struct steps {
	const struct plane_parts *parts;
	const struct built *kernel;
	struct stencil_block block;
	char *message;
	size_t room;
};

struct part_step
part_step_of(const struct plane_parts *parts, int n, int steps)
{
	const int every = parts->cut.every, rest = (n - 1) % every + 1;
	const int last = steps - n < every - rest ? steps : n + every - rest;

	if (!parts->engine)
		return (struct part_step){ 0 };
	return (struct part_step){ .further = last - n, .exchanges = last == n && n < steps };
}

/* Applies the kernel to a region of a part. */
static bool
run_region(const struct steps *s, const struct plane_part *part, const struct stencil_grid *region)
{
	const struct device *device = part->device->device;
	struct call call = plane_device_call(part->device, s->kernel, s->block);
	int status;

	call.grid = region;
	status = device->run(&call);
	if (status)
		snprintf(s->message, s->room, "the kernel failed: %s", device->error(status));
	return !status;
}

static bool
report(const struct steps *s, const struct plane_part *part, int status)
{
	if (status)
		snprintf(s->message, s->room, "the exchange failed: %s", stencil_exchange_text(part->exchange, status));
	return !status;
}

/* Sends what neighbours need of a part. */
static bool
begin_exchange(const struct steps *s, const struct plane_part *part)
{
	const struct plane_device *x = part->device;
	const struct stencil *stencil = part->problem->plan->stencil;
	void **fields = malloc(((size_t)stencil->field_count + 1)*sizeof *fields);
	int count = 0, status = STENCIL_NO_MEMORY;

	for (const struct field *f = stencil->fields; f && fields; f = f->next)
		if (s->parts->exchanged[f->index])
			fields[count++] = x->fields[x->layout.array[f->index]];
	if (fields)
		status = stencil_exchange_begin(part->exchange, fields, NULL);
	free(fields);
	return report(s, part, status);
}

static bool
end_exchanges(const struct steps *s)
{
	for (int rank = s->parts->first; rank < s->parts->end; rank++)
		if (!report(s, &s->parts->ranks[rank], stencil_exchange_end(s->parts->ranks[rank].exchange, NULL)))
			return false;
	return true;
}

/* Computes the strips of a part and sends them. */
static bool
do_strips(const struct steps *s, const struct plane_part *part, const struct stencil_grid *regions, int count)
{
	for (int i = 0; i < count; i++)
		if (!run_region(s, part, &regions[i]))
			return false;
	return begin_exchange(s, part);
}

/* Strips, then the interiors while messages are on their way. */
static bool
step_overlapped(const struct steps *s)
{
	const struct plane_parts *parts = s->parts;
	struct stencil_grid regions[STENCIL_REGIONS];
	int count;

	for (int rank = parts->first; rank < parts->end; rank++) {
		count = stencil_strips(&parts->rectangles, rank, &parts->ranks[rank].device->view, regions);
		if (!do_strips(s, &parts->ranks[rank], regions, count > 1 ? count - 1 : 1))
			return false;
	}
	for (int rank = parts->first; rank < parts->end; rank++) {
		count = stencil_strips(&parts->rectangles, rank, &parts->ranks[rank].device->view, regions);
		if (count > 1 && !run_region(s, &parts->ranks[rank], &regions[count - 1]))
			return false;
	}
	return end_exchanges(s);
}

static bool
step_in_turn(const struct steps *s, const struct part_step *step)
{
	const struct plane_parts *parts = s->parts;

	for (int rank = parts->first; rank < parts->end; rank++) {
		const struct plane_part *part = &parts->ranks[rank];
		const struct stencil_grid region = step->further
			? stencil_extended(&parts->rectangles, rank, &part->device->view, step->further) : part->device->view;

		if (!run_region(s, part, &region) || (step->exchanges && !begin_exchange(s, part)))
			return false;
	}
	return !step->exchanges || end_exchanges(s);
}

bool
parts_step(const struct plane_parts *parts, const struct built *kernel, struct stencil_block block,
	const struct part_step *step, char *message, size_t room)
{
	const struct steps s = { .parts = parts, .kernel = kernel, .block = block, .message = message, .room = room };
	const bool overlaps = step->exchanges && parts->cut.overlap && !cut_needs_whole(kernel->plan);

	return overlaps ? step_overlapped(&s) : step_in_turn(&s, step);
}
