#include "generator/plan/gatherer.h"

enum { MOST_BINDINGS = 8 };

/* A reduction: over bindings, whose relations begin at neighbors. */
struct reduced {
	const struct binding *bindings;
	int before[MOST_BINDINGS], dz[MOST_BINDINGS], count;
	const struct degree *degree;
	enum reduction reduction;
	const struct expr *body; /* NULL: it counts */
	enum type type;
	struct span span;
};

/* Finds where the relations begin. */
static bool
begin(struct gatherer *g, const struct view *view, struct reduced *r)
{
	for (const struct binding *b = r->bindings; b; b = b->next) {
		struct relation_chain before = *b->chain;
		int neighbor;

		if (r->count == MOST_BINDINGS) {
			gather_fail(g, r->span, "so many bound names in a reduction");
			return false;
		}
		before.count--;
		neighbor = gather_chain(g, view, &before, 0, &r->dz[r->count]); /* may move the list */
		r->before[r->count] = g->neighbors->list[neighbor].same;
		if (g->neighbors->list[r->before[r->count]].may_lack && r->degree->kind != DEGREE_EXACT) {
			gather_fail(g, r->span, "a reduction at a neighbor that may be missing");
			return false;
		}
		r->count++;
	}
	return true;
}

/* Binds names to neighbors, those of a slot or of a loop, and evaluates the body there. */
static struct expr *
term(struct gatherer *g, const struct view *view, const struct reduced *r, struct scope *scope, const int *neighbors)
{
	struct bound bound[MOST_BINDINGS];
	struct view inner = *view;
	int i = 0;

	inner.scope = scope;
	for (const struct binding *b = r->bindings; b; b = b->next, i++) {
		bound[i] = (struct bound){ b, neighbors[i], r->dz[i], inner.bound };
		inner.bound = &bound[i];
	}
	return g->evaluate(g, &inner, r->body);
}

static struct expr *
combine(struct gatherer *g, const struct reduced *r, struct expr *all, struct expr *one)
{
	struct expr *call;

	if (r->reduction == REDUCTION_SUM || r->reduction == REDUCTION_PRODUCT)
		return gather_binary(g, r->reduction == REDUCTION_SUM ? OP_ADD : OP_MUL, r->type, all, one);
	call = gather_new(g, EXPR_CALL, r->type, r->span);
	call->u.call.function = r->reduction == REDUCTION_MIN ? FN_min : FN_max;
	call->u.call.name = functions[call->u.call.function].name;
	call->u.call.arguments = all;
	call->u.call.count = 2;
	all->next = one;
	return call;
}

/* The first term, real as the reduction is: ints would wrap. */
static struct expr *
first_term(struct gatherer *g, const struct reduced *r, struct expr *one)
{
	return one->type != TYPE_INT || r->type == TYPE_INT ? one
		: gather_binary(g, OP_MUL, r->type, one, gather_number(g, r->type, "1", r->span));
}

/* Over exact relations: term by term. */
static struct expr *
spell_out(struct gatherer *g, const struct view *view, const struct reduced *r)
{
	struct expr *all = NULL;

	for (int slot = 0; slot < r->degree->most; slot++) {
		int neighbors[MOST_BINDINGS], i = 0;
		struct expr *one;

		for (const struct binding *b = r->bindings; b; b = b->next, i++)
			neighbors[i] = mesh_neighbors_step(g->neighbors, r->before[i], chain_last(b->chain)->relation, slot);
		one = term(g, view, r, view->scope, neighbors);
		all = all ? combine(g, r, all, one) : first_term(g, r, one);
	}
	return all;
}

/* The value without neighbours. */
static struct expr *
first_value(struct gatherer *g, const struct reduced *r)
{
	struct expr *infinity, *negative;

	if (r->reduction == REDUCTION_SUM || r->reduction == REDUCTION_PRODUCT)
		return gather_number(g, r->type, r->reduction == REDUCTION_SUM ? "0" : "1", r->span);
	infinity = gather_number(g, r->type, "INFINITY", r->span);
	if (r->reduction == REDUCTION_MIN)
		return infinity;
	negative = gather_new(g, EXPR_UNARY, r->type, r->span);
	negative->u.unary.op = OP_NEG;
	negative->u.unary.operand = infinity;
	return negative;
}

