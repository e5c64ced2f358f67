#include "generator/language/nodes.h"

#include <string.h>

struct span
around(struct span first, struct span last)
{
	return (struct span){ first.start, last.end };
}

struct stmt_list
stmt_list_add(struct stmt_list list, struct stmt *stmt)
{
	if (list.first)
		*list.last = stmt;
	else
		list.first = stmt;
	list.last = &stmt->next;
	if (list.depth < stmt->depth)
		list.depth = stmt->depth;
	return list;
}

struct stmt_list
stmt_list_join(struct stmt_list front, struct stmt_list back)
{
	for (struct stmt *stmt = back.first, *next; stmt; stmt = next) {
		next = stmt->next;
		stmt->next = NULL;
		front = stmt_list_add(front, stmt);
	}
	return front;
}

struct stmt *
new_assign(struct parser *p, struct span span, const char *name, struct span name_span,
	struct expr *value)
{
	struct stmt *stmt = arena_new(p->arena, struct stmt);

	stmt->kind = STMT_ASSIGN;
	stmt->span = span;
	stmt->depth = 1;
	stmt->u.assign.name = name;
	stmt->u.assign.name_span = name_span;
	stmt->u.assign.value = value;
	return stmt;
}

struct stmt *
new_if(struct parser *p, struct span span, struct expr *condition, struct stmt_list then,
	struct stmt_list otherwise)
{
	struct stmt *stmt = arena_new(p->arena, struct stmt);

	stmt->kind = STMT_IF;
	stmt->span = span;
	stmt->depth = 1 + (then.depth > otherwise.depth ? then.depth : otherwise.depth);
	stmt->u.branch.condition = condition;
	if (is_too_deep(p->source, &p->too_deep, stmt->depth, span)) {
		stmt->depth = 1;
		return stmt;
	}
	stmt->u.branch.then = then.first;
	stmt->u.branch.otherwise = otherwise.first;
	return stmt;
}

struct stmt *
new_sweep(struct parser *p, struct span span, const char *direction, struct span direction_span,
	struct stmt_list body)
{
	struct stmt *stmt = arena_new(p->arena, struct stmt);

	if (strcmp(direction, "up") && strcmp(direction, "down"))
		error_at(p->source, direction_span, "a sweep goes 'up' or 'down', not '%s'", direction);
	stmt->kind = STMT_SWEEP;
	stmt->span = span;
	stmt->depth = 1 + body.depth;
	stmt->u.sweep.order = !strcmp(direction, "up") ? SWEEP_UP : SWEEP_DOWN;
	if (is_too_deep(p->source, &p->too_deep, stmt->depth, span))
		stmt->depth = 1;
	else
		stmt->u.sweep.body = body.first;
	return stmt;
}

struct expr *
new_expr(struct parser *p, enum expr_kind kind, struct span span, struct span at, int depth)
{
	struct expr *expr = arena_new(p->arena, struct expr);

	expr->kind = kind;
	expr->span = span;
	expr->at = at;
	expr->depth = depth;
	if (is_too_deep(p->source, &p->too_deep, depth, at)) {
		expr->kind = EXPR_ERROR;
		expr->depth = 1;
	}
	return expr;
}

struct expr *
new_leaf(struct parser *p, enum expr_kind kind, struct span span, const char *text)
{
	struct expr *expr = new_expr(p, kind, span, span, 1);

	if (kind == EXPR_NUMBER)
		expr->u.number.text = text;
	else if (kind == EXPR_NAME)
		expr->u.name.name = text;
	return expr;
}

struct expr *
new_shifted(struct parser *p, struct span span, const char *name, struct span name_span,
	struct written_offset offset)
{
	struct expr *expr = new_expr(p, EXPR_NAME, span, name_span, 1 + (offset.level ? offset.level->depth : 0));

	if (expr->kind == EXPR_ERROR)
		return expr;
	expr->u.name.name = name;
	expr->u.name.shifted = true;
	expr->u.name.written = offset.numbers;
	expr->u.name.offset = offset.offset;
	expr->u.name.offset_span = offset.span;
	expr->u.name.steps = offset.steps;
	expr->u.name.level = offset.level;
	return expr;
}

struct expr *
new_unary(struct parser *p, enum op op, struct span at, struct expr *operand)
{
	struct expr *expr = new_expr(p, EXPR_UNARY, around(at, operand->span), at,
		1 + operand->depth);

	if (expr->kind == EXPR_ERROR)
		return expr;
	expr->u.unary.op = op;
	expr->u.unary.operand = operand;
	return expr;
}

struct expr *
new_binary(struct parser *p, enum op op, struct span at, struct expr *left, struct expr *right)
{
	const int depth = left->depth > right->depth ? left->depth : right->depth;
	struct expr *expr = new_expr(p, EXPR_BINARY, around(left->span, right->span), at, 1 + depth);

	if (expr->kind == EXPR_ERROR)
		return expr;
	expr->u.binary.op = op;
	expr->u.binary.left = left;
	expr->u.binary.right = right;
	return expr;
}

struct expr *
new_select(struct parser *p, struct span at, struct expr *condition, struct expr *yes,
	struct expr *no)
{
	int depth = condition->depth;
	struct expr *expr;

	if (depth < yes->depth)
		depth = yes->depth;
	if (depth < no->depth)
		depth = no->depth;
	expr = new_expr(p, EXPR_SELECT, around(condition->span, no->span), at, 1 + depth);
	if (expr->kind == EXPR_ERROR)
		return expr;
	expr->u.select.condition = condition;
	expr->u.select.yes = yes;
	expr->u.select.no = no;
	return expr;
}

struct expr *
new_call(struct parser *p, struct span span, const char *name, struct span name_span,
	struct expr_list arguments)
{
	struct expr *expr = new_expr(p, EXPR_CALL, span, name_span, 1 + arguments.depth);

	if (expr->kind == EXPR_ERROR)
		return expr;
	if (arguments.count > MAX_ARGUMENTS) {
		error_at(p->source, name_span, "'%s' has more than %d arguments", name, MAX_ARGUMENTS);
		return new_leaf(p, EXPR_ERROR, span, NULL);
	}
	expr->u.call.name = name;
	expr->u.call.arguments = arguments.first;
	expr->u.call.count = arguments.count;
	return expr;
}

struct expr_list
expr_list_add(struct expr_list list, struct expr *expr)
{
	if (list.first)
		*list.last = expr;
	else
		list.first = expr;
	list.last = &expr->next;
	list.count++;
	if (list.depth < expr->depth)
		list.depth = expr->depth;
	return list;
}

struct step_list
new_step(struct parser *p, struct span span, const char *name, int slot)
{
	struct step_name *step = arena_new(p->arena, struct step_name);

	*step = (struct step_name){ .name = name, .span = span, .slot = slot };
	return (struct step_list){ step, &step->next };
}

struct step_list
step_list_join(struct step_list front, struct step_list back)
{
	*front.last = back.first;
	return (struct step_list){ front.first, back.last };
}
