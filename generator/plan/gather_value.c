#include "generator/plan/gatherer.h"

#include <stdlib.h>
#include <string.h>

/* The scope of what is computed at a neighbor. */
static struct scope *
scope_of(const struct gatherer *g, struct scope *scope, int neighbor)
{
	while (scope->loop != g->neighbors->list[neighbor].loop)
		scope = scope->outer;
	return scope;
}

static struct known *
find_known(const struct scope *scope, const struct temp *temp, int neighbor, int dz)
{
	struct known *known = scope->known;

	while (known && (known->temp != temp || known->neighbor != neighbor || known->dz != dz))
		known = known->next;
	return known;
}

static struct known *
add_known(struct gatherer *g, struct scope *scope, const struct temp *temp, int neighbor, int dz, struct temp *value)
{
	struct known *known = arena_new(g->arena, struct known);

	*known = (struct known){ temp, neighbor, dz, value, 0, scope->known };
	return scope->known = known;
}

/* flux_e0; flux_e0a a level above, flux_b a level below the own element. */
static const char *
value_name(const struct gatherer *g, const struct temp *temp, int neighbor, int dz)
{
	const char *where = neighbor == OWN_ELEMENT ? "" : g->neighbors->list[neighbor].name, *level = "";

	for (int i = 0; i < abs(dz) && abs(dz) < 5; i++)
		level = arena_printf(g->arena, "%s%s", level, dz < 0 ? "b" : "a");
	if (abs(dz) > 4)
		level = arena_printf(g->arena, "%s%d", dz < 0 ? "b" : "a", abs(dz));
	return !*where && !*level ? temp->name : arena_printf(g->arena, "%s_%s%s", temp->name, where, level);
}

static struct temp *
new_value(struct gatherer *g, const struct temp *temp, int neighbor, int dz)
{
	struct temp *value = gather_temp(g, value_name(g, temp, neighbor, dz), temp->type, temp->span);

	value->version = temp->version;
	value->uniform = temp->uniform;
	value->range = temp->range;
	value->has_range = temp->has_range;
	return value;
}

/* A value where there may be no element is not computed if there is none. */
static struct expr *
guarded(struct gatherer *g, struct expr *value, int neighbor)
{
	struct expr *select;

	if (!g->neighbors->list[neighbor].may_lack)
		return value;
	if (value->type == TYPE_BOOL)
		return gather_binary(g, OP_AND, TYPE_BOOL, gather_exists(g, neighbor, value->span), value);
	select = gather_new(g, EXPR_SELECT, value->type, value->span);
	select->u.select.condition = gather_exists(g, neighbor, value->span);
	select->u.select.yes = value;
	select->u.select.no = gather_number(g, value->type, "0", value->span);
	return select;
}

static bool
reads_scalar_output(const struct expr *e)
{
	const struct expr *operand;

	if (e->kind == EXPR_FIELD && e->u.read.field->shape == SHAPE_SCALAR)
		return e->u.read.field->role != ROLE_IN;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		if (reads_scalar_output(operand))
			return true;
	return false;
}

bool
gather_is_of_outputs(const struct temp *temp)
{
	return temp->written.read || (temp->stmt->kind == STMT_ASSIGN && reads_scalar_output(temp->stmt->u.assign.value));
}

/* Computes a temporary that one statement assigns. */
static struct known *
define(struct gatherer *g, struct scope *scope, const struct temp *temp, int neighbor, int dz)
{
	const struct stmt *stmt = temp->stmt;
	const int before = g->neighbors->list[neighbor].before;
	const struct bound bound = { stmt->u.assign.slots, neighbor, dz, NULL };
	const struct view view = {
		scope, bound.binding ? before : neighbor, dz, bound.binding ? &bound : NULL,
	};
	const int reach = scope->reach;
	struct temp *value = new_value(g, temp, neighbor, dz);
	struct known *known;
	struct expr *e;

	scope->reach = 0;
	e = guarded(g, g->evaluate(g, &view, stmt->u.assign.value), neighbor);
	known = add_known(g, scope, temp, neighbor, dz, value);
	known->stage = scope->reach;
	gather_add(g, scope, gather_assign(g, value, e, stmt->span), scope->reach);
	if (gather_is_of_outputs(temp))
		gather_touched_output(g, scope->reach);
	scope->reach = reach;
	return known;
}

const struct temp *
gather_value(struct gatherer *g, struct scope *scope, const struct temp *temp, int neighbor, int dz)
{
	struct known *known;

	if (temp->uniform || temp->one_valued)
		neighbor = dz = 0;
	if (!temp->where.relation || temp->uniform)
		neighbor = g->neighbors->list[neighbor].same;
	scope = scope_of(g, scope, neighbor);
	known = find_known(scope, temp, neighbor, dz);
	if (!known && temp->stmt->kind == STMT_ASSIGN)
		known = define(g, scope, temp, neighbor, dz);
	if (!known) {
		gather_if(g, scope, temp->stmt, neighbor, dz);
		known = find_known(scope, temp, neighbor, dz);
	}
	if (!known)
		return NULL;
	if (scope->reach < known->stage)
		scope->reach = known->stage;
	return known->value;
}

