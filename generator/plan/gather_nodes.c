#include "generator/plan/gatherer.h"

void
report_without_kernel(const struct source *source, struct span span, const char *what)
{
	error_at(source, span, "kernels on meshes cannot have %s yet: compute it in a stencil of its own, and read its output", what);
}

void
gather_fail(struct gatherer *g, struct span span, const char *what)
{
	if (!g->failed)
		report_without_kernel(g->source, span, what);
	g->failed = true;
}

struct scope *
gather_scope(struct gatherer *g, struct scope *outer, int loop, int stage)
{
	struct scope *scope = arena_new(g->arena, struct scope);

	*scope = (struct scope){ .outer = outer, .loop = loop, .stage = stage };
	scope->last = &scope->items;
	return scope;
}

struct item *
gather_add(struct gatherer *g, struct scope *scope, struct stmt *stmt, int stage)
{
	struct item *item = arena_new(g->arena, struct item);

	*item = (struct item){ .stmt = stmt, .stage = stage };
	*scope->last = item;
	scope->last = &item->next;
	return item;
}

struct stmt *
gather_assign(struct gatherer *g, const struct temp *temp, struct expr *value, struct span span)
{
	struct stmt *stmt = arena_new(g->arena, struct stmt);

	stmt->kind = STMT_ASSIGN;
	stmt->span = span;
	stmt->u.assign.name = temp->name;
	stmt->u.assign.name_span = span;
	stmt->u.assign.value = value;
	stmt->u.assign.temp = temp;
	return stmt;
}

struct expr *
gather_new(struct gatherer *g, enum expr_kind kind, enum type type, struct span span)
{
	struct expr *e = arena_new(g->arena, struct expr);

	e->kind = kind;
	e->type = type;
	e->span = e->at = span;
	return e;
}

struct expr *
gather_number(struct gatherer *g, enum type type, const char *text, struct span span)
{
	struct expr *e = gather_new(g, EXPR_NUMBER, type, span);

	e->u.number.text = text;
	return e;
}

struct expr *
gather_binary(struct gatherer *g, enum op op, enum type type, struct expr *left, struct expr *right)
{
	struct expr *e = gather_new(g, EXPR_BINARY, type, left->span);

	e->u.binary.op = op;
	e->u.binary.left = left;
	e->u.binary.right = right;
	return e;
}

struct expr *
gather_read(struct gatherer *g, const struct temp *temp, struct span span)
{
	struct expr *e = gather_new(g, EXPR_TEMP, temp->type, span);

	e->u.read.temp = temp;
	return e;
}

struct expr *
gather_exists(struct gatherer *g, int neighbor, struct span span)
{
	struct expr *exists = gather_new(g, EXPR_EXISTS, TYPE_BOOL, span);

	exists->u.exists.neighbor = g->neighbors->list[neighbor].same;
	return exists;
}

static const struct bound *
find_bound(const struct view *view, const struct binding *binding)
{
	const struct bound *bound = view->bound;

	while (bound->binding != binding)
		bound = bound->next;
	return bound;
}

int
gather_chain(struct gatherer *g, const struct view *view, const struct relation_chain *chain, int slot, int *dz)
{
	int neighbor = view->neighbor;

	*dz = view->dz;
	if (!chain)
		return neighbor;
	if (chain->from) {
		const struct bound *bound = find_bound(view, chain->from);

		neighbor = bound->neighbor;
		*dz = bound->dz;
	}
	for (int i = 0; i < chain->count; i++) {
		const struct chain_step *step = &chain->steps[i];

		neighbor = mesh_neighbors_step(g->neighbors, neighbor, step->relation, step->slot == ALL_SLOTS ? slot : step->slot);
	}
	return neighbor;
}

struct temp *
gather_temp(struct gatherer *g, const char *name, enum type type, struct span span)
{
	struct temp *temp = arena_new(g->arena, struct temp);

	temp->name = name;
	temp->type = type;
	temp->span = span;
	temp->version = 1;
	temp->used = temp->needed = true;
	return temp;
}

void
gather_touch_output(const struct gatherer *g, struct scope *scope)
{
	while (scope->outer)
		scope = scope->outer;
	if (scope->reach < g->floor)
		scope->reach = g->floor;
}

void
gather_touched_output(struct gatherer *g, int stage)
{
	if (g->floor < stage)
		g->floor = stage;
}
