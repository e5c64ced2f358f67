#include "runtime/partition/decomposition.h"

#include "generator/variants/defaults.h"

bool
decomposition_is_none(const struct decomposition *decomposition)
{
	return decomposition->ranks[0]*decomposition->ranks[1] == 1 && !decomposition->periodic[0] && !decomposition->periodic[1];
}

void
decomposition_find_reach(struct arena *arena, struct decomposition *decomposition, const struct plan *plan)
{
	if (decomposition->exchanges_within)
		decomposition->inside = program_exchange_rows(arena, plan);
	decomposition->reach = program_reach_between(arena, plan, &decomposition->inside);
}

/* Whether a stencil asks how far the sides of the domain along an axis are. */
static bool
uses_sides(const struct plan *plan, int axis)
{
	return plan->sides[axis ? SIDE_NORTH : SIDE_WEST] || plan->sides[axis ? SIDE_SOUTH : SIDE_EAST];
}

struct extents
decomposition_reads(const struct decomposition *decomposition, const struct plan *plan)
{
	struct extents reads = plan->stencil->extents;

	if (decomposition->reach)
		return decomposition->reach->halo;
	for (int a = 0; a < 2; a++) {
		reads.low[a] = plan->reach.low[a] > reads.low[a] ? plan->reach.low[a] : reads.low[a];
		reads.high[a] = plan->reach.high[a] > reads.high[a] ? plan->reach.high[a] : reads.high[a];
	}
	return reads;
}

void
decomposition_choose(struct decomposition *decomposition, const struct problem *problem)
{
	const struct extents *halo = &problem->halo, reads = decomposition_reads(decomposition, problem->plan);
	const int count = decomposition->ranks[0];
	double seam[2], least = -1; /* columns on both sides of a boundary across an axis */

	for (int axis = 0; axis < 2; axis++)
		seam[axis] = (double)(reads.low[axis] + reads.high[axis])
			*(problem->size[!axis] - halo->low[!axis] - halo->high[!axis]);
	for (int x = 1; x <= count; x++) {
		const int y = count/x;
		const double columns = 2*(x - !decomposition->periodic[0])*seam[0] + (y - !decomposition->periodic[1])*seam[1];

		if (count % x || (least >= 0 && columns >= least))
			continue;
		least = columns;
		decomposition->ranks[0] = x;
		decomposition->ranks[1] = count/x;
	}
}

/* Whether halos between parts along an axis are periodic by the fields' own rules, which fill them in one part. */
bool
decomposition_has_period(const struct decomposition *decomposition, int axis)
{
	return decomposition->reach && decomposition->reach->periodic[axis] && decomposition->ranks[axis] > 1;
}

