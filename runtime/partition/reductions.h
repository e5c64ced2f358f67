#ifndef REDUCTIONS_H
#define REDUCTIONS_H

#include "generator/split/parts.h"
#include "runtime/device/device_status.h"
#include "runtime/partition/partition.h"

/* The reductions after one kernel of a program. */
struct reductions {
	const struct partition *p;
	const struct built *kernel;
	int number; /* of the kernel */
	int count;
	struct error *error;
};

/* Bytes up to where the next array may begin. */
static inline size_t
aligned_bytes(size_t bytes)
{
	enum { ALIGNMENT = 256 };

	return (bytes + ALIGNMENT - 1)/ALIGNMENT*ALIGNMENT;
}

static inline bool
reduction_failed(const struct reductions *r, int status, const char *doing)
{
	return device_failed(r->p->device, status, doing, r->error);
}

/* The next reduction from a number on, or the number of all stored intermediates. */
static inline int
next_reduction(const struct reductions *r, int number)
{
	const struct program *program = r->p->program;

	while (number < program->kept_count && !(program->kept[number].reduction && program->kept[number].first == r->number))
		number++;
	return number;
}

#define EACH_REDUCTION(r, n) \
	for (int n = next_reduction(r, 0); n < (r)->p->program->kept_count; n = next_reduction(r, n + 1))

/* Where an array of the workspace is on a device. */
static inline char *
stored_at(const struct reductions *r, const struct subdomain *s, int number)
{
	return r->p->kind->reductions->stored(s, r->kernel, number);
}

/* The location of what is reduced: cells on structured grids. */
static inline enum location
reduced_location(const struct kept *kept)
{
	return kept->temp->where.location < LOCATIONS ? kept->temp->where.location : CELL;
}

/* Where a result goes: a field, or a scalar of the workspace. */
static inline void *
result_at(const struct reductions *r, const struct subdomain *s, int number)
{
	const struct program *program = r->p->program;
	const struct kept *result = program->kept[number].result;

	return result->holder ? s->binding->fields[result->holder->index] : stored_at(r, s, (int)(result - program->kept));
}

#endif
