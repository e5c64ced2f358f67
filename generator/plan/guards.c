#include "generator/plan/plan.h"

#include "generator/language/grid_kind.h"

/* A temporary may be made of reads beyond the border of the domain, if all that read it are guarded: then a
 * kernel computes it only where these reads are inside. */

/* How far the last of a thread's points lies towards a side. */
static int
own_cells(enum side side, int points, int rows)
{
	return side == SIDE_EAST ? points - 1 : side == SIDE_SOUTH ? rows - 1 : 0;
}

static int
cells_missing(const struct stencil *stencil, const struct temp *temp, struct offset at, enum side side)
{
	const struct reach *reach = &temp->footprint.relative;
	const int room = extents_at(&stencil->extents, side) - extents_at(&stencil->widening, side);
	const struct reference read = { .temp = temp, .offset = at };
	const int away = reference_cells(&read, side, stencil->half);
	const int cells = reach->any[side] ? reach->cells[side] + away - room : 0;
	/* What has values on the levels of the domain only is made there only. */
	const int past = temp->level_bound && side_axis(side) == 2 ? away : 0;
	const int missing = cells > past ? cells : past;

	return stencil->kind->has_domain && missing > 0 ? missing : 0;
}

void
plan_find_guarded(struct plan *plan, int points, int rows)
{
	for (struct instance *i = plan->instances; i; i = i->next)
		for (struct value *v = i->values; v; v = v->next)
			for (enum side s = 0; s < SIDES; s++) {
				const int missing = cells_missing(plan->stencil, v->temp, v->at, s) - own_cells(s, points, rows);

				v->inside[s] = missing > 0 ? missing : 0;
				plan->sides[s] |= v->inside[s] > 0;
				plan->has_guards |= v->inside[s] > 0;
			}
}

bool
temp_is_guarded(const struct stencil *stencil, const struct temp *temp, struct offset at, int points, int rows)
{
	for (enum side s = 0; s < SIDES; s++)
		if (cells_missing(stencil, temp, at, s) > own_cells(s, points, rows))
			return true;
	return false;
}

bool
plan_guards_first(const struct plan *plan)
{
	const struct extents *extents = &plan->stencil->extents, *reach = &plan->reach;

	for (int a = 0; a < AXES; a++)
		if (reach->low[a] > extents->low[a] || reach->high[a] > extents->high[a])
			return true;
	return false;
}
