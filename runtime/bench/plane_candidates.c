#include "runtime/bench/plane_candidates.h"

#include "generator/variants/choose.h"

#include <string.h>

/* What stencilrun takes for such a grid; who chooses blocks has no threads in mind that go through columns. */
static const char *
access_of(const struct builder *b, const struct plan *plan, const struct triple *size)
{
	struct choice choice = *b->choice;
	const char *access;

	choice.levels = *b->axes->levels;
	access = b->axes->usual_blocks ? usual_access(plan, &choice, (const int[]){ size->x, size->y, size->z })
		: only_access(plan, choice.target);
	return access ? access : USUAL_ACCESS;
}

static bool
choose_kernels(const struct builder *b, const struct plan *plan, enum type precision, struct kernels *kernels,
	struct error *error)
{
	struct builder own = *b;
	struct choice choice = *b->choice;
	const char *first = access_of(b, plan, b->axes->sizes);

	if (!b->axes->usual_access)
		return builder_choose_kernels(b, plan, precision, kernels, error);
	choice.accesses = first;
	for (int s = 1; s < b->axes->size_count; s++)
		if (!strstr(choice.accesses, access_of(b, plan, &b->axes->sizes[s])))
			choice.accesses = arena_printf(&b->tool->arena, "%s,%s", first, access_of(b, plan, &b->axes->sizes[s]));
	own.choice = &choice;
	return builder_choose_kernels(&own, plan, precision, kernels, error);
}

/* Where no access is named each size has one. */
static bool
has_size(const struct builder *b, const struct candidate *candidate)
{
	return !b->axes->usual_access || !strcmp(accesses[candidate->kernel->variant.access].name,
		access_of(b, candidate->plan, &candidate->size));
}

bool
plane_candidates(struct builder *b, const struct unit *unit, const struct plan *plan, enum type precision,
	struct error *error)
{
	struct kernels kernels = { 0 };
	struct candidate candidate = { .unit = unit, .plan = plan };

	if (!choose_kernels(b, plan, precision, &kernels, error))
		return false;
	builder_build_later(b, unit, &kernels);
	for (int s = 0; s < b->axes->size_count; s++)
		for (int o = 0; o < b->axes->order_count; o++)
			for (int k = 0; k < kernels.count; k++) {
				candidate.size = b->axes->sizes[s];
				candidate.order = b->axes->orders[o];
				candidate.kernel = &kernels.built[k];
				/* A regular grid has one order. */
				if ((!o || !storages[candidate.kernel->variant.storage].regular) && has_size(b, &candidate))
					builder_add_blocks(b, candidate);
			}
	return true;
}
