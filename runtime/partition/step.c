#include "runtime/partition/step.h"

#include "generator/split/parts.h"
#include "runtime/partition/reduce.h"

#include <stdlib.h>

struct stepping {
	const struct partition *p;
	const struct built *kernel;
	const struct blocks *blocks;
	bool reduces;                /* subdomains reduce together behind kernels */
	bool overlaps;               /* interiors with the exchange; */
	const struct program *split; /* then: those of its last kernel on the grid; NULL: of all that there is */
	struct stencil_block *each;  /* of a program's kernels: the block of each */
	struct error *error;
};

enum { ALL_KERNELS = -1 };

struct group_step
partition_step_of(const struct partition *p, int n, int at_once, int steps)
{
	const int every = p->decomposition.every;
	struct group_step step = group_step(every, n, steps);

	if (!p->streams.engine)
		return (struct group_step){ 0 };
	/* A launch updates what its first step does. */
	step.further = group_step(every, n - at_once + 1, steps).further;
	return step;
}

static bool
kernel_failed(const struct stepping *s, int status)
{
	if (status < 0 && stencil_refusal_text(status))
		error_set(s->error, EXIT_IO, "the launcher refuses the call: %s", stencil_refusal_text(status));
	else if (status)
		error_set(s->error, EXIT_IO, "the kernel failed: %s", s->p->device->error(status));
	return status != 0;
}

static bool
exchange_failed(const struct stepping *s, const struct subdomain *own, int status)
{
	if (status)
		error_set(s->error, EXIT_IO, "the exchange failed: %s", stencil_exchange_text(*own->streams->exchanges, status));
	return status != 0;
}

static int launch(const struct stepping *s, const struct subdomain *own, int number, const struct launch_region *region, void *stream);

/* Applies the kernels that update something in a region. */
static int
launch_each(const struct stepping *s, const struct subdomain *own, const struct launch_region *region, void *stream)
{
	int status = 0;

	for (int k = 0; k < s->p->program->part_count && !status; k++)
		status = launch(s, own, k, region, stream);
	return status;
}

/* Applies a kernel of a program, by number, or all to a region. */
static int
launch(const struct stepping *s, const struct subdomain *own, int number, const struct launch_region *region, void *stream)
{
	struct call call = binding_call(own->binding, s->kernel, *s->blocks->items);

	if (region->is_empty || (region->idle && number != ALL_KERNELS && region->idle[program_part_of_number(s->p->program, number)]))
		return 0;
	if (region->idle && number == ALL_KERNELS)
		return launch_each(s, own, region, stream);
	call.grid = &region->view;
	if (number == ALL_KERNELS) {
		call_take_blocks(&call, s->kernel, s->blocks);
	} else {
		call.run_part = s->kernel->run_part;
		call.blocks = s->each;
		call.part = number;
	}
	return own->streams->device ? own->streams->device->start(&call, stream) : s->p->device->run(&call);
}

/* The kernel that has boundary regions and an interior. */
static int
last_kernel(const struct program *split)
{
	return !split ? ALL_KERNELS : program_fills_apart(split) ? program_number_without_fills(split) : program_last_on_grid(split);
}

/* The number of the row between steps. Its exchanges are timed. */
enum { BETWEEN_STEPS = 0 };

static int
mark(const struct subdomain *own, int row, enum exchange_moment moment)
{
	return row == BETWEEN_STEPS ? exchange_clock_mark(own->streams->clock, moment, own->streams->boundary) : 0;
}

/* Sends what neighbors need of a subdomain. */
static int
begin_exchange(const struct stepping *s, const struct subdomain *own, int row)
{
	const struct partition *p = s->p;
	void **fields = malloc(((size_t)p->stencil->field_count + 1)*sizeof *fields);
	int count = 0, status = STENCIL_NO_MEMORY;

	for (const struct field *f = p->stencil->fields; f && fields; f = f->next)
		if (p->rows.items[row].fields[f->index])
			fields[count++] = own->binding->fields[f->index];
	if (fields)
		status = mark(own, row, MOMENT_PACKS);
	if (!status)
		status = stencil_exchange_begin(own->streams->exchanges[row], fields, own->streams->boundary);
	free(fields);
	return status ? status : mark(own, row, MOMENT_PACKED);
}

static bool
end_exchange(const struct stepping *s, const struct subdomain *own, int row)
{
	const struct streams *streams = own->streams;

	return !kernel_failed(s, streams_select(streams))
		&& !kernel_failed(s, mark(own, row, MOMENT_RECEIVES))
		&& !exchange_failed(s, own, stencil_exchange_end(streams->exchanges[row], streams->boundary))
		&& !kernel_failed(s, mark(own, row, MOMENT_UNPACKED))
		&& !kernel_failed(s, streams->device->record(streams->halos_done, streams->boundary));
}

