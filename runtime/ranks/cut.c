#include "runtime/ranks/cut.h"

#include "generator/variants/defaults.h"

bool
cut_is_none(const struct cut *cut)
{
	return cut->ranks[0]*cut->ranks[1] == 1 && !cut->periodic[0] && !cut->periodic[1];
}

bool
cut_needs_whole(const struct plan *plan)
{
	return plan->program || plan->sides[SIDE_WEST] || plan->sides[SIDE_EAST] || plan->sides[SIDE_NORTH]
		|| plan->sides[SIDE_SOUTH];
}

void
cut_choose(struct cut *cut, const struct problem *problem)
{
	const struct extents *halo = &problem->halo, *reads = &problem->plan->stencil->extents;
	const int count = cut->ranks[0];
	double seam[2], least = -1; /* columns on both sides of a cut across an axis */

	for (int axis = 0; axis < 2; axis++)
		seam[axis] = (double)(reads->low[axis] + reads->high[axis])
			*(problem->size[!axis] - halo->low[!axis] - halo->high[!axis]);
	for (int x = 1; x <= count; x++) {
		const double columns = 2*(x - !cut->periodic[0])*seam[0] + (count/x - !cut->periodic[1])*seam[1];

		if (count % x || (least >= 0 && columns >= least))
			continue;
		least = columns;
		cut->ranks[0] = x;
		cut->ranks[1] = count/x;
	}
}

/* Whether some read goes along both axes of the plane. */
static bool
reads_corners(const struct plan *plan)
{
	for (const struct read *r = plan->reads; r; r = r->next)
		if (r->at.x && r->at.y)
			return true;
	return false;
}

/* Elements of a line of memory, of the smallest real or int type that a field has. */
static int
line_elements(const struct stencil *stencil)
{
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (f->type != TYPE_DOUBLE)
			return USUAL_ALIGNMENT/(int)sizeof (float);
	return USUAL_ALIGNMENT/(int)sizeof (double);
}

struct stencil_rectangles
cut_rectangles(const struct cut *cut, const struct problem *problem, const struct variant *variant)
{
	const struct stencil *stencil = problem->plan->stencil;
	struct variant settled = *variant;
	struct stencil_rectangles parts = { .every = cut->every, .vector = 1, .alignment = line_elements(stencil) };

	tunables_settle(problem->plan, &settled);
	if (accesses[variant->access].tile == TILE_VECTORS)
		parts.vector = tunable_of(TUNABLE_points_per_thread, &settled);
	for (int axis = 0; axis < 2; axis++) {
		/* What is written to files is all of the halo, also where nothing reads it. */
		const struct extents *reads = cut->periodic[axis] ? &stencil->border : &stencil->extents;

		parts.ranks[axis] = cut->ranks[axis];
		parts.periodic[axis] = cut->periodic[axis];
		parts.inner[axis] = problem->size[axis] - problem->halo.low[axis] - problem->halo.high[axis];
		parts.low[axis] = reads->low[axis];
		parts.high[axis] = reads->high[axis];
	}
	parts.corners = reads_corners(problem->plan) || (cut->periodic[0] && cut->periodic[1]);
	return parts;
}

const char *
cut_refusal(struct arena *arena, const struct cut *cut, const struct plan *plan, const struct variant *variant)
{
	const char *option = cut->ranks[0]*cut->ranks[1] > 1 ? "--ranks" : "--periodic";

	if (cut_is_none(cut))
		return NULL;
	if (!storages[variant->storage].regular)
		return arena_printf(arena, "%s is for storage regular, not %s", option, storages[variant->storage].name);
	if (layouts[variant->layout].points)
		return arena_printf(arena, "%s exchanges arrays of one field: it needs --fields soa, not %s", option,
			layouts[variant->layout].name);
	if (variant->tunables[TUNABLE_steps_per_launch] > 1)
		return arena_printf(arena, "%s exchanges halos after each step: it goes with --steps-per-launch 1 only", option);
	if (cut_needs_whole(plan) && (cut->ranks[0]*cut->ranks[1] > 1 || cut->every > 1))
		return arena_printf(arena, plan->program ? "'%s' has several kernels: they run in one part, and exchange halos after"
			" each step, so far" : "'%s' asks how far the sides of the domain are: it runs in one part, and exchanges halos"
			" after each step", plan->stencil->name);
	return NULL;
}

const char *
cut_thinness(struct arena *arena, const struct stencil_rectangles *parts)
{
	for (int axis = 0; axis < 2; axis++) {
		const int width = stencil_part_width(parts, axis), needs = stencil_part_needs(parts, axis);

		if (width >= needs)
			continue;
		if (parts->every == 1)
			return arena_printf(arena, "parts %d %s are thinner than the halo of %d that a step needs: take fewer ranks"
				" in %c", width, axis ? "rows high" : "columns wide", needs, "xy"[axis]);
		return arena_printf(arena, "parts %d %s are thinner than the halo of %d that %d steps need: take fewer ranks in %c,"
			" or --exchange-every 1", width, axis ? "rows high" : "columns wide", needs, parts->every, "xy"[axis]);
	}
	return NULL;
}
