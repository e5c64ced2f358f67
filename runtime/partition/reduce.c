#include "runtime/partition/reduce.h"

#include "runtime/partition/copy.h"
#include "runtime/partition/reduce_columns.h"
#include "runtime/partition/reduce_device.h"

#include <stdlib.h>
#include <string.h>

/* What the host needs to reduce. */
struct reduce_host {
	char *pinned;                 /* results, then what is copied from devices; NULL: devices reduce */
	double *columns;              /* what the host works with: columns of the whole domain, then messages */
	struct runs *runs[LOCATIONS]; /* by rank: its columns in reductions on that location; NULL: none */
	size_t counts[LOCATIONS];     /* columns of the whole domain */
	struct reductions *calls;     /* by number of a kernel: what a stream calls the host with */
	void **downloaded;            /* events by rank: its columns are on the host; */
	void *reduced;                /* the results are */
};

bool
partition_reduces(const struct partition *p)
{
	return p->count > 1 && p->program && p->program->sums;
}

bool
reduces_on_devices(const struct partition *p)
{
	return partition_reduces(p) && p->kind->reductions->devices && (p->processes->count == 1 || p->decomposition.transport.nccl);
}

bool
reduce_is_possible(const struct built *kernel, struct error *error)
{
	if (kernel->run_part && kernel->kept)
		return true;
	return error_set(error, EXIT_IO,
		"'%s' reduces over the domain, in several subdomains kernel by kernel, which needs nvcc: install it, or leave out --ranks",
		kernel->plan->stencil->name);
}

static void
find_columns(struct partition *p)
{
	const struct reduction_kind *kind = p->kind->reductions;
	struct reduce_host *h = p->reduce_host;

	for (int k = 0; k < p->program->kept_count; k++) {
		const enum location l = reduced_location(&p->program->kept[k]);

		if (!p->program->kept[k].reduction || h->runs[l])
			continue;
		h->counts[l] = kind->count(p, l);
		h->runs[l] = arena_array(&p->arena, struct runs, p->count);
		for (int rank = 0; rank < p->count; rank++)
			h->runs[l][rank] = kind->columns(&p->arena, p, rank, l);
	}
}

static struct reduced_array
array_of(const struct partition *p, const struct subdomain *s, int number)
{
	return p->kind->reductions->array(s, &p->program->kept[number]);
}

static size_t
array_bytes(const struct partition *p, const struct subdomain *s, int number)
{
	return aligned_bytes(array_of(p, s, number).count*(size_t)element_size(p->program->kept[number].type));
}

static const struct runs *
runs_of(const struct partition *p, int rank, int number)
{
	return &p->reduce_host->runs[reduced_location(&p->program->kept[number])][rank];
}

/* The columns of the whole domain. */
static size_t
all_columns(const struct partition *p, int number)
{
	return p->reduce_host->counts[reduced_location(&p->program->kept[number])];
}

static size_t
own_columns(const struct partition *p, int rank, int number)
{
	const struct runs *runs = runs_of(p, rank, number);
	size_t count = 0;

	for (size_t i = 0; i < runs->count; i++)
		count += runs->items[i].count;
	return count;
}

/* As many for all kernels, so that downloads after one are not stored where uploads after another one may still read. */
static size_t
result_bytes(const struct partition *p)
{
	return aligned_bytes((size_t)p->program->kept_count*sizeof (double));
}

static struct reductions
reductions_of(const struct partition *p, int number, struct error *error)
{
	struct reductions r = { .p = p, .number = number, .error = error };

	EACH_REDUCTION(&r, n)
		r.count++;
	return r;
}

/* Bytes of results, then of what comes from all devices, after any kernel. */
static size_t
pinned_bytes(const struct partition *p)
{
	size_t most = 0;

	for (int number = 0; number < p->program->part_count; number++) {
		const struct reductions r = reductions_of(p, number, NULL);
		size_t bytes = 0;

		for (int rank = p->first; rank < p->end; rank++)
			EACH_REDUCTION(&r, n)
				bytes += array_bytes(p, &p->subdomains[rank], n);
		most = bytes > most ? bytes : most;
	}
	return result_bytes(p) + most;
}

/* Columns of the whole domain in all reductions after any kernel. */
static size_t
most_columns(const struct partition *p)
{
	size_t most = 0;

	for (int number = 0; number < p->program->part_count; number++) {
		const struct reductions r = reductions_of(p, number, NULL);
		size_t count = 0;

		EACH_REDUCTION(&r, n)
			count += all_columns(p, n);
		most = count > most ? count : most;
	}
	return most;
}

static int
create_events(struct partition *p)
{
	struct reduce_host *h = p->reduce_host;
	const struct device_streams *streams = p->device->streams;
	int status = 0;

	h->downloaded = arena_array(&p->arena, void *, p->count);
	for (int rank = p->first; rank < p->end && !status; rank++) {
		status = streams_select(p->subdomains[rank].streams);
		if (!status)
			status = streams->create_event("columns", &h->downloaded[rank]);
	}
	if (!status)
		status = streams_select(p->subdomains[p->first].streams);
	return status ? status : streams->create_event("results", &h->reduced);
}

