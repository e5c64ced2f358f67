#include "runtime/planeparts/part_sums.h"

#include "generator/split/parts.h"
#include "generator/variants/defaults.h"
#include "runtime/device/device_status.h"
#include "runtime/planeparts/parts_finish.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1024 };

/* One reduction. Floats are held as doubles: a sum of two in double, rounded to float, has the bits of a sum in float. */
struct sum {
	const struct plane_parts *parts;
	const struct built *kernel;
	const struct kept *kept;
	int number; /* among those kept */
	char *message;
	size_t room;
};

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
parts_can_sum(const struct built *kernel, char *message, size_t room)
{
	if (kernel->run_part && kernel->kept)
		return true;
	snprintf(message, room, "'%s' takes sums over the domain, in parts kernel by kernel: that needs nvcc",
		kernel->plan->stencil->name);
	return false;
}

static bool
fail(const struct sum *s, const char *text)
{
	snprintf(s->message, s->room, "%s", text);
	return false;
}

static bool
device_fails(const struct sum *s, const struct plane_part *part, int status, const char *doing)
{
	return device_failed(part->device->device, status, doing, s->message, s->room);
}

static bool
message_fails(const struct sum *s, int status)
{
	if (status)
		fail(s, s->parts->processes->mpi->error(status));
	return status != 0;
}

static double
combined(const struct kept *kept, double a, double b)
{
	if (kept->reduction == REDUCTION_MIN)
		return b < a ? b : a;
	if (kept->reduction == REDUCTION_MAX)
		return a < b ? b : a;
	return kept->type == TYPE_FLOAT ? (float)(a + b) : a + b;
}

static double
element(const struct kept *kept, const void *values, size_t i)
{
	return kept->type == TYPE_FLOAT ? ((const float *)values)[i] : ((const double *)values)[i];
}

static size_t
cells(const struct stencil_rectangle *r)
{
	return (size_t)(r->end[0] - r->begin[0])*(size_t)(r->end[1] - r->begin[1]);
}

/* What an array of the workspace is on a device. */
static char *
kept_at(const struct sum *s, const struct plane_part *part, int number)
{
	return ((stencil_kept *)s->kernel->kept)(&part->device->view, plane_device_workspace(part->device), number);
}

/* Of each column of a part, row by row, from the lowest level to the highest. */
static void
reduce_columns(const struct sum *s, const struct plane_part *part, const void *values, int depth, double *columns)
{
	const struct stencil_grid *grid = &part->device->view;

	for (int j = 0; j < grid->height; j++) {
		const size_t first = (size_t)grid->first + (size_t)j*(size_t)grid->row;
		double *row = columns + (size_t)j*(size_t)grid->width;

		for (int i = 0; i < grid->width; i++)
			row[i] = element(s->kept, values, first + (size_t)i);
		for (int k = 1; k < depth; k++)
			for (int i = 0; i < grid->width; i++)
				row[i] = combined(s->kept, row[i], element(s->kept, values, first + (size_t)i + (size_t)k*(size_t)grid->stride));
	}
}

/* The same, of what a part has on its device; sums of columns lie on one level. */
static bool
take_columns(const struct sum *s, const struct plane_part *part, double *columns)
{
	const struct stencil_grid *grid = &part->device->view;
	const bool points = s->kept->shape == SHAPE_POINT;
	const int depth = points ? grid->top - grid->bottom : 1;
	const size_t level = (size_t)grid->stride*(size_t)element_size(s->kept->type), bytes = (size_t)depth*level;
	const char *from = kept_at(s, part, s->number) + (points ? (size_t)grid->bottom*level : 0);
	void *values = malloc(bytes);
	bool good = values || fail(s, "out of memory");

	good = good && parts_finish_part(s->parts, part, s->message, s->room)
		&& !device_fails(s, part, part->device->device->download(values, from, bytes), "download what is summed up");
	if (good)
		reduce_columns(s, part, values, depth, columns);
	free(values);
	return good;
}

/* Puts the columns of a part among those of the domain. */
static void
place_columns(const struct sum *s, const struct stencil_rectangle *r, const double *columns, double *all)
{
	const size_t width = (size_t)(r->end[0] - r->begin[0]);

	for (int y = r->begin[1]; y < r->end[1]; y++, columns += width)
		memcpy(all + (size_t)y*(size_t)s->parts->rectangles.inner[0] + r->begin[0], columns, width*sizeof *columns);
}

