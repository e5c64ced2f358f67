#include "generator/plan/gatherer.h"

/* The statements of a scope in order. */
static struct stmt *
in_order(const struct scope *scope)
{
	struct stmt *first = NULL, **last = &first;
	int stages = 0;

	for (const struct item *item = scope->items; item; item = item->next)
		stages = item->stage > stages ? item->stage : stages;
	for (int stage = 0; stage <= stages; stage++)
		for (int loops = 0; loops < 2; loops++)
			for (const struct item *item = scope->items; item; item = item->next) {
				if (item->stage != stage || (item->loop != NULL) != loops)
					continue;
				if (item->loop)
					item->stmt->u.branch.then = in_order(item->loop);
				*last = item->stmt;
				last = &item->stmt->next;
			}
	return first;
}

static void
gather_output(struct gatherer *g, struct scope *scope, const struct stmt *stmt)
{
	const struct view view = { scope, OWN_ELEMENT, 0, NULL };
	struct stmt *copy = arena_new(g->arena, struct stmt);

	*copy = *stmt;
	copy->next = NULL;
	scope->reach = 0;
	gather_touch_output(g, scope);
	copy->u.assign.value = gather_expr(g, &view, stmt->u.assign.value);
	gather_add(g, scope, copy, scope->reach);
	gather_touched_output(g, scope->reach);
}

static bool
assigns_output(const struct stmt *stmt)
{
	bool found = false;

	if (stmt->kind == STMT_ASSIGN)
		return stmt->u.assign.field != NULL;
	for (const struct stmt *s = stmt->u.branch.then; s; s = s->next)
		found = found || assigns_output(s);
	for (const struct stmt *s = stmt->u.branch.otherwise; s; s = s->next)
		found = found || assigns_output(s);
	return found;
}

/* Whether the if statement is there already: another statement needed what it assigns. */
static bool
is_gathered(const struct scope *scope, const struct stmt *stmt)
{
	for (const struct item *item = scope->items; item; item = item->next)
		if (item->stmt->kind == STMT_IF && !item->loop && item->stmt->span.start == stmt->span.start)
			return true;
	return false;
}

/* Adds the temporaries that a top-level statement assigns to the stencil, once each. */
static void
list_temps(struct stencil *stencil, struct temp ***last, const struct stmt *top, const struct stmt *stmt)
{
	for (; stmt; stmt = stmt == top ? NULL : stmt->next) {
		struct temp *temp;

		if (stmt->kind != STMT_ASSIGN) {
			list_temps(stencil, last, top, stmt->u.branch.then);
			list_temps(stencil, last, top, stmt->u.branch.otherwise);
			continue;
		}
		temp = (struct temp *)stmt->u.assign.temp;
		if (!temp || temp->stmt)
			continue;
		temp->stmt = top;
		temp->index = stencil->temp_count++;
		**last = temp;
		*last = &temp->next;
	}
}

/* Computes the temporaries of a statement that are made of outputs, before other statements change these. */
static void
gather_outputs_read(struct gatherer *g, struct scope *body, const struct stmt *stmt)
{
	for (const struct temp *t = g->stencil->temps; t; t = t->next)
		if (t->stmt == stmt && t->used && gather_is_of_outputs(t)) {
			body->reach = 0;
			gather_value(g, body, t, OWN_ELEMENT, 0);
		}
}

/* Gathers what the outputs need. */
static void
gather_outputs(struct gatherer *g, struct scope *body)
{
	for (const struct stmt *s = g->stencil->statements; s; s = s->next) {
		gather_outputs_read(g, body, s);
		if (!assigns_output(s))
			continue;
		if (s->kind == STMT_ASSIGN)
			gather_output(g, body, s);
		else if (!is_gathered(body, s))
			gather_if(g, body, s, OWN_ELEMENT, 0);
	}
}

const struct stencil *
gather_stencil(struct arena *arena, const struct source *source, const struct stencil *stencil, struct mesh_neighbors *neighbors)
{
	struct gatherer g = {
		.arena = arena, .source = source, .stencil = stencil, .neighbors = neighbors, .evaluate = gather_expr,
	};
	struct stencil *gathered = arena_new(arena, struct stencil);
	struct scope *body = gather_scope(&g, NULL, OWN_ELEMENT, 0);
	struct temp **last = &gathered->temps;

	gather_outputs(&g, body);
	*gathered = *stencil;
	gathered->statements = in_order(body);
	gathered->temps = NULL;
	gathered->temp_count = 0;
	for (const struct stmt *s = gathered->statements; s; s = s->next)
		list_temps(gathered, &last, s, s);
	return g.failed ? NULL : gathered;
}
