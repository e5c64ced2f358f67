#include "generator/interpret/guard.h"

#include <stdlib.h>

/* The number that a literal with signs, or sums and products of such, stand for. */
static bool
read_number(const struct expr *e, long *number)
{
	const struct expr *second = expr_operand(e, 1);
	char *end;
	long other = 0;

	if (e->kind == EXPR_NUMBER) {
		*number = strtol(e->u.number.text, &end, 10);
		return !*end && *number <= MOST_DISTANCE;
	}
	if ((e->kind != EXPR_UNARY && e->kind != EXPR_BINARY) || !read_number(expr_operand(e, 0), number)
			|| (second && !read_number(second, &other)))
		return false;
	switch (e->kind == EXPR_UNARY ? e->u.unary.op : e->u.binary.op) {
	case OP_NEG: *number = -*number; break;
	case OP_ADD: *number += other; break;
	case OP_SUB: *number -= other; break;
	case OP_MUL: *number *= other; break;
	default:     return false;
	}
	return labs(*number) <= MOST_DISTANCE;
}

/* Distances that a comparison with n leaves: from *first to *last. */
static void
narrow(enum op op, long n, bool holds, long *first, long *last)
{
	const bool up = holds ? op == OP_GT || op == OP_GE : op == OP_LT || op == OP_LE;
	const bool down = holds ? op == OP_LT || op == OP_LE : op == OP_GT || op == OP_GE;
	const bool itself = (op == OP_GE || op == OP_LE || op == OP_EQ) == holds;
	const bool same = op == OP_EQ ? holds : op == OP_NE && !holds;

	if (up || same)
		*first = *first > n + !itself ? *first : n + !itself;
	if (down || same)
		*last = *last < n - !itself ? *last : n - !itself;
	if (up || down || same)
		return;
	/* Anything but n. */
	if (*first == n)
		++*first;
	else if (*last == n)
		--*last;
}

static enum op
turned(enum op op)
{
	return op == OP_LT ? OP_GT : op == OP_LE ? OP_GE : op == OP_GT ? OP_LT : op == OP_GE ? OP_LE : op;
}

static void
narrow_comparison(struct guard *guard, enum op op, const struct expr *left, const struct expr *right, bool holds)
{
	long n;

	if (left->kind != EXPR_SIDE && right->kind == EXPR_SIDE) {
		narrow_comparison(guard, turned(op), right, left, holds);
		return;
	}
	if (left->kind == EXPR_SIDE && read_number(right, &n))
		narrow(op, n, holds, &guard->first[left->u.side], &guard->last[left->u.side]);
}

void
guard_narrow(struct guard *guard, const struct expr *condition, bool holds)
{
	const enum op op = condition->kind == EXPR_BINARY ? condition->u.binary.op : OP_NOT;

	if (condition->kind == EXPR_UNARY) {
		guard_narrow(guard, condition->u.unary.operand, !holds);
	} else if (op == OP_AND || op == OP_OR) {
		for (int n = 0; n < 2 && (op == OP_AND) == holds; n++)
			guard_narrow(guard, expr_operand(condition, n), holds);
	} else if (op == OP_EQ || op == OP_NE || op == OP_LT || op == OP_LE || op == OP_GT || op == OP_GE) {
		narrow_comparison(guard, op, condition->u.binary.left, condition->u.binary.right, holds);
	}
}

struct guard
guard_nothing(void)
{
	struct guard guard = { .more = 0 };

	for (int s = 0; s < SIDES; s++) {
		guard.first[s] = LONG_MIN;
		guard.last[s] = LONG_MAX;
	}
	return guard;
}