/* Enqueues what fills halos for the last kernel on the grid, and lets the interior wait for that and all earlier kernels. Without a
 * program, boundary regions and the interior wait for each other's last step. */
static int
run_fills(const struct stepping *s, const struct subdomain *own)
{
	const struct streams *streams = own->streams;
	int status = 0;

	if (!s->split)
		return streams_wait_for_last_step(streams);
	if (program_fills_apart(s->split))
		status = launch(s, own, program_number_of_fills(s->split), own->all, streams->boundary);
	return status ? status : streams_fork(streams);
}

/* Enqueues what is sent, and sends it. */
static bool
begin_boundary(const struct stepping *s, const struct subdomain *own)
{
	const struct streams *streams = own->streams;
	int status = streams_select(streams);

	if (!status)
		status = run_fills(s, own);
	for (int i = 0; i < own->boundary_count && !status; i++)
		status = launch(s, own, last_kernel(s->split), &own->boundary[i], streams->boundary);
	if (!status && !s->split)
		status = streams->device->record(streams->boundary_done, streams->boundary);
	return !kernel_failed(s, status) && !exchange_failed(s, own, begin_exchange(s, own, BETWEEN_STEPS));
}

static int
run_interior(const struct stepping *s, const struct subdomain *own, const struct launch_region *region)
{
	const struct streams *streams = own->streams;
	int status = streams_select(streams);

	if (!status)
		status = launch(s, own, last_kernel(s->split), region, streams->interior);
	return status ? status : streams->device->record(streams->interior_done, streams->interior);
}

/* All of a subdomain, and what its group needs around it, for which halos must be there. */
static int
run_all(const struct stepping *s, const struct subdomain *own, int further)
{
	const struct streams *streams = own->streams;
	int status = streams_select(streams);

	if (!status && s->split)
		status = streams_wait_for_interior(streams);
	if (!s->overlaps || s->split)
		return status ? status : launch(s, own, ALL_KERNELS, &own->all[further], streams->boundary);
	if (!status)
		status = streams->device->wait(streams->interior, streams->halos_done);
	return status ? status : run_interior(s, own, &own->all[further]);
}

static bool
step_in_turn(const struct stepping *s, const struct group_step *step)
{
	bool good = true;

	for (int rank = s->p->first; rank < s->p->end && good; rank++) {
		const struct subdomain *own = &s->p->subdomains[rank];

		good = !kernel_failed(s, run_all(s, own, step->further));
		binding_keep(own->binding, s->kernel);
		good = good && (!step->exchanges || !exchange_failed(s, own, begin_exchange(s, own, BETWEEN_STEPS)));
	}
	return good;
}

/* One kernel of a program, on all subdomains of this process. If they reduce together, without the reductions behind it. */
static bool
run_kernel(const struct stepping *s, int kernel, const struct group_step *step)
{
	const int number = s->reduces ? program_number_without_sums(s->p->program, kernel) : kernel;
	bool good = true;

	for (int rank = s->p->first; rank < s->p->end && good; rank++) {
		const struct subdomain *own = &s->p->subdomains[rank];
		const int status = streams_select(own->streams);

		good = !kernel_failed(s, status ? status : launch(s, own, number, &own->all[step->further], own->streams->boundary));
	}
	return good;
}

static bool
begin_exchanges(const struct stepping *s, int row)
{
	bool good = true;

	for (int rank = s->p->first; rank < s->p->end && good; rank++) {
		const struct subdomain *own = &s->p->subdomains[rank];

		good = !kernel_failed(s, streams_select(own->streams)) && !exchange_failed(s, own, begin_exchange(s, own, row));
	}
	return good;
}

static bool
end_exchanges(const struct stepping *s, int row)
{
	bool good = true;

	for (int rank = s->p->first; rank < s->p->end && good; rank++)
		good = end_exchange(s, &s->p->subdomains[rank], row);
	return good;
}

/* Halos that messages fill between the kernels of a step. */
static bool
exchange_before(const struct stepping *s, int kernel)
{
	const struct exchange_rows *rows = &s->p->rows;
	const struct exchange_row *row = kernel ? exchange_row_before(rows, kernel) : NULL;

	return !row || (begin_exchanges(s, (int)(row - rows->items)) && end_exchanges(s, (int)(row - rows->items)));
}

