#include "runtime/planeparts/part_totals.h"

#include "generator/variants/defaults.h"
#include "runtime/exchange/engine.h"
#include "runtime/ranks/engine_nccl.h"

#include <stdlib.h>

enum { THREADS = 512 };

struct part_totals {
	const struct device *device;
	void **own;    /* of each part that has another device than the first one: what is copied or sent there */
	void **ready;  /* events: a part's columns are there; */
	void *taken;   /* so are the results */
	char *all;     /* on the first part's device: all columns, what blocks of them become, and the results; of other processes these */
	size_t blocks; /* bytes before the second of these */
	size_t results;
};

bool
parts_have_totals(const struct plane_parts *parts)
{
	return cut_goes_beyond(&parts->cut) && parts->cut.reach->sums && (parts->processes->count == 1 || parts->cut.carrier.nccl);
}

/* Whether parts are those of other processes, too. */
static bool
are_apart(const struct plane_parts *parts)
{
	return parts->processes->count > 1;
}

/* Sums behind one kernel, at most. */
static int
most_together(const struct program *program)
{
	int most = 0;

	for (int p = 0; p < program->part_count; p++) {
		int count = 0;

		for (int k = 0; k < program->kept_count; k++)
			count += program->kept[k].reduction && program->kept[k].first == p;
		most = count > most ? count : most;
	}
	return most;
}

static bool
is_away(const struct plane_parts *parts, int rank)
{
	return are_apart(parts) ? rank > 0 : parts->ranks[rank].streams.number != parts->ranks->streams.number;
}

static int
open_part(struct plane_parts *parts, int rank, size_t bytes)
{
	struct part_totals *t = parts->totals;
	int status = part_streams_select(&parts->ranks[rank].streams);

	if (!status && is_away(parts, rank))
		status = t->device->allocate(&t->own[rank], bytes);
	return status ? status : t->device->streams->create_event("columns", &t->ready[rank]);
}

/* What blocks of 1024 become, and blocks of these, and so on, is less than twice the first of these. */
static int
open_all(struct plane_parts *parts, size_t arrays)
{
	struct part_totals *t = parts->totals;
	const size_t cells = (size_t)parts->rectangles.inner[0]*(size_t)parts->rectangles.inner[1];
	void *memory;
	int status = part_streams_select(&parts->ranks[parts->first].streams);

	if (!parts->first) {
		t->blocks = sums_aligned(arrays*cells*sizeof (double));
		t->results = t->blocks + sums_aligned(arrays*(cells/512 + 8)*sizeof (double));
	}
	if (!status)
		status = t->device->allocate(&memory, t->results + arrays*sizeof (double));
	if (status)
		return status;
	t->all = memory;
	return t->device->streams->create_event("results", &t->taken);
}

bool
part_totals_open(struct plane_parts *parts, const struct built *kernel, struct error *error)
{
	const struct device *device = parts->lane.device;
	struct part_totals *t;
	size_t arrays;
	int status;

	if (!parts_have_totals(parts) || !parts->lane.totals)
		return true;
	arrays = (size_t)most_together(plan_of_variant(kernel->plan, &kernel->variant)->program);
	parts->totals = t = calloc(1, sizeof *t);
	if (t) {
		t->device = device;
		t->own = calloc((size_t)parts->count, sizeof *t->own);
		t->ready = calloc((size_t)parts->count, sizeof *t->ready);
	}
	if (!t || !t->own || !t->ready)
		return error_no_memory(error);
	status = open_all(parts, arrays);
	for (int rank = parts->first; rank < parts->end && !status; rank++)
		status = open_part(parts, rank, arrays*sums_columns(&parts->ranks[rank].rectangle)*sizeof (double));
	return !device_failed(device, status, "allocate memory for sums", error);
}

void
part_totals_free(struct plane_parts *parts)
{
	struct part_totals *t = parts->totals;

	for (int rank = 0; t && rank < parts->count; rank++) {
		if (t->own && t->own[rank])
			t->device->release(t->own[rank]);
		if (t->ready && t->ready[rank])
			t->device->streams->destroy_event(t->ready[rank]);
	}
	if (!t)
		return;
	if (t->all)
		t->device->release(t->all);
	if (t->taken)
		t->device->streams->destroy_event(t->taken);
	free(t->own);
	free(t->ready);
	free(t);
}

/* Where a part's columns go on the first part's device: all sums of a part, then all of the next. */
static char *
place_of(const struct sums *s, int rank)
{
	const struct stencil_rectangle *r = &s->parts->ranks[rank].rectangle;
	const size_t height = (size_t)(r->end[1] - r->begin[1]);
	const size_t before = (size_t)s->parts->rectangles.inner[0]*(size_t)r->begin[1] + height*(size_t)r->begin[0];

	if (s->parts->first)
		return NULL;
	return s->parts->totals->all + (size_t)s->count*before*sizeof (double);
}

/* What the kernel is told of sums: how many, the cut, and of each the operation, the levels and the type. */
static void
describe(const struct sums *s, double *params)
{
	const struct stencil_rectangles *r = &s->parts->rectangles;
	const struct stencil_grid *grid = &s->parts->ranks[s->parts->first].device->view;

	*params++ = s->count;
	*params++ = r->inner[0];
	*params++ = r->inner[1];
	*params++ = r->ranks[0];
	*params++ = r->ranks[1];
	EACH_DUE(s, n) {
		const struct kept *kept = &s->program->kept[n];

		*params++ = kept->reduction == REDUCTION_MIN ? 1 : kept->reduction == REDUCTION_MAX ? 2 : 0;
		*params++ = kept->shape == SHAPE_POINT ? grid->top - grid->bottom : 0;
		*params++ = kept->type == TYPE_FLOAT;
	}
}

