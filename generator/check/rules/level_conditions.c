#include "generator/check/checker.h"

/*
 * Conditions on levels that were meant as guards: under them something is read that is missing on the lowest or
 * highest levels, and because of it these levels are not in the domain, though on them the condition may choose
 * something else. That is found by leaving out what the conditions choose.
 */

enum { MOST_CONDITIONS = 200 }; /* that are weighed one by one */

struct weights {
	const struct footprint *all;
	struct footprint needed;      /* whatever the conditions choose */
	struct temp *temps;           /* as they were, by index */
	struct level_condition *conditions;
};

static int
lost(const struct footprint *outputs, enum side side)
{
	const int cells = outputs->absolute.cells[side];

	return cells > 0 ? cells : 0;
}

static void
leave_out(struct level_condition *conditions, bool out)
{
	for (; conditions; conditions = conditions->next)
		conditions->left_out[0] = conditions->left_out[1] = out;
}

/* What is read with all conditions' branches but this one, or with this one only; NULL: with none. */
static struct footprint
weigh(struct checker *c, struct weights *w, struct level_condition *condition, int branch, bool alone)
{
	struct footprint outputs = { 0 };

	leave_out(w->conditions, alone);
	if (condition)
		condition->left_out[branch] = !alone;
	find_extents(c, &outputs);
	leave_out(w->conditions, false);
	for (struct temp *temp = c->stencil->temps; temp; temp = temp->next)
		*temp = w->temps[temp->index];
	return outputs;
}

/* Where both branches of a condition need a level, it does not matter which it chooses. */
static void
add_needed(struct checker *c, struct weights *w, struct level_condition *condition)
{
	const struct footprint then = weigh(c, w, condition, 0, true), otherwise = weigh(c, w, condition, 1, true);

	for (enum side s = SIDE_BELOW; s <= SIDE_ABOVE; s++) {
		const int both = lost(&then, s) < lost(&otherwise, s) ? lost(&then, s) : lost(&otherwise, s);

		if (w->needed.absolute.cells[s] < both)
			w->needed.absolute.cells[s] = both;
	}
}

static bool
assigns_output(const struct stmt *stmt)
{
	if (stmt->kind == STMT_ASSIGN)
		return stmt->u.assign.field || stmt->u.assign.reduction;
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			if (assigns_output(s))
				return true;
	return false;
}

static bool
list_assigns_output(const struct stmt *list)
{
	while (list && !assigns_output(list))
		list = list->next;
	return list != NULL;
}

/* Whether the stencil does nothing but what the condition chooses where it holds, or where it does not: what is lost is
 * then nothing that the other branch would do. */
static bool
is_all(const struct checker *c, const struct level_condition *condition, int branch)
{
	const struct stmt *only = condition->branch;

	if (!only || list_assigns_output(branch ? only->u.branch.then : only->u.branch.otherwise))
		return false;
	for (const struct stmt *s = c->stencil->statements; s; s = s->next)
		if (s != only && assigns_output(s))
			return false;
	for (const struct stmt *s = c->stencil->statements; s; s = s->next)
		if (s == only)
			return true;
	return false;
}

/* How far the read itself goes: a guard at its point has to ask for that many levels. */
static int
levels_of_read(const struct expr *read, enum side side)
{
	if (read->kind == EXPR_TEMP)
		return side_cells(side, read->u.read.offset) + read->u.read.temp->footprint.relative.cells[side];
	return read->kind == EXPR_FIELD ? side_cells(side, read->u.read.offset) : 0;
}

static void
note_lost(const struct checker *c, const struct footprint *outputs, enum side side)
{
	const struct expr *read = outputs->absolute.by[side];
	const char *which = side == SIDE_BELOW ? "lowest" : "highest";
	const int levels = lost(outputs, side), guarded = levels_of_read(read, side);
	const char *what = levels == 1 ? arena_printf(c->arena, "the %s level", which)
		: arena_printf(c->arena, "the %d %s levels", levels, which);

	if (c->kind->has_sides)
		note_at(c->source, read->span, "this removes %s from the domain, even where the condition is false; guard it by a"
			" distance: %s > %d", what, side_names[side], (guarded > levels ? guarded : levels) - 1);
	else
		note_at(c->source, read->span, "this removes %s from the domain, even where the condition is false; use a separate "
			"stencil for this value, with an 'inout' and an 'if' without 'else'", what);
}

/* Warns once, and points to what is read on one side or both. */
static void
check_condition(struct checker *c, struct weights *w, struct level_condition *condition)
{
	const struct footprint *takes[SIDES] = { NULL };
	struct footprint without[2], alone[2];
	bool any = false;

	for (int b = 0; b < 2; b++) {
		without[b] = weigh(c, w, condition, b, false);
		alone[b] = weigh(c, w, condition, b, true);
		for (enum side s = SIDE_BELOW; s <= SIDE_ABOVE && !is_all(c, condition, b); s++) {
			if (condition->reported[s])
				continue;
			if (lost(&without[b], s) < lost(w->all, s))
				takes[s] = w->all;
			else if (!takes[s] && lost(&alone[b], s) > lost(&w->needed, s))
				takes[s] = &alone[b];
			any |= takes[s] != NULL;
		}
	}
	if (!any)
		return;
	warning_at(c->source, condition->condition->span, "this condition on 'level' does not guard what is read under it");
	for (enum side s = SIDE_BELOW; s <= SIDE_ABOVE; s++)
		if (takes[s])
			note_lost(c, takes[s], s);
}

void
check_level_conditions(struct checker *c, const struct footprint *outputs, struct level_condition *conditions)
{
	struct weights w = { .all = outputs, .conditions = conditions };
	int count = 0;

	if (!conditions || c->stencil->has_halo || (!lost(outputs, SIDE_BELOW) && !lost(outputs, SIDE_ABOVE)))
		return;
	w.temps = arena_array(c->arena, struct temp, c->stencil->temp_count + 1);
	for (const struct temp *temp = c->stencil->temps; temp; temp = temp->next)
		w.temps[temp->index] = *temp;
	w.needed = weigh(c, &w, NULL, 0, true);
	for (struct level_condition *k = conditions; k && count < MOST_CONDITIONS; k = k->next, count++)
		add_needed(c, &w, k);
	if (lost(&w.needed, SIDE_BELOW) == lost(outputs, SIDE_BELOW) && lost(&w.needed, SIDE_ABOVE) == lost(outputs, SIDE_ABOVE))
		return;
	count = 0;
	for (struct level_condition *k = conditions; k && count < MOST_CONDITIONS; k = k->next, count++)
		check_condition(c, &w, k);
}
