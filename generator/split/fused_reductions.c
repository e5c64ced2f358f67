#include "generator/split/split.h"

#include "generator/language/functions.h"

/*
 * A thread that goes through a column takes the column's part of a sum on its way: `s = sum(e);` becomes
 *     sweep up { if (below == 0) { s = e; } else { s = s + e; } }
 * with a column variable s, so that the values need no array.
 */

static struct expr *
new_expr(const struct clone *c, struct expr like, struct span span)
{
	struct expr *e = arena_new(c->split->arena, struct expr);

	*e = like;
	e->span = e->at = span;
	e->depth = 1;
	return e;
}

static struct expr *
new_binary(const struct clone *c, enum op op, enum type type, struct expr *left, struct expr *right)
{
	struct expr *e = new_expr(c, (struct expr){ .kind = EXPR_BINARY, .type = type }, right->span);

	e->depth = 1 + (left->depth > right->depth ? left->depth : right->depth);
	e->u.binary.op = op;
	e->u.binary.left = left;
	e->u.binary.right = right;
	return e;
}

static struct expr *
new_call(const struct clone *c, enum function function, enum type type, struct expr *first, struct expr *second)
{
	struct expr *e = new_expr(c, (struct expr){ .kind = EXPR_CALL, .type = type }, second->span);

	first->next = second;
	e->depth = 1 + second->depth;
	e->u.call.name = functions[function].name;
	e->u.call.function = function;
	e->u.call.arguments = first;
	e->u.call.count = 2;
	return e;
}

/* What becomes of the sum so far and a further value. */
static struct expr *
combined(const struct clone *c, enum reduction reduction, struct expr *so_far, struct expr *value)
{
	if (reduction == REDUCTION_SUM)
		return new_binary(c, OP_ADD, so_far->type, so_far, value);
	return new_call(c, reduction == REDUCTION_MIN ? FN_min : FN_max, so_far->type, so_far, value);
}

/* A statement like another one, but of another value, for the sum. */
static struct stmt *
new_assign(const struct clone *c, const struct stmt *like, struct temp *sum, struct expr *value)
{
	struct stmt *s = arena_new(c->split->arena, struct stmt);

	*s = *like;
	s->next = NULL;
	s->u.assign.reduction = REDUCTION_NONE;
	s->u.assign.temp = sum;
	s->u.assign.value = value;
	return s;
}

static struct expr *
is_lowest_level(const struct clone *c, struct span span)
{
	struct expr *below = new_expr(c, (struct expr){ .kind = EXPR_SIDE, .type = TYPE_INT }, span);
	struct expr *zero = new_expr(c, (struct expr){ .kind = EXPR_NUMBER, .type = TYPE_INT }, span);

	below->u.side = SIDE_BELOW;
	zero->u.number.text = "0";
	return new_binary(c, OP_EQ, TYPE_BOOL, below, zero);
}

struct stmt *
split_fused_reduction(const struct clone *c, const struct stmt *stmt, struct temp *sum)
{
	struct stmt *sweep = arena_new(c->split->arena, struct stmt), *branch = arena_new(c->split->arena, struct stmt);
	struct expr *so_far = new_expr(c, (struct expr){ .kind = EXPR_TEMP, .type = sum->type }, stmt->span);

	so_far->u.read.temp = sum;
	*branch = (struct stmt){ .kind = STMT_IF, .span = stmt->span, .depth = 2 };
	branch->u.branch.condition = is_lowest_level(c, stmt->span);
	branch->u.branch.then = new_assign(c, stmt, sum, clone_expr(c, stmt->u.assign.value));
	branch->u.branch.otherwise = new_assign(c, stmt, sum,
		combined(c, stmt->u.assign.reduction, so_far, clone_expr(c, stmt->u.assign.value)));
	*sweep = (struct stmt){ .kind = STMT_SWEEP, .span = stmt->span, .depth = 3 };
	sweep->u.sweep.order = SWEEP_UP;
	sweep->u.sweep.body = branch;
	sum->shape = SHAPE_COLUMN;
	sum->stmt = sweep;
	return sweep;
}
