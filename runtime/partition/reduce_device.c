#include "runtime/partition/reduce_device.h"

#include "runtime/exchange/engine.h"
#include "runtime/partition/structured.h"
#include "runtime/partition/transport_nccl.h"

#include <stdlib.h>

enum { THREADS = 512 };

/* Room for what a subdomain sends: see totals.tmpl. */
struct room {
	size_t segments; /* of a subdomain, at most: its rows, or one */
	size_t numbers;  /* of a segment and an array, at most */
};

/* Buffers for what subdomains send: a device may begin the next reduction while another one ends the last. */
enum { TURNS = 2 };

/* By subdomain. The first one of a device reduces for all others there. Subdomains of other processes have none of these. */
struct reduce_device {
	char **numbers;  /* on a device: what all subdomains send, for each turn, and then what blocks become; NULL: an earlier subdomain has it */
	void **ready;    /* events: a subdomain's numbers are on all devices; */
	void **reduced;  /* a device has the results */
	size_t of_turn;  /* bytes */
	int turn;        /* of the next reduction */
};

static bool
has_other_processes(const struct partition *p)
{
	return p->processes->count > 1;
}

/* Reductions after one kernel, at most. */
static size_t
most_together(const struct program *program)
{
	size_t most = 0;

	for (int kernel = 0; kernel < program->part_count; kernel++) {
		size_t count = 0;

		for (int k = 0; k < program->kept_count; k++)
			count += program->kept[k].reduction && program->kept[k].first == kernel;
		most = count > most ? count : most;
	}
	return most;
}

/* The subdomain of this process that reduces for another one. */
static int
leader_of(const struct partition *p, int rank)
{
	int leader = p->first;

	while (p->subdomains[leader].streams->number != p->subdomains[rank].streams->number)
		leader++;
	return leader;
}

/* A segment has fewer than BLOCK columns before its complete blocks, and after them. */
static struct room
room_of(const struct partition *p)
{
	enum { BLOCK = 1024 };
	const struct stencil_rectangles *rectangles = &structured_of(p)->rectangles;
	const size_t width = ((size_t)rectangles->inner[0] + (size_t)rectangles->ranks[0] - 1)/(size_t)rectangles->ranks[0];
	const size_t height = ((size_t)rectangles->inner[1] + (size_t)rectangles->ranks[1] - 1)/(size_t)rectangles->ranks[1];
	const bool rows = rectangles->ranks[0] > 1;
	const size_t columns = rows ? width : width*height, most = 2*(BLOCK - 1) + columns/BLOCK;

	return (struct room){ .segments = rows ? height : 1, .numbers = columns < most ? columns : most };
}

/* Bytes of a subdomain, as many of each. */
static size_t
bytes_of(const struct partition *p, size_t arrays)
{
	const struct room room = room_of(p);

	return arrays*room.segments*room.numbers*sizeof (double);
}

/* What blocks of 1024 become, and blocks of these, and so on, is less than twice the first of these. */
static int
open_subdomain(struct partition *p, int rank, size_t arrays)
{
	struct reduce_device *d = p->reduce_device;
	const struct device_streams *streams = p->device->streams;
	const size_t blocks = arrays*(columns_of_domain(p)/512 + 8)*sizeof (double);
	void *memory;
	int status = streams_select(p->subdomains[rank].streams);

	if (!status)
		status = streams->create_event("columns", &d->ready[rank]);
	if (status || leader_of(p, rank) != rank)
		return status;
	status = p->device->allocate(&memory, TURNS*d->of_turn + blocks);
	if (status)
		return status;
	d->numbers[rank] = memory;
	return streams->create_event("results", &d->reduced[rank]);
}

