#include "generator/language/expander.h"
#include "generator/language/offset.h"

enum { MOST_NODES = 300000 };

bool
count_node(struct expander *x, struct span span)
{
	if (!x->full && ++x->made > MOST_NODES) {
		error_at(x->source, span, "functions and consts of this file stand for more than %d operations"
			" and operands", MOST_NODES);
		x->full = true;
	}
	return !x->full;
}

static void
include_depth(struct expr *e, const struct expr *operand)
{
	if (operand && e->depth <= operand->depth)
		e->depth = operand->depth + 1;
}

void
set_depth(struct expander *x, struct expr *e)
{
	e->depth = 1;
	if (e->kind == EXPR_CALL)
		for (const struct expr *a = e->u.call.arguments; a; a = a->next)
			include_depth(e, a);
	else
		for (int n = 0; n < 3; n++)
			include_depth(e, expr_operand(e, n));
	if (is_too_deep(x->source, &x->too_deep, e->depth, e->at)) {
		e->kind = EXPR_ERROR;
		e->depth = 1;
	}
}

static void
include_depths(struct stmt *stmt, const struct stmt *list)
{
	for (; list; list = list->next)
		if (stmt->depth <= list->depth)
			stmt->depth = list->depth + 1;
}

void
set_stmt_depth(struct expander *x, struct stmt *stmt)
{
	stmt->depth = 1;
	for (int n = 0; n < MOST_NESTED; n++)
		include_depths(stmt, stmt_nested(stmt, n));
	if (!is_too_deep(x->source, &x->too_deep, stmt->depth, stmt->span))
		return;
	if (stmt->kind == STMT_IF)
		stmt->u.branch.then = stmt->u.branch.otherwise = NULL;
	else
		stmt->u.sweep.body = NULL;
	stmt->depth = 1;
}

static struct expr *
copy_node(struct expander *x, const struct expr *e, struct span span)
{
	struct expr *copy = arena_new(x->arena, struct expr);

	*copy = *e;
	copy->span = copy->at = span;
	copy->next = NULL;
	if (!count_node(x, span))
		copy->kind = EXPR_ERROR;
	return copy;
}

/* Adds copies of some steps at the end of others. Returns the new end. */
static struct step_name **
copy_steps(struct expander *x, const struct step_name *steps, struct span span, struct step_name **end)
{
	for (; steps && count_node(x, span); steps = steps->next) {
		struct step_name *step = arena_new(x->arena, struct step_name);

		*step = (struct step_name){ .name = steps->name, .span = span, .slot = steps->slot };
		*end = step;
		end = &step->next;
	}
	return end;
}

/* What is the same everywhere has no offset: a number, a param or a scalar field. */
static bool
is_uniform(const struct expander *x, const struct expr *e)
{
	return e->kind != EXPR_NAME || name_map_find(x->taken, e->u.name.name) == &x->param;
}

/* What a variable stands for, with the offset at which it is read besides its own. */
static struct expr *
copy_variable(struct expander *x, const struct expr *e, struct span span)
{
	const struct expr *what = e->u.name.variable->stands_for;
	struct expr *copy = what->kind == EXPR_NAME ? copy_node(x, what, span) : copy_expr(x, what, span);

	if (copy->kind != EXPR_NAME || is_uniform(x, what))
		return copy;
	copy->u.name.shifted |= e->u.name.shifted;
	copy->u.name.offset_span = span;
	if (e->u.name.level && what->u.name.level)
		error_at(x->source, span, "an argument that is read at a level is read at another one in the function: pass the field itself");
	if (e->u.name.level || what->u.name.level)
		copy->u.name.level = copy_expr(x, e->u.name.level ? e->u.name.level : what->u.name.level, span);
	if (copy->u.name.written < e->u.name.written)
		copy->u.name.written = e->u.name.written;
	copy->u.name.offset = offset_add(copy->u.name.offset, e->u.name.offset);
	if (e->u.name.steps)
		copy_steps(x, e->u.name.steps, span, copy_steps(x, what->u.name.steps, span, &copy->u.name.steps));
	return copy;
}

static void
copy_arguments(struct expander *x, struct expr *call, struct span span)
{
	struct expr *argument = call->u.call.arguments, **last = &call->u.call.arguments;

	for (; argument; argument = argument->next) {
		*last = copy_expr(x, argument, span);
		last = &(*last)->next;
	}
}

struct expr *
copy_expr(struct expander *x, const struct expr *e, struct span span)
{
	struct expr *copy;

	if (e->kind == EXPR_NAME && e->u.name.variable)
		return copy_variable(x, e, span);
	copy = copy_node(x, e, span);
	switch (copy->kind) {
	case EXPR_UNARY:
		copy->u.unary.operand = copy_expr(x, e->u.unary.operand, span);
		break;
	case EXPR_BINARY:
		copy->u.binary.left = copy_expr(x, e->u.binary.left, span);
		copy->u.binary.right = copy_expr(x, e->u.binary.right, span);
		break;
	case EXPR_SELECT:
		copy->u.select.condition = copy_expr(x, e->u.select.condition, span);
		copy->u.select.yes = copy_expr(x, e->u.select.yes, span);
		copy->u.select.no = copy_expr(x, e->u.select.no, span);
		break;
	case EXPR_CALL:
		copy_arguments(x, copy, span);
		break;
	case EXPR_NAME:
		if (e->u.name.level)
			copy->u.name.level = copy_expr(x, e->u.name.level, span);
		break;
	case EXPR_ERROR:
	case EXPR_NUMBER:
	case EXPR_LEVEL:
	case EXPR_LEVELS:
	case EXPR_SIDE:
	case EXPR_FIELD:
	case EXPR_PARAM:
	case EXPR_TEMP:
	case EXPR_EXISTS:
	case EXPR_COUNT:
	case EXPR_REDUCE: /* in no function */
		break;
	}
	set_depth(x, copy);
	return copy;
}

static struct stmt *
copy_stmt(struct expander *x, const struct stmt *stmt, struct span span)
{
	struct stmt *copy = arena_new(x->arena, struct stmt);

	copy->kind = stmt->kind;
	copy->span = x->around;
	if (stmt->kind == STMT_ASSIGN) {
		const struct expr *target = stmt->u.assign.variable->stands_for;

		copy->u.assign.name = target->u.name.name;
		copy->u.assign.variable = target->u.name.variable;
		copy->u.assign.name_span = span;
		copy->u.assign.value = copy_expr(x, stmt->u.assign.value, span);
		copy->u.assign.written = x->where;
	} else {
		copy->u.branch.condition = copy_expr(x, stmt->u.branch.condition, span);
		copy->u.branch.then = copy_list(x, stmt->u.branch.then, span);
		copy->u.branch.otherwise = copy_list(x, stmt->u.branch.otherwise, span);
	}
	set_stmt_depth(x, copy);
	return copy;
}

struct stmt *
copy_list(struct expander *x, const struct stmt *stmt, struct span span)
{
	struct stmt *first = NULL, **last = &first;

	for (; stmt && count_node(x, span); stmt = stmt->next) {
		*last = copy_stmt(x, stmt, span);
		last = &(*last)->next;
	}
	return first;
}