static int
start(const struct sums *s, const struct stencil_grid *grid, void *const *fields, const double *params, void *stream)
{
	return s->parts->totals->device->streams->start(&(struct call){
		.run = s->parts->lane.totals, .grid = grid, .fields = fields, .params = params, .block = { THREADS, 1, 1 },
	}, stream);
}

/* A part's columns, to where the first one has them. */
static int
send_columns(const struct sums *s, int rank, void **fields, const double *params)
{
	const struct plane_part *part = &s->parts->ranks[rank];
	const struct part_totals *t = s->parts->totals;
	const struct device_streams *streams = t->device->streams;
	char *to = place_of(s, rank);
	int status = part_streams_select(&part->streams), count = 0;

	EACH_DUE(s, n)
		fields[count++] = kept_at(s, part, n);
	fields[count] = t->own[rank] ? t->own[rank] : to;
	if (!status)
		status = start(s, &part->device->view, fields, params, part->streams.sides);
	if (!status && t->own[rank] && !are_apart(s->parts))
		status = streams->copy(to, s->parts->ranks->streams.number, t->own[rank], part->streams.number,
			(size_t)s->count*sums_columns(&part->rectangle)*sizeof (double), part->streams.sides);
	return status ? status : streams->record(t->ready[rank], part->streams.sides);
}

/* On the first part's device. */
static int
take_all(const struct sums *s, const double *params)
{
	const struct part_totals *t = s->parts->totals;
	const struct part_streams *first = &s->parts->ranks->streams;
	void *const fields[] = { t->all, t->all + t->blocks, t->all + t->results };
	int status = part_streams_select(first);

	for (int rank = 0; rank < s->parts->end && !status; rank++)
		status = t->device->streams->wait(first->sides, t->ready[rank]);
	if (!status)
		status = start(s, NULL, fields, params, first->sides);
	return status ? status : t->device->streams->record(t->taken, first->sides);
}

enum { COLUMNS, RESULTS };

/* Between processes: columns of all parts go to the first one, or results to all. */
static int
send_between(const struct sums *s, int what)
{
	const struct plane_parts *parts = s->parts;
	const struct part_totals *t = parts->totals;
	struct nccl_transfer *messages = calloc((size_t)parts->count, sizeof *messages);
	int status = STENCIL_NO_MEMORY, count = 0;

	for (int rank = 1; rank < parts->count && messages; rank++) {
		struct nccl_transfer *m = &messages[count++];

		*m = (struct nccl_transfer){ .from = rank, .sent = t->own[rank], .received = place_of(s, rank),
			.bytes = (size_t)s->count*sums_columns(&parts->ranks[rank].rectangle)*sizeof (double) };
		if (what == RESULTS)
			*m = (struct nccl_transfer){ .to = rank, .sent = t->all + t->results, .received = t->all + t->results,
				.bytes = (size_t)s->count*sizeof (double) };
		m->sender = parts->ranks[m->from].streams.sides;
		m->receiver = parts->ranks[m->to].streams.sides;
	}
	if (messages)
		status = engine_nccl_carry(parts->engine, messages, count);
	free(messages);
	return status;
}

static int
give_results(const struct sums *s, const struct plane_part *part)
{
	const struct part_totals *t = s->parts->totals;
	const struct device_streams *streams = t->device->streams;
	const char *from = t->all + t->results;
	const int device = (are_apart(s->parts) ? part : s->parts->ranks)->streams.number;
	int status = part_streams_select(&part->streams);

	if (!status && !are_apart(s->parts))
		status = streams->wait(part->streams.sides, t->taken);
	EACH_DUE(s, n) {
		if (!status)
			status = streams->copy(result_at(s, part, n), part->streams.number, from, device, (size_t)element_size(s->program->kept[n].type), part->streams.sides);
		from += sizeof (double);
	}
	return status;
}

static int
take(const struct sums *s, void **fields, double *params)
{
	const struct plane_parts *parts = s->parts;
	int status = 0;

	describe(s, params);
	for (int rank = parts->first; rank < parts->end && !status; rank++)
		status = send_columns(s, rank, fields, params);
	if (!status && are_apart(parts))
		status = send_between(s, COLUMNS);
	if (!status && !parts->first)
		status = take_all(s, params);
	if (!status && are_apart(parts))
		status = send_between(s, RESULTS);
	for (int rank = parts->first; rank < parts->end && !status; rank++)
		status = give_results(s, &parts->ranks[rank]);
	return status;
}

static bool
fails(const struct sums *s, int status)
{
	const struct stencil_engine *engine = s->parts->engine;
	const char *text = engine && engine->error ? engine->error(status) : NULL;

	if (status && text)
		error_set(s->error, EXIT_IO, "cannot take sums of parts: %s", text);
	return text ? status != 0 : sums_fail(s, &s->parts->ranks[s->parts->first], status, "take sums of parts");
}

bool
part_totals_take(const struct sums *s)
{
	double *params = calloc(5 + 3*(size_t)s->count, sizeof *params);
	void **fields = calloc((size_t)s->count + 1, sizeof *fields);
	const bool good = params && fields ? !fails(s, take(s, fields, params)) : error_no_memory(s->error);

	free(params);
	free(fields);
	return good;
}
