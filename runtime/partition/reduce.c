#include "runtime/partition/reduce.h"

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
};

bool
partition_reduces(const struct partition *p)
{
	return decomposition_goes_beyond(&p->decomposition) && p->decomposition.reach->sums;
}

bool
reduces_on_devices(const struct partition *p)
{
	return partition_reduces(p) && (p->processes->count == 1 || p->decomposition.transport.nccl);
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

bool
reduce_open(struct partition *p, struct error *error)
{
	if (!partition_reduces(p))
		return true;
	p->reduce_host = arena_new(&p->arena, struct reduce_host);
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

/* What is summed up, in elements: sums of columns are on one level. Of a level all from the domain's first to its last column. */
struct extent {
	size_t first, stride, count, bytes;
	int levels;
};

static struct extent
extent_of(const struct subdomain *s, const struct kept *kept)
{
	const struct stencil_grid *grid = &plane_device_of(s)->view;
	const bool points = kept->shape == SHAPE_POINT;
	struct extent e = { .stride = (size_t)grid->stride, .levels = points ? grid->top - grid->bottom : 1 };

	e.first = (size_t)grid->first + (points ? (size_t)grid->bottom*e.stride : 0);
	e.count = (size_t)(e.levels - 1)*e.stride + (size_t)(grid->height - 1)*(size_t)grid->row + (size_t)grid->width;
	e.bytes = aligned_bytes(e.count*(size_t)element_size(kept->type));
	return e;
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
			bytes += extent_of(&p->subdomains[rank], &p->program->kept[n]).bytes;
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
			const struct kept *kept = &p->program->kept[n];
			const struct extent e = extent_of(s, kept);
			const size_t element = (size_t)element_size(kept->type);

			if (copy_failed(r, s, to, stored_at(r, s, n) + e.first*element, e.count*element, "download what is summed up"))
				return false;
			to += e.bytes;
		}
	}
	return true;
}

/* Of a subdomain's rows, which are stored so many columns apart. */
static void
reduce_rows(const struct subdomain *s, const struct kept *kept, const char *values, double *columns, size_t apart)
{
	const struct stencil_grid *grid = &plane_device_of(s)->view;
	const struct extent e = extent_of(s, kept);
	const size_t element = (size_t)element_size(kept->type);

	for (int j = 0; j < grid->height; j++)
		reduce_levels(kept, columns + (size_t)j*apart, values + (size_t)j*(size_t)grid->row*element, e.levels, e.stride*element,
			(size_t)grid->width);
}

static size_t
columns_of_row(const struct partition *p)
{
	return (size_t)structured_of(p)->rectangles.inner[0];
}

/* Where the columns of a box are among those of the domain. */
static double *
columns_in_domain(const struct partition *p, const struct stencil_rectangle *box, double *all)
{
	return all + (size_t)box->begin[1]*columns_of_row(p) + box->begin[0];
}

/* The columns of the first process: of each reduction those of the whole domain follow one another. */
static void
reduce_own(const struct reductions *r, const char *values, double *all)
{
	const struct partition *p = r->p;

	for (const struct subdomain *s = p->subdomains + p->first; s < p->subdomains + p->end; s++) {
		double *columns = columns_in_domain(p, &s->box, all);

		EACH_REDUCTION(r, n) {
			reduce_rows(s, &p->program->kept[n], values, columns, columns_of_row(p));
			values += extent_of(s, &p->program->kept[n]).bytes;
			columns += columns_of_domain(p);
		}
	}
}

/* All reductions of another process' subdomain come in one message. */
static bool
receive_columns(const struct reductions *r, int rank, double *message, double *all)
{
	const struct partition *p = r->p;
	const struct stencil_rectangle *box = &p->subdomains[rank].box;
	const size_t width = (size_t)(box->end[0] - box->begin[0]);
	const size_t bytes = (size_t)r->count*columns_of_box(box)*sizeof *message;
	double *columns = columns_in_domain(p, box, all);

	if (processes_failed(p->processes, p->processes->mpi->receive(message, bytes, rank), r->error))
		return false;
	for (int i = 0; i < r->count; i++, columns += columns_of_domain(p))
		for (int j = 0; j < box->end[1] - box->begin[1]; j++, message += width)
			memcpy(columns + (size_t)j*columns_of_row(p), message, width*sizeof *message);
	return true;
}

static bool
send_columns(const struct reductions *r, const char *values)
{
	const struct partition *p = r->p;
	const struct subdomain *s = &p->subdomains[p->first];
	const size_t own = columns_of_box(&s->box), bytes = (size_t)r->count*own*sizeof (double);
	double *message = column_memory(p->reduce_host, bytes), *columns = message;

	if (!message)
		return error_no_memory(r->error);
	EACH_REDUCTION(r, n) {
		reduce_rows(s, &p->program->kept[n], values, columns, (size_t)(s->box.end[0] - s->box.begin[0]));
		values += extent_of(s, &p->program->kept[n]).bytes;
		columns += own;
	}
	return !processes_failed(p->processes, p->processes->mpi->send(message, bytes, 0), r->error);
}

/* The first process has the columns of all; messages of others are stored after them. */
static bool
reduce_all(const struct reductions *r, const char *values, double *results)
{
	const struct partition *p = r->p;
	const size_t count = (size_t)r->count*columns_of_domain(p);
	double *all = column_memory(p->reduce_host, count*(p->processes->count > 1 ? 2 : 1)*sizeof *all), *columns = all;

	if (!all)
		return error_no_memory(r->error);
	reduce_own(r, values, all);
	for (int rank = p->end; rank < p->count; rank++)
		if (!receive_columns(r, rank, all + count, all))
			return false;
	EACH_REDUCTION(r, n) {
		*results++ = reduce_columns(&p->program->kept[n], columns, columns_of_domain(p));
		columns += columns_of_domain(p);
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
