#include "generator/check/checker.h"

struct expr *
checker_node(const struct checker *c, enum expr_kind kind, struct span span)
{
	struct expr *e = arena_new(c->arena, struct expr);

	*e = (struct expr){ .kind = kind, .span = span, .at = span, .depth = 1 };
	return e;
}

struct expr *
checker_number(const struct checker *c, int number, struct span span)
{
	struct expr *e = checker_node(c, EXPR_NUMBER, span);

	e->u.number.text = arena_printf(c->arena, "%d", number);
	return e;
}

struct expr *
checker_binary(const struct checker *c, enum op op, struct expr *left, struct expr *right)
{
	struct expr *e = checker_node(c, EXPR_BINARY, left->span);

	e->depth = 1 + (left->depth > right->depth ? left->depth : right->depth);
	e->u.binary.op = op;
	e->u.binary.left = left;
	e->u.binary.right = right;
	return e;
}