static const char *
result_name(const struct reduced *r)
{
	static const char *const names[REDUCTIONS] = {
		[REDUCTION_SUM] = "sum", [REDUCTION_PRODUCT] = "product", [REDUCTION_MIN] = "smallest", [REDUCTION_MAX] = "largest",
	};

	return r->body ? names[r->reduction] : "found";
}

/* The loop over a neighbor in a stage of a scope: the one that is there, or a new one. */
static struct scope *
open_loop(struct gatherer *g, struct scope *scope, int neighbor, int stage, struct span span)
{
	struct stmt *stmt;
	struct item *item = scope->items;

	while (item && (!item->loop || item->stage != stage || item->loop->loop != neighbor))
		item = item->next;
	if (item)
		return item->loop;
	stmt = arena_new(g->arena, struct stmt);
	stmt->kind = STMT_IF;
	stmt->span = span;
	stmt->u.branch.each = true;
	stmt->u.branch.condition = gather_exists(g, neighbor, span);
	item = gather_add(g, scope, stmt, stage);
	return item->loop = gather_scope(g, scope, neighbor, stage);
}

/* The stage of the scope in which a term can be computed in a loop. */
static int
stage_of(struct gatherer *g, const struct view *view, const struct reduced *r, struct scope *scope,
	const int *neighbors)
{
	scope->reach = 0;
	if (r->body)
		term(g, view, r, gather_scope(g, scope, *neighbors, 0), neighbors);
	return scope->reach;
}

/* How many loops a scope is in. */
static int
depth_of(const struct scope *scope)
{
	int depth = 0;

	for (; scope; scope = scope->outer)
		depth += scope->loop != OWN_ELEMENT;
	return depth;
}

/* Over other relations: a variable that a loop updates. */
static struct expr *
loop_over(struct gatherer *g, const struct view *view, const struct reduced *r)
{
	struct scope *scope = view->scope, *loop;
	const int reach = scope->reach;
	struct temp *before = gather_temp(g, result_name(r), r->type, r->span);
	struct temp *after = gather_temp(g, before->name, r->type, r->span);
	int neighbors[MOST_BINDINGS], stage;
	struct expr *one;

	neighbors[0] = mesh_neighbors_loop(g->neighbors, r->before, r->bindings, depth_of(scope) + 1);
	for (int i = 1; i < r->count; i++)
		neighbors[i] = g->neighbors->list[neighbors[i - 1]].with;
	stage = stage_of(g, view, r, scope, neighbors);
	gather_add(g, scope, gather_assign(g, before, first_value(g, r), r->span), stage);
	loop = open_loop(g, scope, neighbors[0], stage, r->span);
	loop->reach = 0;
	one = r->body ? term(g, view, r, loop, neighbors) : gather_number(g, r->type, "1", r->span);
	after->prior = before;
	gather_add(g, loop, gather_assign(g, after,
		combine(g, r, gather_read(g, after, r->span), one), r->span), loop->reach);
	scope->reach = reach > stage + 1 ? reach : stage + 1;
	return gather_read(g, after, r->span);
}

static struct expr *
reduce(struct gatherer *g, const struct view *view, struct reduced *r)
{
	if (!begin(g, view, r))
		return gather_number(g, r->type, "0", r->span);
	return r->degree->kind == DEGREE_EXACT ? spell_out(g, view, r) : loop_over(g, view, r);
}

struct expr *
gather_reduce(struct gatherer *g, const struct view *view, const struct expr *e)
{
	struct reduced r = {
		.bindings = e->u.reduce.bindings, .reduction = e->u.reduce.reduction, .body = e->u.reduce.body,
		.degree = &chain_last(e->u.reduce.bindings->chain)->relation->degree, .type = e->type, .span = e->span,
	};

	return reduce(g, view, &r);
}

struct expr *
gather_count(struct gatherer *g, const struct view *view, const struct expr *e)
{
	const struct binding each = { .name = "each", .chain = e->u.exists.chain };
	const struct degree *degree = &chain_last(each.chain)->relation->degree;
	struct reduced r = { .bindings = &each, .reduction = REDUCTION_SUM, .degree = degree, .type = TYPE_INT, .span = e->span };

	if (degree->kind == DEGREE_EXACT)
		return gather_number(g, TYPE_INT, arena_printf(g->arena, "%d", degree->most), e->span);
	return reduce(g, view, &r);
}
