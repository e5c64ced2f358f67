#include "generator/plan/gatherer.h"

#include <stdlib.h>

/* The level, of a value so many levels up. */
static struct expr *
level(struct gatherer *g, const struct expr *e, int dz)
{
	struct expr *here = gather_new(g, EXPR_LEVEL, e->type, e->span);

	return !dz ? here : gather_binary(g, dz > 0 ? OP_ADD : OP_SUB, e->type, here,
		gather_number(g, TYPE_INT, arena_printf(g->arena, "%d", abs(dz)), e->span));
}

static struct expr *
read_field(struct gatherer *g, const struct view *view, const struct expr *e)
{
	struct expr *read = gather_new(g, EXPR_FIELD, e->type, e->span);
	int dz;

	read->u.read.field = e->u.read.field;
	if (e->u.read.field->role != ROLE_IN)
		gather_touch_output(g, view->scope);
	read->u.read.neighbor = gather_chain(g, view, e->u.read.chain, 0, &dz);
	read->u.read.level = e->u.read.level ? gather_expr(g, view, e->u.read.level) : NULL;
	read->u.read.offset.z = e->u.read.level || e->u.read.field->shape == SHAPE_SCALAR ? 0 : dz + e->u.read.offset.z;
	if (e->u.read.field->where.location == LOCATIONS)
		read->u.read.neighbor = OWN_ELEMENT;
	else if (!e->u.read.field->where.relation)
		read->u.read.neighbor = g->neighbors->list[read->u.read.neighbor].same;
	return read;
}

static struct expr *
read_temp(struct gatherer *g, const struct view *view, const struct expr *e)
{
	const struct temp *value;
	int dz;
	const int neighbor = gather_chain(g, view, e->u.read.chain, 0, &dz);

	dz += e->u.read.offset.z;
	value = gather_value(g, view->scope, e->u.read.temp, neighbor, dz);
	return value ? gather_read(g, value, e->span) : gather_number(g, e->type, "0", e->span);
}

static struct expr *
exists(struct gatherer *g, const struct view *view, const struct expr *e)
{
	int dz;

	return gather_exists(g, gather_chain(g, view, e->u.exists.chain, 0, &dz), e->span);
}

/* The same node with other operands. */
static struct expr *
with_operands(struct gatherer *g, const struct view *view, const struct expr *e)
{
	struct expr *copy = arena_new(g->arena, struct expr), **last;

	*copy = *e;
	copy->next = NULL;
	if (e->kind == EXPR_UNARY) {
		copy->u.unary.operand = gather_expr(g, view, e->u.unary.operand);
	} else if (e->kind == EXPR_BINARY) {
		copy->u.binary.left = gather_expr(g, view, e->u.binary.left);
		copy->u.binary.right = gather_expr(g, view, e->u.binary.right);
	} else if (e->kind == EXPR_SELECT) {
		copy->u.select.condition = gather_expr(g, view, e->u.select.condition);
		copy->u.select.yes = gather_expr(g, view, e->u.select.yes);
		copy->u.select.no = gather_expr(g, view, e->u.select.no);
	} else if (e->kind == EXPR_CALL) {
		last = &copy->u.call.arguments;
		for (const struct expr *a = e->u.call.arguments; a; a = a->next, last = &(*last)->next)
			*last = gather_expr(g, view, a);
	}
	return copy;
}

struct expr *
gather_expr(struct gatherer *g, const struct view *view, const struct expr *e)
{
	switch (e->kind) {
	case EXPR_LEVEL:
		return level(g, e, view->dz);
	case EXPR_FIELD:
		return read_field(g, view, e);
	case EXPR_TEMP:
		return read_temp(g, view, e);
	case EXPR_REDUCE:
		return gather_reduce(g, view, e);
	case EXPR_EXISTS:
		return exists(g, view, e);
	case EXPR_COUNT:
		return gather_count(g, view, e);
	default:
		return with_operands(g, view, e);
	}
}