static bool
open_host(struct partition *p, struct error *error)
{
	struct reduce_host *h = p->reduce_host;
	void *pinned;

	h->calls = arena_array(&p->arena, struct reductions, p->program->part_count);
	for (int number = 0; number < p->program->part_count; number++)
		h->calls[number] = reductions_of(p, number, NULL);
	h->columns = malloc((p->processes->count > 1 ? 2 : 1)*most_columns(p)*sizeof *h->columns + 1);
	if (!h->columns)
		return error_no_memory(error);
	if (device_failed(p->device, create_events(p), "create events", error)
			|| device_failed(p->device, p->device->streams->allocate_host(&pinned, pinned_bytes(p)), "allocate memory for sums", error))
		return false;
	h->pinned = pinned;
	return true;
}

bool
reduce_open(struct partition *p, struct error *error)
{
	if (!partition_reduces(p))
		return true;
	p->reduce_host = arena_new(&p->arena, struct reduce_host);
	find_columns(p);
	if (reduces_on_devices(p) && !reduce_device_open(p, error))
		return false;
	return p->reduce_device || open_host(p, error);
}

static void
close_host(const struct partition *p, struct reduce_host *h)
{
	const struct device_streams *streams = p->device->streams;

	for (int rank = 0; h->downloaded && rank < p->count; rank++)
		if (h->downloaded[rank])
			streams->destroy_event(h->downloaded[rank]);
	if (h->reduced)
		streams->destroy_event(h->reduced);
	if (h->pinned)
		streams->release_host(h->pinned);
	free(h->columns);
}

void
reduce_close(struct partition *p)
{
	if (p->reduce_host)
		close_host(p, p->reduce_host);
	reduce_device_close(p);
}

static bool
copy_failed(const struct reductions *r, const struct subdomain *s, void *to, const void *from, size_t bytes, const char *doing)
{
	const int device = s->streams->number;

	return reduction_failed(r, s->streams->device->copy(to, device, from, device, bytes, s->streams->boundary), doing);
}

/* From all subdomains, before the host waits for any. */
static bool
start_downloads(const struct reductions *r, char *to)
{
	const struct partition *p = r->p;

	for (const struct subdomain *s = p->subdomains + p->first; s < p->subdomains + p->end; s++) {
		if (reduction_failed(r, streams_select(s->streams), "select a device"))
			return false;
		EACH_REDUCTION(r, n) {
			const struct reduced_array a = array_of(p, s, n);
			const size_t element = (size_t)element_size(p->program->kept[n].type);

			if (copy_failed(r, s, to, stored_at(r, s, n) + a.first*element, a.count*element, "download what is summed up"))
				return false;
			to += array_bytes(p, s, n);
		}
	}
	return true;
}

/* Reduces a subdomain's columns: to where they are among those of the domain, or one after the other. */
enum arrangement { IN_DOMAIN, IN_TURN };

static void
reduce_own(const struct partition *p, int rank, int number, const char *values, double *columns, enum arrangement arrangement)
{
	const struct kept *kept = &p->program->kept[number];
	const struct reduced_array a = array_of(p, &p->subdomains[rank], number);
	const struct runs *runs = runs_of(p, rank, number);
	const size_t element = (size_t)element_size(kept->type);
	size_t done = 0;

	for (const struct run *run = runs->items; run < runs->items + runs->count; run++) {
		reduce_levels(kept, columns + (arrangement == IN_DOMAIN ? run->whole : done), values + run->own*a.apart*element, a.levels,
			a.stride*element, a.apart, run->count);
		done += run->count;
	}
}

/* The columns of the first process: of each reduction those of the whole domain follow one another. */
static void
reduce_first(const struct reductions *r, const char *values, double *all)
{
	const struct partition *p = r->p;

	for (int rank = p->first; rank < p->end; rank++) {
		double *columns = all;

		EACH_REDUCTION(r, n) {
			reduce_own(p, rank, n, values, columns, IN_DOMAIN);
			values += array_bytes(p, &p->subdomains[rank], n);
			columns += all_columns(p, n);
		}
	}
}

/* The columns of a subdomain in all reductions. */
static size_t
columns_together(const struct reductions *r, int rank)
{
	size_t count = 0;

	EACH_REDUCTION(r, n)
		count += own_columns(r->p, rank, n);
	return count;
}

/* All reductions of another process' subdomain come in one message. */
static bool
receive_columns(const struct reductions *r, int rank, double *message, double *all)
{
	const struct partition *p = r->p;
	double *columns = all;

	if (processes_failed(p->processes, p->processes->mpi->receive(message, columns_together(r, rank)*sizeof *message, rank), r->error))
		return false;
	EACH_REDUCTION(r, n) {
		const struct runs *runs = runs_of(p, rank, n);

		for (const struct run *run = runs->items; run < runs->items + runs->count; run++) {
			memcpy(columns + run->whole, message, run->count*sizeof *message);
			message += run->count;
		}
		columns += all_columns(p, n);
	}
	return true;
}