static bool
can_step_by_kernel(const struct stepping *s)
{
	if (s->reduces)
		return reduce_is_possible(s->kernel, s->error);
	if (s->p->decomposition.reach && s->p->decomposition.reach->sums)
		return error_set(s->error, EXIT_IO, "'%s' reduces over the domain: in one subdomain it exchanges no halos between kernels",
			s->p->stencil->name);
	return s->kernel->run_part || error_set(s->error, EXIT_IO, "'%s' exchanges halos between kernels, which are not launched one by one",
		s->p->stencil->name);
}

/* The kernels before this one, which all wait for the interiors of the last step. */
static bool
run_kernels(const struct stepping *s, int end, const struct group_step *step)
{
	bool good = !s->reduces || can_step_by_kernel(s);

	for (int rank = s->p->first; s->split && rank < s->p->end && good; rank++) {
		const struct streams *streams = s->p->subdomains[rank].streams;
		const int status = streams_select(streams);

		good = !kernel_failed(s, status ? status : streams_wait_for_interior(streams));
	}
	for (int k = 0; k < end && good; k++)
		good = exchange_before(s, k) && run_kernel(s, k, step) && (!s->reduces || partition_reduce(s->p, s->kernel, k, s->error));
	return good;
}

/* Kernel after kernel, for the next one reads reductions of what all subdomains have, or halos of what others computed. */
static bool
step_by_kernel(const struct stepping *s, const struct group_step *step)
{
	return can_step_by_kernel(s) && run_kernels(s, s->p->program->part_count, step)
		&& (!step->exchanges || begin_exchanges(s, BETWEEN_STEPS));
}

/* Boundary regions of the last kernel on the grid, then the interiors while messages are on their way. */
static bool
step_overlapped(const struct stepping *s, const struct group_step *step)
{
	const struct subdomain *begin = s->p->subdomains + s->p->first, *end = s->p->subdomains + s->p->end;
	bool good = !s->split || run_kernels(s, program_last_on_grid(s->split), step);

	for (const struct subdomain *own = begin; own < end && good; own++)
		good = begin_boundary(s, own);
	for (const struct subdomain *own = begin; own < end && good; own++)
		good = own->interior.is_empty || !kernel_failed(s, run_interior(s, own, &own->interior));
	return good;
}

/* Whether something comes between the kernels of a step. */
static bool
is_interrupted(const struct partition *p)
{
	return partition_reduces(p) || (p->streams.engine && p->rows.count > 1);
}

static bool
start_step(const struct stepping *s, const struct group_step *step)
{
	if (s->overlaps && step->exchanges)
		return step_overlapped(s, step);
	return is_interrupted(s->p) && !step->alone ? step_by_kernel(s, step) : step_in_turn(s, step);
}

/* Enqueues the scalars after the last kernel on the grid: once, when all of its regions are updated, for these read the old values. */
static bool
run_scalars(const struct stepping *s, const struct subdomain *own)
{
	int number = program_last_on_grid(s->split) + 1, status;

	if (number == s->split->part_count)
		return true;
	status = streams_wait_for_interior(own->streams);
	for (; number < s->split->part_count && !status; number++)
		status = launch(s, own, number, own->all, own->streams->boundary);
	return !kernel_failed(s, status);
}

static bool
end_step(const struct stepping *s)
{
	bool good = true;

	for (int rank = s->p->first; rank < s->p->end && good; rank++)
		good = end_exchange(s, &s->p->subdomains[rank], BETWEEN_STEPS) && (!s->split || run_scalars(s, &s->p->subdomains[rank]));
	return good;
}

/* A program's kernels one by one: each has a block. */
static bool
find_blocks(struct stepping *s)
{
	const struct program *program = s->p->program;

	if (!program || !s->kernel->run_part)
		return true;
	s->split = s->overlaps ? program : NULL;
	s->each = calloc((size_t)program->part_count, sizeof *s->each);
	for (int k = 0; k < program->part_count && s->each; k++)
		s->each[k] = s->blocks->items[s->blocks->count > 1 ? k : 0];
	return s->each || error_no_memory(s->error);
}

bool
partition_step(const struct partition *p, const struct built *kernel, const struct blocks *blocks, const struct group_step *step,
	struct error *error)
{
	struct stepping s = { .p = p, .kernel = kernel, .blocks = blocks, .error = error, .overlaps = partition_overlaps(p),
		.reduces = partition_reduces(p) && !step->alone };
	const bool good = find_blocks(&s) && start_step(&s, step) && (!step->exchanges || end_step(&s));

	free(s.each);
	return good;
}

bool
partition_exchange(const struct partition *p, struct error *error)
{
	const struct stepping s = { .p = p, .error = error };

	return begin_exchanges(&s, BETWEEN_STEPS) && end_step(&s);
}
