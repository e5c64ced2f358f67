#include "runtime/partition/reduce.h"

#include "runtime/partition/copy.h"
#include "runtime/partition/reduce_columns.h"
#include "runtime/partition/reduce_device.h"

#include <stdlib.h>
#include <string.h>

/* Memory of the host, which grows when more is asked for and is empty then. */
struct reduce_host {
	const struct device_streams *device; /* of what is pinned; NULL: nothing is */
	char *pinned;                        /* what is copied from devices and to them */
	size_t pinned_bytes;
	double *columns;                     /* what the host works with */
	size_t columns_bytes;
	struct runs *runs[LOCATIONS];        /* by rank: its columns in reductions on that location; NULL: none */
	size_t counts[LOCATIONS];            /* columns of the whole domain */
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

bool
reduce_open(struct partition *p, struct error *error)
{
	if (!partition_reduces(p))
		return true;
	p->reduce_host = arena_new(&p->arena, struct reduce_host);
	find_columns(p);
	return !reduces_on_devices(p) || reduce_device_open(p, error);
}

static void
release_pinned(struct reduce_host *h)
{
	if (h->pinned)
		h->device->release_host(h->pinned);
	h->pinned = NULL;
	h->pinned_bytes = 0;
}

void
reduce_close(struct partition *p)
{
	if (p->reduce_host) {
		release_pinned(p->reduce_host);
		free(p->reduce_host->columns);
	}
	reduce_device_close(p);
}

/* At least so many bytes; NULL: there is no memory. What was given before is not to be used any more, in copies neither. */
static char *
pinned_memory(struct reduce_host *h, const struct device_streams *device, size_t bytes)
{
	void *memory;

	if (bytes <= h->pinned_bytes)
		return h->pinned;
	release_pinned(h);
	h->device = device;
	if (device->allocate_host(&memory, bytes))
		return NULL;
	h->pinned = memory;
	h->pinned_bytes = bytes;
	return h->pinned;
}

/* The same. */
static double *
column_memory(struct reduce_host *h, size_t bytes)
{
	if (bytes <= h->columns_bytes)
		return h->columns;
	free(h->columns);
	h->columns = malloc(bytes);
	h->columns_bytes = h->columns ? bytes : 0;
	return h->columns;
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

static bool
make_room(const struct reductions *r, char **pinned)
{
	const struct partition *p = r->p;
	size_t bytes = result_bytes(p);

	for (int rank = p->first; rank < p->end; rank++)
		EACH_REDUCTION(r, n)
			bytes += array_bytes(p, &p->subdomains[rank], n);
	if (bytes > p->reduce_host->pinned_bytes && !local_streams_finish(&p->streams, r->error))
		return false;
	*pinned = pinned_memory(p->reduce_host, p->device->streams, bytes);
	return *pinned || error_no_memory(r->error);
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
	const size_t bytes = columns_together(r, p->first)*sizeof (double);
	double *message = column_memory(p->reduce_host, bytes + 1), *columns = message;

	if (!message)
		return error_no_memory(r->error);
	EACH_REDUCTION(r, n) {
		reduce_own(p, p->first, n, values, columns, IN_TURN);
		values += array_bytes(p, &p->subdomains[p->first], n);
		columns += own_columns(p, p->first, n);
	}
	return !processes_failed(p->processes, p->processes->mpi->send(message, bytes, 0), r->error);
}

/* The first process has the columns of all; messages of others are stored after them. */
static bool
reduce_all(const struct reductions *r, const char *values, double *results)
{
	const struct partition *p = r->p;
	size_t count = 0;
	double *all, *columns;

	EACH_REDUCTION(r, n)
		count += all_columns(p, n);
	columns = all = column_memory(p->reduce_host, count*(p->processes->count > 1 ? 2 : 1)*sizeof *all);
	if (!all)
		return error_no_memory(r->error);
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

/* Streams go on when it is there. Nobody waits for it: what is stored next in pinned memory waits for the streams. */
static bool
start_uploads(const struct reductions *r, const struct subdomain *s, const double *from)
{
	if (reduction_failed(r, streams_select(s->streams), "select a device"))
		return false;
	EACH_REDUCTION(r, n)
		if (copy_failed(r, s, result_at(r, s, n), from++, (size_t)element_size(r->p->program->kept[n].type), "upload a sum"))
			return false;
	return true;
}

/* By way of pinned memory: in each result's type. */
static bool
give_results(const struct reductions *r, const double *results, double *pinned)
{
	double *to = pinned;
	bool good = true;

	EACH_REDUCTION(r, n) {
		const float narrow = (float)*results;

		if (r->p->program->kept[n].type == TYPE_FLOAT)
			memcpy(to, &narrow, sizeof narrow);
		else
			*to = *results;
		results++;
		to++;
	}
	for (int rank = r->p->first; rank < r->p->end && good; rank++)
		good = start_uploads(r, &r->p->subdomains[rank], pinned);
	return good;
}

static bool
reduce_on_host(const struct reductions *r, double *results)
{
	const struct partition *p = r->p;
	const struct processes *processes = p->processes;
	char *pinned, *values;

	if (!make_room(r, &pinned))
		return false;
	values = pinned + result_bytes(p);
	if (!start_downloads(r, values) || !local_streams_finish(&p->streams, r->error)
			|| !(processes->rank ? send_columns(r, values) : reduce_all(r, values, results)))
		return false;
	if (processes->count > 1
			&& processes_failed(processes, processes->mpi->broadcast(results, (int)((size_t)r->count*sizeof *results)), r->error))
		return false;
	return give_results(r, results, (double *)pinned);
}

bool
partition_reduce(const struct partition *p, const struct built *kernel, int number, struct error *error)
{
	struct reductions r = { .p = p, .kernel = kernel, .number = number, .error = error };
	double *results;
	bool good;

	EACH_REDUCTION(&r, n)
		r.count++;
	if (!r.count)
		return true;
	if (p->reduce_device)
		return reduce_on_device(&r);
	results = calloc((size_t)r.count, sizeof *results);
	good = results ? reduce_on_host(&r, results) : error_no_memory(error);
	free(results);
	return good;
}
