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
small_size(const struct candidate *c, const struct decomposition *decomposition, int size[3])
{
	const struct stencil *stencil = c->plan->stencil;
	const int least[2] = { WIDTH, HEIGHT };

	for (int axis = 0; axis < 2; axis++) {
		const int reads = stencil->extents.low[axis] + stencil->extents.high[axis];

		size[axis] = decomposition->ranks[axis]*most(least[axis], 4*reads*decomposition->every + 1)
			+ decomposition->ranks[axis]/2
			+ stencil->border.low[axis] + stencil->border.high[axis];
	}
	size[2] = LEVELS + stencil->border.low[2] + stencil->border.high[2];
}

/* What steps make: what is carried, and what is updated in place. */
static bool
is_result(const struct scaled *s, const struct field *field)
{
	for (int i = 0; i < s->carried_count; i++)
		if (s->carried[i].in == field)
			return true;
	return field->role == ROLE_INOUT;
}

/* Some steps, the last of which may be those of a graph, and what they make. */
static bool
run_steps(struct scaled *s, struct scaling *scaling, const struct candidate *candidate, const struct decomposition *decomposition,
	const int size[3], int steps, bool replays, struct error *error)
{
	const enum phase phase = decomposition_is_none(decomposition) ? PHASE_ALONE : PHASE_OVERLAPPED;

	if (!scaled_open(s, scaling, candidate, decomposition, size, error)
			|| (replays && !scaled_capture(s, phase, error))
			|| !scaled_start(s, phase, steps, error) || !local_streams_finish(&s->parts.streams, error))
		return false;
	for (const struct field *f = plan_checked(candidate->plan)->fields; f; f = f->next)
		if (is_result(s, f) && !partition_fetch(&s->parts, f, error))
			return false;
	return true;
}

static bool
is_same_on_mesh(const struct mesh_problem *a, const struct mesh_problem *b, const struct field *f)
{
	return !memcmp(a->fields[f->index], b->fields[f->index], mesh_problem_elements(a, f)*field_element(f));
}

/* Whether a field is the same in the domain: halos beside it may be filled later. */
static bool
is_same(const struct problem *a, const struct problem *b, const struct field *f)
{
	const struct extents *halo = &a->halo;
	const size_t element = field_element(f), row = (size_t)(a->size[0] - halo->low[0] - halo->high[0])*element;
	const int levels = shapes[f->shape].axes[2] ? a->size[2] + f->where.half : 1;

	for (int z = 0; z < levels; z++)
		for (int y = halo->low[1]; y < a->size[1] - halo->high[1]; y++) {
			const size_t at = (((size_t)z*(size_t)a->size[1] + (size_t)y)*(size_t)a->size[0] + (size_t)halo->low[0])*element;

			if (memcmp((const char *)a->fields[f->index] + at, (const char *)b->fields[f->index] + at, row))
				return false;
		}
	return true;
}

static bool
are_same(const struct scaled *a, const struct scaled *b)
{
	for (const struct field *f = plan_checked(a->candidate->plan)->fields; f; f = f->next)
		if (is_result(a, f) && shapes[f->shape].axes[0]
				&& !(a->mesh ? is_same_on_mesh(a->mesh, b->mesh, f) : is_same(a->problem, b->problem, f)))
			return false;
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
scaling_bits(struct scaling *scaling, const struct candidate *candidate, const struct decomposition *decomposition, enum bits *bits,
	struct error *error)
{
	const struct decomposition one = { .ranks = { 1, 1 }, .periodic = { decomposition->periodic[0],
		decomposition->periodic[1] }, .every = 1,
		.reach = decomposition->reach };
	struct scaled whole, parts = { .scaling = scaling };
	const bool replays = scaling->arguments->graph;
	int size[3], steps = 2*decomposition->every + 1, all = steps;
	bool good;

	*bits = BITS_UNKNOWN;
	if (scaling->processes.count > 1 || decomposition_is_none(decomposition)
			|| (backend_is_gpu(scaling->backend) && !scaling->arguments->exact && !is_plain(candidate)))
		return true;
	if (scaled_is_on_mesh(candidate))
		memcpy(size, (const int[]){ candidate->size.x, candidate->size.y, candidate->size.z }, sizeof size);
	else
		small_size(candidate, decomposition, size);
	if (replays) {
		steps = step_graph_steps(decomposition->every, 2);
		all = 2*steps;
	}
	good = run_steps(&whole, scaling, candidate, &one, size, all, false, error)
		&& run_steps(&parts, scaling, candidate, decomposition, size, steps, replays, error);
	if (good)
		*bits = are_same(&whole, &parts) ? BITS_SAME : BITS_DIFFER;
	scaled_close(&parts);
	scaled_close(&whole);
	return good;
}
