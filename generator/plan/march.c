#include "generator/plan/plan.h"
#include "generator/language/offset.h"

#include <limits.h>

/* Walks through the instances in their order. */
struct march {
	const struct plan *plan;
	struct instance *current;
};

static void
reach(struct march *m, int x)
{
	if (m->current->east < x)
		m->current->east = x;
}

static const struct value *
value_read(const struct march *m, const struct expr *e)
{
	if (e->kind != EXPR_TEMP || e->u.read.temp->uniform)
		return NULL;
	return plan_value(m->plan, e->u.read.temp, offset_add(m->current->at, e->u.read.offset));
}

static void
reach_read(void *march, const struct expr *e)
{
	struct march *m = march;
	const struct value *value = value_read(m, e);

	if (value)
		reach(m, value->variable->east);
	if (e->kind != EXPR_FIELD)
		return;
	if (e->u.read.field->shape == SHAPE_POINT)
		reach(m, m->current->at.x + e->u.read.offset.x);
	m->current->touches |= e->u.read.field->role != ROLE_IN;
}

/* The variable that an if statement updates, or that its own begins with. */
static const struct value *
value_before(const struct plan *plan, const struct value *value)
{
	const struct temp *prior = value->temp->prior;

	return !prior || prior->uniform ? NULL : plan_value(plan, prior, value->at)->variable;
}

/* What updates a variable comes after all that read it. */
static void
keep(const struct march *m, const struct value *value)
{
	if (value && value->variable->east < m->current->east)
		value->variable->east = m->current->east;
}

static void
keep_for_reader(void *march, const struct expr *e)
{
	keep(march, value_read(march, e));
}

/* What reads and assigns the same point of a field that is assigned keeps its order. */
static void
reach_touched(struct march *m)
{
	if (!m->current->touches)
		return;
	for (const struct instance *i = m->plan->instances; i != m->current; i = i->next)
		if (i->touches && offset_equal(i->at, m->current->at))
			reach(m, i->east);
}

static void
find_reach(struct march *m, struct instance *instance)
{
	m->current = instance;
	instance->east = instance->at.x;
	instance->touches = instance->root;
	plan_walk(instance, reach_read, m);
	reach_touched(m);
	for (const struct value *v = instance->values; v; v = v->next) {
		const struct value *before = value_before(m->plan, v);

		if (before)
			reach(m, before->east);
	}
	for (const struct value *v = instance->values; v; v = v->next)
		if (v->variable->east < instance->east)
			v->variable->east = instance->east;
	for (const struct value *v = instance->values; v; v = v->next)
		keep(m, value_before(m->plan, v));
	plan_walk(instance, keep_for_reader, m);
}

void
plan_march_east(struct plan *plan)
{
	struct march m = { .plan = plan };
	struct instance *sorted = NULL;

	for (struct instance *i = plan->instances; i; i = i->next)
		for (struct value *v = i->values; v; v = v->next)
			v->east = INT_MIN;
	for (struct instance *i = plan->instances; i; i = i->next)
		find_reach(&m, i);
	for (struct instance *i = plan->instances, *next; i; i = next) {
		struct instance **where = &sorted;

		next = i->next;
		while (*where && (*where)->east <= i->east)
			where = &(*where)->next;
		i->next = *where;
		*where = i;
	}
	plan->instances = sorted;
}
