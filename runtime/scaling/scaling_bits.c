#include "runtime/scaling/scaling_bits.h"

#include <string.h>

enum { WIDTH = 50, HEIGHT = 14, LEVELS = 6 }; /* of a part, at least */

static int
most(int a, int b)
{
	return a > b ? a : b;
}

/* Parts of unequal widths, with interiors. */
static void
small_size(const struct candidate *c, const struct cut *cut, int size[3])
{
	const struct stencil *stencil = c->plan->stencil;
	const int least[2] = { WIDTH, HEIGHT };

	for (int axis = 0; axis < 2; axis++) {
		const int reads = stencil->extents.low[axis] + stencil->extents.high[axis];

		size[axis] = cut->ranks[axis]*most(least[axis], 4*reads*cut->every + 1) + cut->ranks[axis]/2
			+ stencil->border.low[axis] + stencil->border.high[axis];
	}
	size[2] = LEVELS + stencil->border.low[2] + stencil->border.high[2];
}

/* Some steps, and what is handed on then. */
static bool
run_steps(struct scaled *s, struct scaling *scaling, const struct candidate *candidate, const struct cut *cut,
	const int size[3], int steps, char *message, size_t room)
{
	const enum phase phase = cut_is_none(cut) ? PHASE_ALONE : PHASE_OVERLAPPED;

	if (!scaled_open(s, scaling, candidate, cut, size, message, room)
			|| !scaled_start(s, phase, steps, message, room) || !parts_finish(&s->parts, message, room))
		return false;
	for (int i = 0; i < s->handed_count; i++)
		if (!parts_fetch(&s->parts, s->handed[i].in, message, room))
			return false;
	return true;
}

static bool
are_same(const struct scaled *a, const struct scaled *b)
{
	for (int i = 0; i < a->handed_count; i++) {
		const struct field *f = a->handed[i].in;

		if (memcmp(a->problem->fields[f->index], b->problem->fields[f->index],
				problem_elements(a->problem, f)*field_element(f)))
			return false;
	}
	return true;
}

/* Kernels that compute each point by the same instructions. */
static bool
is_plain(const struct candidate *c)
{
	const char *name = accesses[c->kernel->variant.access].name;

	return !strcmp(name, "naive") || !strcmp(name, "idxvar");
}

bool
scaling_bits(struct scaling *scaling, const struct candidate *candidate, const struct cut *cut, enum bits *bits,
	char *message, size_t room)
{
	const struct cut one = { .ranks = { 1, 1 }, .periodic = { cut->periodic[0], cut->periodic[1] }, .every = 1 };
	struct scaled whole, parts = { .problem = NULL };
	const int steps = 2*cut->every + 1;
	int size[3];
	bool good;

	*bits = BITS_UNKNOWN;
	if (scaling->processes.count > 1 || cut_is_none(cut)
			|| (backend_is_gpu(scaling->backend) && !scaling->arguments->exact && !is_plain(candidate)))
		return true;
	small_size(candidate, cut, size);
	good = run_steps(&whole, scaling, candidate, &one, size, steps, message, room)
		&& run_steps(&parts, scaling, candidate, cut, size, steps, message, room);
	if (good)
		*bits = are_same(&whole, &parts) ? BITS_SAME : BITS_DIFFER;
	scaled_close(&parts);
	scaled_close(&whole);
	return good;
}
