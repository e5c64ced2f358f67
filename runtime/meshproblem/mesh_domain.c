#include "runtime/meshproblem/mesh_problem.h"

/* The entry of a relation's table. */
static int
entry(const struct mesh_problem *p, const struct spot *spot, int element, int slot)
{
	const struct mesh_table *table = &p->tables[spot->relation->index];

	return table->at[(size_t)element*(size_t)table->slots + (size_t)slot];
}

static bool has_all(const struct mesh_problem *p, int spot, int element);

/* The same for one turn of a loop, if all of its neighbours exist. */
static bool
turn_has_all(const struct mesh_problem *p, int loop, int element, int slot)
{
	const struct spot *list = p->plan->spots->list;

	for (int s = loop; s; s = list[s].with)
		if (entry(p, &list[s], element, slot) < 0)
			return true;
	for (int s = loop; s; s = list[s].with)
		if (!has_all(p, s, entry(p, &list[s], element, slot)))
			return false;
	return true;
}

static bool
loop_has_all(const struct mesh_problem *p, int loop, int element)
{
	const struct spot *list = p->plan->spots->list;
	int slots = p->tables[list[loop].relation->index].slots;

	for (int s = list[loop].with; s; s = list[s].with)
		if (p->tables[list[s].relation->index].slots < slots)
			slots = p->tables[list[s].relation->index].slots;
	for (int slot = 0; slot < slots; slot++)
		if (!turn_has_all(p, loop, element, slot))
			return false;
	return true;
}

/* Whether what is read from a spot on exists, where an element is at it. */
static bool
has_all(const struct mesh_problem *p, int spot, int element)
{
	const struct spots *spots = p->plan->spots;

	for (int s = 1; s < spots->count; s++) {
		const struct spot *next = &spots->list[s];
		int there;

		if (next->before != spot || next->same != s || !p->lookups.spots[s])
			continue;
		if (next->slot == ALL_SLOTS) {
			if (next->loop == s && !loop_has_all(p, s, element))
				return false;
			continue;
		}
		there = entry(p, next, element, next->slot);
		if (there < 0 ? next->relation->degree.kind == DEGREE_EXACT : !has_all(p, s, there))
			return false;
	}
	return true;
}

static bool
is_in_zones(const struct mesh_problem *p, int element)
{
	const int *rows = p->mesh->row[p->stencil->location];
	const int row = rows && rows[element] > 0 ? rows[element] : INNER;

	return !p->stencil->has_zones || (p->stencil->zones[0] <= row && row <= p->stencil->zones[1]);
}

/* Levels below 0 and from the highest of a field on are not there to be read. */
static void
find_levels(struct mesh_problem *p)
{
	p->bottom = p->lookups.below;
	p->top = MAX_LEVELS;
	for (const struct read *r = p->plan->reads; r; r = r->next) {
		const int top = p->levels[r->field->index] - r->at.z;

		if (r->field->shape != SHAPE_COLUMN && top < p->top)
			p->top = top;
	}
	for (const struct field *f = p->stencil->fields; f; f = f->next)
		if (f->role != ROLE_IN && p->levels[f->index] < p->top)
			p->top = p->levels[f->index];
}

bool
mesh_problem_find_domain(struct mesh_problem *p, struct findings *findings)
{
	const int count = p->mesh->count[p->stencil->location];

	find_levels(p);
	if (p->top <= p->bottom)
		return findings_fail(findings, EXIT_ERRORS, "no level has all that '%s' reads below and above it", p->stencil->name);
	p->updated = 0;
	for (int e = 0; e < count; e++) {
		p->inside[e] = is_in_zones(p, e) && has_all(p, OWN_SPOT, e);
		p->updated += p->inside[e];
	}
	return p->updated || findings_fail(findings, EXIT_ERRORS, "no %s of the mesh has all neighbours that '%s' reads",
		location_names[p->stencil->location], p->stencil->name);
}