/* Gives each temporary that a list of statements assigns a value of its own. */
static void
add_targets(struct gatherer *g, struct scope *scope, const struct stmt *stmt, int neighbor, int dz)
{
	for (; stmt; stmt = stmt->next) {
		const struct temp *temp = stmt->kind == STMT_ASSIGN ? stmt->u.assign.temp : NULL;

		if (stmt->kind == STMT_IF) {
			add_targets(g, scope, stmt->u.branch.then, neighbor, dz);
			add_targets(g, scope, stmt->u.branch.otherwise, neighbor, dz);
		} else if (temp && !find_known(scope, temp, neighbor, dz)) {
			struct temp *value = new_value(g, temp, neighbor, dz);

			if (temp->prior)
				value->prior = gather_value(g, scope, temp->prior, neighbor, dz);
			add_known(g, scope, temp, neighbor, dz, value);
		}
	}
}

static struct stmt *gather_list(struct gatherer *g, const struct view *view, const struct stmt *stmt);

/* A branch, at the neighbor of the view. */
static struct stmt *
branch(struct gatherer *g, const struct view *view, const struct stmt *stmt)
{
	struct stmt *copy = arena_new(g->arena, struct stmt);

	*copy = *stmt;
	copy->next = NULL;
	copy->u.branch.condition = g->evaluate(g, view, stmt->u.branch.condition);
	copy->u.branch.then = gather_list(g, view, stmt->u.branch.then);
	copy->u.branch.otherwise = gather_list(g, view, stmt->u.branch.otherwise);
	return copy;
}

static struct stmt *
gather_list(struct gatherer *g, const struct view *view, const struct stmt *stmt)
{
	struct stmt *first = NULL, **last = &first;

	for (; stmt; stmt = stmt->next) {
		if (stmt->kind == STMT_IF) {
			*last = branch(g, view, stmt);
		} else if (stmt->u.assign.temp) {
			const struct known *known = find_known(view->scope, stmt->u.assign.temp, view->neighbor, view->dz);

			*last = gather_assign(g, known->value, g->evaluate(g, view, stmt->u.assign.value), stmt->span);
		} else if (view->neighbor == OWN_ELEMENT && !view->dz) { /* an output is of the own element */
			*last = arena_new(g->arena, struct stmt);
			**last = *stmt;
			(*last)->next = NULL;
			(*last)->u.assign.value = g->evaluate(g, view, stmt->u.assign.value);
		} else {
			continue;
		}
		last = &(*last)->next;
	}
	return first;
}

/* The stage of all that an if statement assigns. */
static void
set_stage(const struct gatherer *g, struct scope *scope, const struct stmt *stmt, int neighbor, int dz, int stage)
{
	for (; stmt; stmt = stmt->next)
		if (stmt->kind == STMT_IF) {
			set_stage(g, scope, stmt->u.branch.then, neighbor, dz, stage);
			set_stage(g, scope, stmt->u.branch.otherwise, neighbor, dz, stage);
		} else if (stmt->u.assign.temp) {
			find_known(scope, stmt->u.assign.temp, neighbor, dz)->stage = stage;
		}
}

static bool
writes(const struct stmt *stmt)
{
	for (; stmt; stmt = stmt->next)
		if (stmt->kind == STMT_ASSIGN ? stmt->u.assign.field != NULL
				: writes(stmt->u.branch.then) || writes(stmt->u.branch.otherwise))
			return true;
	return false;
}

/* Whether an if statement writes an output, or a temporary of it is made of one. */
static bool
touches_output(const struct gatherer *g, const struct stmt *stmt)
{
	for (const struct temp *t = g->stencil->temps; t; t = t->next)
		if (t->stmt == stmt && t->written.read)
			return true;
	return writes(stmt->u.branch.then) || writes(stmt->u.branch.otherwise);
}

void
gather_if(struct gatherer *g, struct scope *scope, const struct stmt *stmt, int neighbor, int dz)
{
	const struct view view = { scope, neighbor, dz, NULL };
	const int reach = scope->reach;
	const bool touches = touches_output(g, stmt);
	struct stmt *copy;

	if (g->neighbors->list[neighbor].may_lack) {
		gather_fail(g, stmt->span, "an if statement at a neighbor that may be missing");
		return;
	}
	scope->reach = 0;
	if (touches)
		gather_touch_output(g, scope);
	add_targets(g, scope, stmt->u.branch.then, neighbor, dz);
	add_targets(g, scope, stmt->u.branch.otherwise, neighbor, dz);
	copy = branch(g, &view, stmt);
	set_stage(g, scope, stmt->u.branch.then, neighbor, dz, scope->reach);
	set_stage(g, scope, stmt->u.branch.otherwise, neighbor, dz, scope->reach);
	gather_add(g, scope, copy, scope->reach);
	if (touches)
		gather_touched_output(g, scope->reach);
	scope->reach = reach;
}
