#include "runtime/planeparts/part_sums.h"

#include "generator/variants/defaults.h"
#include "runtime/planeparts/part_due.h"
#include "runtime/planeparts/part_reduce.h"
#include "runtime/planeparts/part_staging.h"
#include "runtime/planeparts/part_totals.h"
#include "runtime/planeparts/parts_finish.h"

#include <stdlib.h>
#include <string.h>

const struct program *
parts_program(const struct built *kernel)
{
	return plan_of_variant(kernel->plan, &kernel->variant)->program;
}

bool
parts_take_sums(const struct plane_parts *parts)
{
	return cut_goes_beyond(&parts->cut) && parts->cut.reach->sums;
}

bool
parts_can_sum(const struct built *kernel, struct error *error)
{
	if (kernel->run_part && kernel->kept)
		return true;
	return error_set(error, EXIT_IO, "'%s' takes sums over the domain, in parts kernel by kernel: that needs nvcc",
		kernel->plan->stencil->name);
}

static bool
message_fails(const struct sums *s, int status)
{
	if (status)
		error_set(s->error, EXIT_IO, "%s", s->parts->processes->mpi->error(status));
	return status != 0;
}

/* Of what is summed up, in elements: sums of columns lie on one level. Of a level all that lies between the domain's first and last
 * column. */
struct extent {
	size_t first, stride, count, bytes;
	int levels;
};

static struct extent
extent_of(const struct plane_part *part, const struct kept *kept)
{
	const struct stencil_grid *grid = &part->device->view;
	const bool points = kept->shape == SHAPE_POINT;
	struct extent e = { .stride = (size_t)grid->stride, .levels = points ? grid->top - grid->bottom : 1 };

	e.first = (size_t)grid->first + (points ? (size_t)grid->bottom*e.stride : 0);
	e.count = (size_t)(e.levels - 1)*e.stride + (size_t)(grid->height - 1)*(size_t)grid->row + (size_t)grid->width;
	e.bytes = sums_aligned(e.count*(size_t)element_size(kept->type));
	return e;
}

/* As many for all kernels, so that downloads behind one do not go where uploads behind another one may still read. */
static size_t
result_bytes(const struct sums *s)
{
	return sums_aligned((size_t)s->program->kept_count*sizeof (double));
}

static bool
make_room(struct sums *s, char **pinned)
{
	const struct plane_parts *parts = s->parts;
	size_t bytes = result_bytes(s);

	for (int rank = parts->first; rank < parts->end; rank++)
		EACH_DUE(s, n)
			bytes += extent_of(&parts->ranks[rank], &s->program->kept[n]).bytes;
	if (bytes > parts->staging->pinned_bytes && !parts_finish(parts, s->error))
		return false;
	*pinned = part_staging_pinned(parts->staging, parts->ranks[parts->first].streams.device, bytes);
	return *pinned || error_no_memory(s->error);
}

/* Of all parts, before the host waits for any. */
static bool
start_downloads(const struct sums *s, char *to)
{
	const struct plane_parts *parts = s->parts;

	for (int rank = parts->first; rank < parts->end; rank++) {
		const struct plane_part *part = &parts->ranks[rank];
		const int device = part->streams.number;

		if (sums_fail(s, part, part_streams_select(&part->streams), "select a device"))
			return false;
		EACH_DUE(s, n) {
			const struct kept *kept = &s->program->kept[n];
			const struct extent e = extent_of(part, kept);
			const size_t element = (size_t)element_size(kept->type);

			if (sums_fail(s, part, part->streams.device->copy(to, device, kept_at(s, part, n) + e.first*element, device,
					e.count*element, part->streams.sides), "download what is summed up"))
				return false;
			to += e.bytes;
		}
	}
	return true;
}

/* Of a part's rows, which go to places so many columns apart. */
static void
reduce_rows(const struct plane_part *part, const struct kept *kept, const char *values, double *columns, size_t apart)
{
	const struct stencil_grid *grid = &part->device->view;
	const struct extent e = extent_of(part, kept);
	const size_t element = (size_t)element_size(kept->type);

	for (int j = 0; j < grid->height; j++)
		part_reduce_levels(kept, columns + (size_t)j*apart, values + (size_t)j*(size_t)grid->row*element, e.levels,
			e.stride*element, (size_t)grid->width);
}

/* Where the columns of a part go among those of the domain. */
static double *
place_of(const struct plane_parts *parts, int rank, double *all)
{
	const struct stencil_rectangle *r = &parts->ranks[rank].rectangle;

	return all + (size_t)r->begin[1]*(size_t)parts->rectangles.inner[0] + r->begin[0];
}

/* Of the parts of the first process: sum after sum, each of the whole domain. */
static void
reduce_own(const struct sums *s, const char *values, double *all, size_t count)
{
	const struct plane_parts *parts = s->parts;

	for (int rank = parts->first; rank < parts->end; rank++) {
		double *columns = place_of(parts, rank, all);

		EACH_DUE(s, n) {
			const struct kept *kept = &s->program->kept[n];

			reduce_rows(&parts->ranks[rank], kept, values, columns, (size_t)parts->rectangles.inner[0]);
			values += extent_of(&parts->ranks[rank], kept).bytes;
			columns += count;
		}
	}
}