/* Whether some read goes along both axes of the plane. */
static bool
reads_corners(const struct plan *plan)
{
	for (const struct reference *r = plan_first_read(plan); r; r = plan_next_read(plan, r))
		if (r->offset.x && r->offset.y)
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
decomposition_rectangles(const struct decomposition *decomposition, const struct problem *problem, const struct variant *variant)
{
	const struct stencil *stencil = problem->plan->stencil;
	struct stencil_rectangles parts = { .every = decomposition->every, .vector = variant_vector_points(problem->plan, variant),
		.alignment = line_elements(stencil) };

	for (int axis = 0; axis < 2; axis++) {
		/* What is written to files is all of the halo, also where nothing reads it. */
		const struct extents reads = decomposition_reads(decomposition, problem->plan), *border = &stencil->border;

		parts.ranks[axis] = decomposition->ranks[axis];
		parts.periodic[axis] = decomposition->periodic[axis] || decomposition_has_period(decomposition, axis);
		parts.inner[axis] = problem->size[axis] - problem->halo.low[axis] - problem->halo.high[axis];
		parts.low[axis] = decomposition->periodic[axis] && border->low[axis] > reads.low[axis] ? border->low[axis]
			: reads.low[axis];
		parts.high[axis] = decomposition->periodic[axis] && border->high[axis] > reads.high[axis] ? border->high[axis]
			: reads.high[axis];
	}
	parts.corners = decomposition->reach || reads_corners(problem->plan)
		|| (decomposition->periodic[0] && decomposition->periodic[1]);
	return parts;
}

bool
decomposition_goes_beyond(const struct decomposition *decomposition)
{
	return decomposition->reach && decomposition->ranks[0]*decomposition->ranks[1] > 1;
}

bool
decomposition_verifies_whole(const struct decomposition *decomposition, const struct plan *plan)
{
	bool whole = decomposition->reach && decomposition->reach->sums;

	for (int axis = 0; axis < 2; axis++)
		whole |= decomposition->periodic[axis] && (decomposition->reach || uses_sides(plan, axis));
	return whole;
}

int
decomposition_region(const struct decomposition *decomposition, const struct stencil_rectangles *parts, int axis, int side)
{
	const struct extents *region = &decomposition->reach->region;
	const int cells = side < 0 ? region->low[axis] : region->high[axis], vector = axis ? 1 : parts->vector;

	return (cells + vector - 1)/vector*vector;
}

int
decomposition_margin(const struct decomposition *decomposition, const struct stencil_rectangles *parts, const struct plan *plan,
	int axis, int side)
{
	const struct extents *border = &plan->stencil->border, *reads = &decomposition->reach->reads;
	const int has = side < 0 ? border->low[axis] : border->high[axis];
	const int wants = side < 0 ? reads->low[axis] : reads->high[axis];
	const int needed = decomposition_region(decomposition, parts, axis, side) + (wants > has ? wants : has);
	const int halo = stencil_halo(parts, axis, side)/parts->every;

	return needed > halo ? needed - halo : 0;
}

/* Copies beyond a side would take themselves to lie beyond it. */
static const char *
sides_refusal(struct arena *arena, const struct decomposition *decomposition, const struct plan *plan)
{
	for (int axis = 0; axis < 2; axis++)
		if (uses_sides(plan, axis) && ((decomposition->periodic[axis] && decomposition->every > 1)
				|| decomposition_has_period(decomposition, axis)))
			return arena_printf(arena, "'%s' reads distances to the domain's sides along %c, where it is periodic: it runs in one "
				"subdomain, and exchanges halos after each step", plan->stencil->name, "xy"[axis]);
	return NULL;
}

/* Within a step halos beyond a side are what the last one left: if they are read behind what is assigned, they last for one. */
static const char *
period_refusal(struct arena *arena, const struct decomposition *decomposition, const struct plan *plan)
{
	for (int axis = 0; axis < 2; axis++) {
		const struct field *stale = decomposition->reach->stale[axis];

		if (decomposition->periodic[axis] && decomposition->every > 1 && stale)
			return arena_printf(arena, "'%s' reads '%s' beside its points after it was assigned or filled in the same step: with --periodic"
				" %c halos are exchanged after each step", plan->stencil->name, stale->name, "xy"[axis]);
		if (decomposition->periodic[axis] && decomposition_has_period(decomposition, axis))
			return arena_printf(arena, "'%s' has fields that are declared periodic along %c, which is decomposed: leave out"
				" --periodic %c", plan->stencil->name, "xy"[axis], "xy"[axis]);
	}
	return NULL;
}

/* What of a program cannot be done in parts. */
static const char *
program_refusal(struct arena *arena, const struct decomposition *decomposition, const struct plan *plan)
{
	const struct program_reach *reach = decomposition->reach;
	const char *name = plan->stencil->name, *why = period_refusal(arena, decomposition, plan);

	for (int axis = 0; axis < 2; axis++)
		if (decomposition->ranks[axis] > 1 && reach->fixed[axis])
			return arena_printf(arena, "'%s' reads '%s' at offsets, where other fields are periodic: it runs in one "
				"subdomain along %c", name, reach->fixed[axis]->name, "xy"[axis]);
	for (const struct field *f = plan->stencil->fields; f && !why; f = f->next)
		for (int axis = 0; axis < 2; axis++)
			if (decomposition->ranks[axis] > 1 && f->edges[axis].kind == EDGE_PERIODIC
					&& reach->sources[f->index] == HALO_WITHIN)
				return arena_printf(arena, "'%s' assigns '%s' before and after the kernel that its halo is filled for: it runs "
					"in one subdomain along %c", name, f->name, "xy"[axis]);
	return why;
}

/* Beyond a periodic side a step reads what the last one left there. Messages between its kernels would bring new values. */
static const char *
rows_refusal(struct arena *arena, const struct decomposition *decomposition, const struct plan *plan)
{
	for (int axis = 0; axis < 2; axis++)
		if (decomposition->periodic[axis] && decomposition->inside.count)
			return arena_printf(arena, "'%s' exchanges halos before kernel %d: with --periodic %c halos are exchanged after each step only",
				plan->stencil->name, decomposition->inside.items->before, "xy"[axis]);
	return NULL;
}

/* Launches of several steps end with a group of steps. */
static const char *
launches_refusal(struct arena *arena, const struct decomposition *decomposition, const struct variant *variant)
{
	const int steps = variant->tunables[TUNABLE_steps_per_launch], every = decomposition->every;

	if (steps < 2 || every % steps == 0)
		return NULL;
	return every == 1 ? arena_printf(arena, "halos are exchanged after each step, and a launch computes %d: give --exchange-every %d, or"
			" use --steps-per-launch 1", steps, steps)
		: arena_printf(arena, "--exchange-every %d is no multiple of --steps-per-launch %d", every, steps);
}

const char *
decomposition_refusal(struct arena *arena, const struct decomposition *decomposition, const struct plan *plan,
	const struct variant *variant)
{
	const bool several = decomposition->ranks[0]*decomposition->ranks[1] > 1;
	const char *option = several ? "--ranks" : "--periodic", *why;

	if (decomposition_is_none(decomposition))
		return NULL;
	if (storages[variant->storage].constant && several)
		return arena_printf(arena, "%s gives each subdomain a table of its own, but constant memory holds one: use another storage than %s",
			option, storages[variant->storage].name);
	if (!storages[variant->storage].regular && several && decomposition->reach && decomposition->reach->sums)
		return arena_printf(arena, "'%s' has reductions: %s is for storage regular then, not %s", plan->stencil->name, option,
			storages[variant->storage].name);
	if (layouts[variant->layout].points)
		return arena_printf(arena, "%s exchanges arrays of one field: it needs --fields soa, not %s", option,
			layouts[variant->layout].name);
	why = launches_refusal(arena, decomposition, variant);
	if (why)
		return why;
	if (plan->program && !several && decomposition->every > 1)
		return arena_printf(arena, "'%s' has several kernels: in one subdomain their halos are exchanged after each step",
			plan->stencil->name);
	why = rows_refusal(arena, decomposition, plan);
	if (!why && plan->program && several)
		why = program_refusal(arena, decomposition, plan);
	return why || !(several || decomposition->every > 1) ? why : sides_refusal(arena, decomposition, plan);
}

const char *
decomposition_refuses_swap(struct arena *arena, const struct decomposition *decomposition, const struct field *updated,
	const struct field *as)
{
	const struct program_reach *reach = decomposition->reach;

	if (decomposition->ranks[0]*decomposition->ranks[1] == 1 || !reach || !reach->sources[updated->index]
			|| !reach->fields[as->index])
		return NULL;
	return arena_printf(arena, "a step fills the halo of '%s', which the next one reads as '%s': it runs in one subdomain",
		updated->name, as->name);
}

bool
decomposition_updates_around(const struct decomposition *decomposition, const struct field *field)
{
	const bool periodic = decomposition->periodic[0] || decomposition->periodic[1];

	return field->role == ROLE_INOUT && (decomposition->every > 1 || (decomposition->reach
		&& (periodic || decomposition->reach->fields[field->index])));
}

bool
decomposition_exchanges(const struct decomposition *decomposition, const struct stencil *stencil, const struct field *field,
	bool carried)
{
	const enum location location = field->where.location;

	return shapes[field->shape].axes[0] && (location == LOCATIONS || stencil->outputs_on[location])
		&& (decomposition_updates_around(decomposition, field)
			|| (carried && (decomposition->every > 1 || field->role != ROLE_IN)));
}

const char *
decomposition_thinness(struct arena *arena, const struct stencil_rectangles *parts, const struct stencil *stencil)
{
	for (int axis = 0; axis < 2; axis++) {
		const int width = stencil_part_width(parts, axis), needs = stencil_part_needs(parts, axis);
		const int least = stencil->least[axis];
		const char *are = axis ? "rows high" : "columns wide";

		if (width < least)
			return arena_printf(arena, "subdomains %d %s are narrower than the %d of a domain that '%s' needs: use fewer "
				"ranks in %c", width, are, least, stencil->name, "xy"[axis]);
		if (width >= needs)
			continue;
		if (parts->every == 1)
			return arena_printf(arena, "subdomains %d %s are narrower than the halo of %d that a step needs: use fewer ranks "
				"in %c", width, are, needs, "xy"[axis]);
		return arena_printf(arena, "subdomains %d %s are narrower than the halo of %d that %d steps need: use fewer ranks in %c,"
			" or --exchange-every 1", width, are, needs, parts->every, "xy"[axis]);
	}
	return NULL;
}