bool
reduce_device_open(struct partition *p, struct error *error)
{
	const size_t arrays = most_together(p->program);
	int status = 0;

	if (!p->space.totals)
		return true;
	p->reduce_device = arena_new(&p->arena, struct reduce_device);
	p->reduce_device->numbers = arena_array(&p->arena, char *, p->count);
	p->reduce_device->ready = arena_array(&p->arena, void *, p->count);
	p->reduce_device->reduced = arena_array(&p->arena, void *, p->count);
	p->reduce_device->of_turn = aligned_bytes((size_t)p->count*bytes_of(p, arrays));
	for (int rank = p->first; rank < p->end && !status; rank++)
		status = open_subdomain(p, rank, arrays);
	return !device_failed(p->device, status, "allocate memory for sums", error);
}

void
reduce_device_close(struct partition *p)
{
	struct reduce_device *d = p->reduce_device;

	for (int rank = 0; d && rank < p->count; rank++) {
		if (d->numbers[rank])
			p->device->release(d->numbers[rank]);
		if (d->ready[rank])
			p->device->streams->destroy_event(d->ready[rank]);
		if (d->reduced[rank])
			p->device->streams->destroy_event(d->reduced[rank]);
	}
}

/* The numbers that a subdomain sends, on the device of another one that reduces. */
static char *
numbers_at(const struct reductions *r, int leader, int rank)
{
	const struct reduce_device *d = r->p->reduce_device;

	return d->numbers[leader] + (size_t)d->turn*d->of_turn + (size_t)rank*bytes_of(r->p, (size_t)r->count);
}

enum { PARAM_SUBDOMAIN = 7, PARAMS };

/* What the kernel reads of reductions: how many, the rectangles, the room, a subdomain, and of each the operation, the levels and
 * the type. */
static void
describe(const struct reductions *r, double *params)
{
	const struct partition *p = r->p;
	const struct stencil_rectangles *rectangles = &structured_of(p)->rectangles;
	const struct stencil_grid *grid = &plane_device_of(&p->subdomains[p->first])->view;
	const struct room room = room_of(p);

	*params++ = r->count;
	*params++ = rectangles->inner[0];
	*params++ = rectangles->inner[1];
	*params++ = rectangles->ranks[0];
	*params++ = rectangles->ranks[1];
	*params++ = (double)room.segments;
	*params++ = (double)room.numbers;
	*params++ = 0;
	EACH_REDUCTION(r, n) {
		const struct kept *kept = &p->program->kept[n];

		*params++ = kept->reduction == REDUCTION_MIN ? 1 : kept->reduction == REDUCTION_MAX ? 2 : 0;
		*params++ = kept->shape == SHAPE_POINT ? reduced_levels(grid, kept) : 0;
		*params++ = kept->type == TYPE_FLOAT;
	}
}

static int
start(const struct partition *p, const struct stencil_grid *grid, void *const *fields, const double *params, void *stream)
{
	return p->device->streams->start(&(struct call){
		.run = p->space.totals, .grid = grid, .fields = fields, .params = params, .block = { THREADS, 1, 1 },
	}, stream);
}

/* Reduces a subdomain's columns, and copies the numbers to all other devices of this process. */
static int
send_columns(const struct reductions *r, int rank, void **fields, double *params)
{
	const struct partition *p = r->p;
	const struct subdomain *s = &p->subdomains[rank];
	const struct reduce_device *d = p->reduce_device;
	const int leader = leader_of(p, rank);
	int status = streams_select(s->streams), count = 0;

	EACH_REDUCTION(r, n)
		fields[count++] = stored_at(r, s, n);
	fields[count] = numbers_at(r, leader, rank);
	params[PARAM_SUBDOMAIN] = rank;
	if (!status)
		status = start(p, &plane_device_of(s)->view, fields, params, s->streams->boundary);
	for (int other = p->first; other < p->end && !status; other++)
		if (d->numbers[other] && other != leader)
			status = p->device->streams->copy(numbers_at(r, other, rank), p->subdomains[other].streams->number, fields[count],
				s->streams->number, bytes_of(p, (size_t)count), s->streams->boundary);
	return status ? status : p->device->streams->record(d->ready[rank], s->streams->boundary);
}