/* All sums of another process' part come in one message. */
static bool
receive_columns(const struct sums *s, int rank, double *message, double *all, size_t count)
{
	const struct plane_parts *parts = s->parts;
	const struct stencil_rectangle *r = &parts->ranks[rank].rectangle;
	const size_t width = (size_t)(r->end[0] - r->begin[0]);
	double *columns = place_of(parts, rank, all);

	if (message_fails(s, parts->processes->mpi->receive(message, (size_t)s->count*sums_columns(r)*sizeof *message, rank)))
		return false;
	for (int i = 0; i < s->count; i++, columns += count)
		for (int j = 0; j < r->end[1] - r->begin[1]; j++, message += width)
			memcpy(columns + (size_t)j*(size_t)parts->rectangles.inner[0], message, width*sizeof *message);
	return true;
}

static bool
send_columns(const struct sums *s, const char *values)
{
	const struct plane_part *part = &s->parts->ranks[s->parts->first];
	const size_t own = sums_columns(&part->rectangle), bytes = (size_t)s->count*own*sizeof (double);
	double *message = part_staging_columns(s->parts->staging, bytes), *columns = message;

	if (!message)
		return error_no_memory(s->error);
	EACH_DUE(s, n) {
		const struct kept *kept = &s->program->kept[n];

		reduce_rows(part, kept, values, columns, (size_t)part->device->view.width);
		values += extent_of(part, kept).bytes;
		columns += own;
	}
	return !message_fails(s, s->parts->processes->mpi->send(message, bytes, 0));
}

/* The first process takes the columns of all, each other part's by way of a message, behind them. */
static bool
reduce_all(const struct sums *s, const char *values, double *results)
{
	const struct plane_parts *parts = s->parts;
	const size_t count = (size_t)parts->rectangles.inner[0]*(size_t)parts->rectangles.inner[1];
	const size_t room = (size_t)s->count*count*(parts->processes->count > 1 ? 2 : 1);
	double *all = part_staging_columns(parts->staging, room*sizeof *all), *columns = all;

	if (!all)
		return error_no_memory(s->error);
	reduce_own(s, values, all, count);
	for (int rank = parts->end; rank < parts->count; rank++)
		if (!receive_columns(s, rank, all + (size_t)s->count*count, all, count))
			return false;
	EACH_DUE(s, n) {
		*results++ = part_reduce_columns(&s->program->kept[n], columns, count);
		columns += count;
	}
	return true;
}

/* Streams go on when it is there; nobody waits for it, for what comes next to the staging waits for the streams. */
static bool
start_uploads(const struct sums *s, const struct plane_part *part, const double *from)
{
	const int device = part->streams.number;

	if (sums_fail(s, part, part_streams_select(&part->streams), "select a device"))
		return false;
	EACH_DUE(s, n)
		if (sums_fail(s, part, part->streams.device->copy(result_at(s, part, n), device, from++, device,
				(size_t)element_size(s->program->kept[n].type), part->streams.sides), "upload a sum"))
			return false;
	return true;
}

/* By way of pinned memory: in each result's type. */
static bool
give_results(const struct sums *s, const double *results, double *pinned)
{
	double *to = pinned;

	EACH_DUE(s, n) {
		const float narrow = (float)*results;

		if (s->program->kept[n].type == TYPE_FLOAT)
			memcpy(to, &narrow, sizeof narrow);
		else
			*to = *results;
		results++;
		to++;
	}
	for (int rank = s->parts->first; rank < s->parts->end; rank++)
		if (!start_uploads(s, &s->parts->ranks[rank], pinned))
			return false;
	return true;
}

static bool
take_sums(struct sums *s, double *results)
{
	const struct plane_parts *parts = s->parts;
	const struct ranks *processes = parts->processes;
	char *pinned;

	if (!make_room(s, &pinned) || !start_downloads(s, pinned + result_bytes(s))
			|| !parts_finish(parts, s->error))
		return false;
	if (!(processes->rank ? send_columns(s, pinned + result_bytes(s)) : reduce_all(s, pinned + result_bytes(s), results)))
		return false;
	if (processes->count > 1 && message_fails(s, processes->mpi->broadcast(results, (int)((size_t)s->count*sizeof *results))))
		return false;
	return give_results(s, results, (double *)pinned);
}

bool
parts_sum(const struct plane_parts *parts, const struct built *kernel, int part, struct error *error)
{
	struct sums s = { .parts = parts, .kernel = kernel, .program = parts_program(kernel), .part = part, .error = error };
	double *results;
	bool good;

	EACH_DUE(&s, n)
		s.count++;
	if (!s.count)
		return true;
	if (parts->totals)
		return part_totals_take(&s);
	results = calloc((size_t)s.count, sizeof *results);
	good = results ? take_sums(&s, results) : error_no_memory(error);
	free(results);
	return good;
}