static bool
send_columns(const struct reductions *r, const char *values)
{
	const struct partition *p = r->p;
	double *message = p->reduce_host->columns, *columns = message;

	EACH_REDUCTION(r, n) {
		reduce_own(p, p->first, n, values, columns, IN_TURN);
		values += array_bytes(p, &p->subdomains[p->first], n);
		columns += own_columns(p, p->first, n);
	}
	return !processes_failed(p->processes, p->processes->mpi->send(message, columns_together(r, p->first)*sizeof *message, 0), r->error);
}

/* The first process has the columns of all; messages of others are stored after them. */
static bool
reduce_all(const struct reductions *r, const char *values, double *results)
{
	const struct partition *p = r->p;
	double *all = p->reduce_host->columns, *columns = all;
	size_t count = 0;

	EACH_REDUCTION(r, n)
		count += all_columns(p, n);
	reduce_first(r, values, all);
	for (int rank = p->end; rank < p->count; rank++)
		if (!receive_columns(r, rank, all + count, all))
			return false;
	EACH_REDUCTION(r, n) {
		*results++ = reduce_columns(&p->program->kept[n], columns, all_columns(p, n));
		columns += all_columns(p, n);
	}
	return true;
}

/* Each result in its type. */
static void
convert_results(const struct reductions *r, double *results)
{
	EACH_REDUCTION(r, n) {
		const float narrow = (float)*results;

		if (r->p->program->kept[n].type == TYPE_FLOAT)
			memcpy(results, &narrow, sizeof narrow);
		results++;
	}
}

/* By way of pinned memory, to all subdomains. Nobody waits for it: what is stored there next waits for the streams. */
static bool
start_uploads(const struct reductions *r)
{
	const struct partition *p = r->p;

	for (const struct subdomain *s = p->subdomains + p->first; s < p->subdomains + p->end; s++) {
		const double *from = (const double *)p->reduce_host->pinned;

		if (reduction_failed(r, streams_select(s->streams), "select a device"))
			return false;
		EACH_REDUCTION(r, n)
			if (copy_failed(r, s, result_at(r, s, n), from++, (size_t)element_size(p->program->kept[n].type), "upload a sum"))
				return false;
	}
	return true;
}

/* The host waits, and exchanges messages with other processes. */
static bool
reduce_between(const struct reductions *r)
{
	const struct partition *p = r->p;
	const struct processes *processes = p->processes;
	double *const results = (double *)p->reduce_host->pinned;
	const char *const values = p->reduce_host->pinned + result_bytes(p);

	if (!local_streams_finish(&p->streams, r->error)
			|| !(processes->rank ? send_columns(r, values) : reduce_all(r, values, results))
			|| processes_failed(processes, processes->mpi->broadcast(results, (int)((size_t)r->count*sizeof *results)), r->error))
		return false;
	convert_results(r, results);
	return true;
}

/* What a stream calls. */
static void
reduce_now(void *reductions)
{
	const struct reductions *r = reductions;
	double *const results = (double *)r->p->reduce_host->pinned;

	reduce_all(r, r->p->reduce_host->pinned + result_bytes(r->p), results);
	convert_results(r, results);
}

/* The stream of the first subdomain calls the host when all columns are there. The others wait for that. */
static int
enqueue(const struct reductions *r)
{
	const struct partition *p = r->p;
	const struct reduce_host *h = p->reduce_host;
	const struct device_streams *streams = p->device->streams;
	const struct streams *first = p->subdomains[p->first].streams;
	int status = 0;

	for (int rank = p->first + 1; rank < p->end && !status; rank++) {
		status = streams_select(p->subdomains[rank].streams);
		if (!status)
			status = streams->record(h->downloaded[rank], p->subdomains[rank].streams->boundary);
	}
	if (!status)
		status = streams_select(first);
	for (int rank = p->first + 1; rank < p->end && !status; rank++)
		status = streams->wait(first->boundary, h->downloaded[rank]);
	if (!status)
		status = streams->call(reduce_now, &h->calls[r->number], first->boundary);
	if (!status)
		status = streams->record(h->reduced, first->boundary);
	for (int rank = p->first + 1; rank < p->end && !status; rank++) {
		status = streams_select(p->subdomains[rank].streams);
		if (!status)
			status = streams->wait(p->subdomains[rank].streams->boundary, h->reduced);
	}
	return status;
}

static bool
reduce_on_host(const struct reductions *r)
{
	const struct partition *p = r->p;

	return start_downloads(r, p->reduce_host->pinned + result_bytes(p))
		&& (p->processes->count > 1 ? reduce_between(r) : !reduction_failed(r, enqueue(r), "reduce over subdomains"))
		&& start_uploads(r);
}

bool
partition_reduce(const struct partition *p, const struct built *kernel, int number, struct error *error)
{
	struct reductions r = reductions_of(p, number, error);

	r.kernel = kernel;
	if (!r.count)
		return true;
	return p->reduce_device ? reduce_on_device(&r) : reduce_on_host(&r);
}