/* Between processes, which have a subdomain each: the numbers of each go to all others. */
static int
send_between(const struct reductions *r)
{
	const struct partition *p = r->p;
	struct nccl_transfer *messages = calloc((size_t)p->count*(size_t)p->count, sizeof *messages);
	int status = STENCIL_NO_MEMORY, count = 0;

	for (int from = 0; from < p->count && messages; from++)
		for (int to = 0; to < p->count; to++)
			if (from != to)
				messages[count++] = (struct nccl_transfer){ .from = from, .to = to, .sent = numbers_at(r, p->first, from),
					.received = numbers_at(r, p->first, from), .bytes = bytes_of(p, (size_t)r->count),
					.sender = p->subdomains[from].streams->boundary, .receiver = p->subdomains[to].streams->boundary };
	if (messages)
		status = nccl_start_transfers(p->streams.engine, messages, count);
	free(messages);
	return status;
}

/* On a device, once the numbers of all subdomains are there. */
static int
reduce_all(const struct reductions *r, int leader, void **fields, const double *params)
{
	const struct partition *p = r->p;
	const struct reduce_device *d = p->reduce_device;
	const struct subdomain *s = &p->subdomains[leader];
	int status = streams_select(s->streams), count = 0;

	fields[count++] = numbers_at(r, leader, 0);
	fields[count++] = d->numbers[leader] + TURNS*d->of_turn;
	EACH_REDUCTION(r, n)
		fields[count++] = result_at(r, s, n);
	for (int rank = p->first; rank < p->end && !status; rank++)
		status = p->device->streams->wait(s->streams->boundary, d->ready[rank]);
	if (!status)
		status = start(p, NULL, fields, params, s->streams->boundary);
	return status ? status : p->device->streams->record(d->reduced[leader], s->streams->boundary);
}

/* What the first subdomain of a device has. */
static int
copy_results(const struct reductions *r, int leader, int rank)
{
	const struct device_streams *streams = r->p->device->streams;
	const struct subdomain *from = &r->p->subdomains[leader], *to = &r->p->subdomains[rank];
	int status = streams_select(to->streams);

	if (!status)
		status = streams->wait(to->streams->boundary, r->p->reduce_device->reduced[leader]);
	EACH_REDUCTION(r, n)
		if (!status)
			status = streams->copy(result_at(r, to, n), to->streams->number, result_at(r, from, n), from->streams->number,
				(size_t)element_size(r->p->program->kept[n].type), to->streams->boundary);
	return status;
}

static int
enqueue(const struct reductions *r, void **fields, double *params)
{
	const struct partition *p = r->p;
	int status = 0;

	describe(r, params);
	for (int rank = p->first; rank < p->end && !status; rank++)
		status = send_columns(r, rank, fields, params);
	if (!status && has_other_processes(p))
		status = send_between(r);
	for (int rank = p->first; rank < p->end && !status; rank++) {
		const int leader = leader_of(p, rank);

		status = leader == rank ? reduce_all(r, rank, fields, params) : copy_results(r, leader, rank);
	}
	p->reduce_device->turn = (p->reduce_device->turn + 1) % TURNS;
	return status;
}

static bool
failed(const struct reductions *r, int status)
{
	const struct stencil_engine *engine = r->p->streams.engine;
	const char *text = engine && engine->error ? engine->error(status) : NULL;

	if (status && text)
		error_set(r->error, EXIT_IO, "cannot reduce over subdomains: %s", text);
	return text ? status != 0 : reduction_failed(r, status, "reduce over subdomains");
}

bool
reduce_on_device(const struct reductions *r)
{
	double *params = calloc(PARAMS + 3*(size_t)r->count, sizeof *params);
	void **fields = calloc((size_t)r->count + 2, sizeof *fields);
	const bool good = params && fields ? !failed(r, enqueue(r, fields, params)) : error_no_memory(r->error);

	free(params);
	free(fields);
	return good;
}
