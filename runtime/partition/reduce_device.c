#include "runtime/partition/reduce_device.h"

#include "runtime/exchange/engine.h"
#include "runtime/partition/transport_nccl.h"

#include <stdlib.h>

enum { THREADS = 512 };

/* Room for what a subdomain sends: see totals.tmpl. */
struct room {
	size_t segments; /* of a subdomain, at most: its rows, or one */
	size_t numbers;  /* of a segment and an array, at most */
};

struct reduce_device {
	void **own;    /* of each subdomain with another device than the first one: what is copied or sent there */
	void **ready;  /* events: a subdomain's columns are there; */
	void *reduced; /* so are the results */
	char *all;     /* on the first subdomain's device: what all subdomains send, what blocks become, and the results; of other processes these */
	size_t blocks; /* bytes before the second of these */
	size_t results;
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

static bool
is_away(const struct partition *p, int rank)
{
	return has_other_processes(p) ? rank > 0 : p->subdomains[rank].streams->number != p->subdomains->streams->number;
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

static int
open_subdomain(struct partition *p, int rank, size_t arrays)
{
	struct reduce_device *d = p->reduce_device;
	const struct subdomain *s = &p->subdomains[rank];
	int status = streams_select(s->streams);

	if (!status && is_away(p, rank))
		status = p->device->allocate(&d->own[rank], bytes_of(p, arrays));
	return status ? status : p->device->streams->create_event("columns", &d->ready[rank]);
}

/* What blocks of 1024 become, and blocks of these, and so on, is less than twice the first of these. */
static int
open_all(struct partition *p, size_t arrays)
{
	struct reduce_device *d = p->reduce_device;
	const size_t columns = columns_of_domain(p);
	void *memory;
	int status = streams_select(p->subdomains[p->first].streams);

	if (!p->first) {
		d->blocks = aligned_bytes((size_t)p->count*bytes_of(p, arrays));
		d->results = d->blocks + aligned_bytes(arrays*(columns/512 + 8)*sizeof (double));
	}
	if (!status)
		status = p->device->allocate(&memory, d->results + arrays*sizeof (double));
	if (status)
		return status;
	d->all = memory;
	return p->device->streams->create_event("results", &d->reduced);
}

bool
reduce_device_open(struct partition *p, struct error *error)
{
	const size_t arrays = most_together(p->program);
	int status;

	if (!p->space.totals)
		return true;
	p->reduce_device = arena_new(&p->arena, struct reduce_device);
	p->reduce_device->own = arena_array(&p->arena, void *, p->count);
	p->reduce_device->ready = arena_array(&p->arena, void *, p->count);
	status = open_all(p, arrays);
	for (int rank = p->first; rank < p->end && !status; rank++)
		status = open_subdomain(p, rank, arrays);
	return !device_failed(p->device, status, "allocate memory for sums", error);
}

void
reduce_device_close(struct partition *p)
{
	struct reduce_device *d = p->reduce_device;

	for (int rank = 0; d && rank < p->count; rank++) {
		if (d->own[rank])
			p->device->release(d->own[rank]);
		if (d->ready[rank])
			p->device->streams->destroy_event(d->ready[rank]);
	}
	if (d && d->all)
		p->device->release(d->all);
	if (d && d->reduced)
		p->device->streams->destroy_event(d->reduced);
}

/* The memory for a subdomain's columns on the first one's device. */
static char *
received_at(const struct reductions *r, int rank)
{
	return r->p->first ? NULL : r->p->reduce_device->all + (size_t)rank*bytes_of(r->p, (size_t)r->count);
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
		*params++ = kept->shape == SHAPE_POINT ? grid->top - grid->bottom : 0;
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

/* Reduces a subdomain's columns, and copies the numbers to the first one's device. */
static int
send_columns(const struct reductions *r, int rank, void **fields, double *params)
{
	const struct partition *p = r->p;
	const struct subdomain *s = &p->subdomains[rank];
	const struct reduce_device *d = p->reduce_device;
	char *to = received_at(r, rank);
	int status = streams_select(s->streams), count = 0;

	EACH_REDUCTION(r, n)
		fields[count++] = stored_at(r, s, n);
	fields[count] = d->own[rank] ? d->own[rank] : to;
	params[PARAM_SUBDOMAIN] = rank;
	if (!status)
		status = start(p, &plane_device_of(s)->view, fields, params, s->streams->boundary);
	if (!status && d->own[rank] && !has_other_processes(p))
		status = p->device->streams->copy(to, p->subdomains->streams->number, d->own[rank], s->streams->number,
			bytes_of(p, (size_t)count), s->streams->boundary);
	return status ? status : p->device->streams->record(d->ready[rank], s->streams->boundary);
}

/* On the first subdomain's device. */
static int
reduce_all(const struct reductions *r, const double *params)
{
	const struct partition *p = r->p;
	const struct reduce_device *d = p->reduce_device;
	const struct streams *first = p->subdomains->streams;
	void *const fields[] = { d->all, d->all + d->blocks, d->all + d->results };
	int status = streams_select(first);

	for (int rank = 0; rank < p->end && !status; rank++)
		status = p->device->streams->wait(first->boundary, d->ready[rank]);
	if (!status)
		status = start(p, NULL, fields, params, first->boundary);
	return status ? status : p->device->streams->record(d->reduced, first->boundary);
}

enum { COLUMNS, RESULTS };

/* Between processes: columns of all subdomains go to the first one, or results to all. */
static int
send_between(const struct reductions *r, int what)
{
	const struct partition *p = r->p;
	const struct reduce_device *d = p->reduce_device;
	struct nccl_transfer *messages = calloc((size_t)p->count, sizeof *messages);
	int status = STENCIL_NO_MEMORY, count = 0;

	for (int rank = 1; rank < p->count && messages; rank++) {
		struct nccl_transfer *m = &messages[count++];

		*m = (struct nccl_transfer){ .from = rank, .sent = d->own[rank], .received = received_at(r, rank),
			.bytes = bytes_of(p, (size_t)r->count) };
		if (what == RESULTS)
			*m = (struct nccl_transfer){ .to = rank, .sent = d->all + d->results, .received = d->all + d->results,
				.bytes = (size_t)r->count*sizeof (double) };
		m->sender = p->subdomains[m->from].streams->boundary;
		m->receiver = p->subdomains[m->to].streams->boundary;
	}
	if (messages)
		status = nccl_start_transfers(p->streams.engine, messages, count);
	free(messages);
	return status;
}

static int
give_results(const struct reductions *r, const struct subdomain *s)
{
	const struct partition *p = r->p;
	const struct device_streams *streams = p->device->streams;
	const char *from = p->reduce_device->all + p->reduce_device->results;
	const int device = (has_other_processes(p) ? s : p->subdomains)->streams->number;
	int status = streams_select(s->streams);

	if (!status && !has_other_processes(p))
		status = streams->wait(s->streams->boundary, p->reduce_device->reduced);
	EACH_REDUCTION(r, n) {
		if (!status)
			status = streams->copy(result_at(r, s, n), s->streams->number, from, device,
				(size_t)element_size(p->program->kept[n].type), s->streams->boundary);
		from += sizeof (double);
	}
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
		status = send_between(r, COLUMNS);
	if (!status && !p->first)
		status = reduce_all(r, params);
	if (!status && has_other_processes(p))
		status = send_between(r, RESULTS);
	for (int rank = p->first; rank < p->end && !status; rank++)
		status = give_results(r, &p->subdomains[rank]);
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
	void **fields = calloc((size_t)r->count + 1, sizeof *fields);
	const bool good = params && fields ? !failed(r, enqueue(r, fields, params)) : error_no_memory(r->error);

	free(params);
	free(fields);
	return good;
}
