#ifndef PART_DUE_H
#define PART_DUE_H

#include "generator/split/parts.h"
#include "runtime/device/device_status.h"
#include "runtime/planeparts/plane_parts.h"

/* The reductions behind one kernel. */
struct sums {
	const struct plane_parts *parts;
	const struct built *kernel;
	const struct program *program;
	int part, count;
	struct error *error;
};

/* The columns of a part. */
static inline size_t
sums_columns(const struct stencil_rectangle *r)
{
	return (size_t)(r->end[0] - r->begin[0])*(size_t)(r->end[1] - r->begin[1]);
}

/* Bytes up to where the next array may begin. */
static inline size_t
sums_aligned(size_t bytes)
{
	enum { ALIGNMENT = 256 };

	return (bytes + ALIGNMENT - 1)/ALIGNMENT*ALIGNMENT;
}

static inline bool
sums_fail(const struct sums *s, const struct plane_part *part, int status, const char *doing)
{
	return device_failed(part->device->device, status, doing, s->error);
}

/* The next one that is due from this number on, or the number of all that is kept. */
static inline int
next_due(const struct sums *s, int number)
{
	const struct program *p = s->program;

	while (number < p->kept_count && !(p->kept[number].reduction && p->kept[number].first == s->part))
		number++;
	return number;
}

#define EACH_DUE(s, number) \
	for (int number = next_due(s, 0); number < (s)->program->kept_count; number = next_due(s, number + 1))

/* What an array of the workspace is on a device. */
static inline char *
kept_at(const struct sums *s, const struct plane_part *part, int number)
{
	return ((stencil_kept *)s->kernel->kept)(&part->device->view, plane_device_workspace(part->device), number);
}

/* Where a result goes: a field, or a scalar of the workspace. */
static inline void *
result_at(const struct sums *s, const struct plane_part *part, int number)
{
	const struct kept *result = s->program->kept[number].result;

	return result->holder ? plane_device_field(part->device, result->holder)
		: kept_at(s, part, (int)(result - s->program->kept));
}

#endif