/* A rank's columns come from its device, or from another process. */
static bool
gather_columns(const struct sum *s, int rank, double *columns, double *all)
{
	const struct plane_parts *parts = s->parts;
	const struct plane_part *part = &parts->ranks[rank];
	const struct ranks *processes = parts->processes;
	const size_t bytes = cells(&part->rectangle)*sizeof *columns;
	const bool here = rank >= parts->first && rank < parts->end;

	if (here && !take_columns(s, part, columns))
		return false;
	if (here && processes->rank && message_fails(s, processes->mpi->send(columns, bytes, 0)))
		return false;
	if (processes->rank)
		return true;
	if (!here && message_fails(s, processes->mpi->receive(columns, bytes, rank)))
		return false;
	place_columns(s, &part->rectangle, columns, all);
	return true;
}

/* In blocks by halves, then the blocks' results again so, until one is left. */
static double
reduce_all(const struct kept *kept, double *v, size_t count)
{
	while (count > 1) {
		size_t blocks = 0;

		for (size_t start = 0; start < count; start += BLOCK, blocks++) {
			const size_t n = count - start < BLOCK ? count - start : BLOCK;

			for (size_t half = BLOCK/2; half > 0; half /= 2)
				for (size_t t = 0; t < half && t + half < n; t++)
					v[start + t] = combined(kept, v[start + t], v[start + t + half]);
			v[blocks] = v[start];
		}
		count = blocks;
	}
	return *v;
}

/* On all ranks, each with its own columns; the first one has the result. */
static bool
reduce(const struct sum *s, double *result)
{
	const struct plane_parts *parts = s->parts;
	const size_t count = (size_t)parts->rectangles.inner[0]*(size_t)parts->rectangles.inner[1];
	double *columns, *all = NULL;
	size_t most = 0;
	bool good;

	for (int rank = 0; rank < parts->count; rank++)
		most = cells(&parts->ranks[rank].rectangle) > most ? cells(&parts->ranks[rank].rectangle) : most;
	columns = malloc(most*sizeof *columns);
	if (!parts->processes->rank)
		all = malloc(count*sizeof *all);
	good = (columns && (all || parts->processes->rank)) || fail(s, "out of memory");
	for (int rank = 0; rank < parts->count && good; rank++)
		good = gather_columns(s, rank, columns, all);
	if (good && all)
		*result = reduce_all(s->kept, all, count);
	free(columns);
	free(all);
	return good;
}

/* Where a result goes: a field, or a scalar of the workspace. */
static void *
result_at(const struct sum *s, const struct plane_part *part)
{
	const struct kept *result = s->kept->result;
	const int number = (int)(result - s->kept) + s->number;

	return result->holder ? plane_device_field(part->device, result->holder) : kept_at(s, part, number);
}

/* Streams go on when this is done: the download waits for what is on its way. */
static bool
give_result(const struct sum *s, const struct plane_part *part, double result)
{
	const struct device *device = part->device->device;
	const float narrow = (float)result;
	const bool is_float = s->kept->type == TYPE_FLOAT;
	const void *from = is_float ? (const void *)&narrow : &result;
	const size_t bytes = is_float ? sizeof narrow : sizeof result;
	void *to = result_at(s, part);
	double there;

	return !device_fails(s, part, part_streams_select(&part->streams), "select a device")
		&& !device_fails(s, part, device->upload(to, from, bytes), "upload a sum")
		&& !device_fails(s, part, device->download(&there, to, bytes), "upload a sum");
}

static bool
sum_one(const struct sum *s)
{
	const struct plane_parts *parts = s->parts;
	double result = 0;

	if (!reduce(s, &result))
		return false;
	if (parts->processes->count > 1 && message_fails(s, parts->processes->mpi->broadcast(&result, sizeof result)))
		return false;
	for (int rank = parts->first; rank < parts->end; rank++)
		if (!give_result(s, &parts->ranks[rank], result))
			return false;
	return true;
}

bool
parts_sum(const struct plane_parts *parts, const struct built *kernel, int part, char *message, size_t room)
{
	const struct program *program = parts_program(kernel);
	struct sum s = { .parts = parts, .kernel = kernel, .message = message, .room = room };

	for (s.number = 0; s.number < program->kept_count; s.number++) {
		s.kept = &program->kept[s.number];
		if (s.kept->reduction && s.kept->first == part && !sum_one(&s))
			return false;
	}
	return true;
}
