#include "generator/check/checker.h"
#include "generator/check/side_comparison.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/*
 * Guards: what conditions say about the distances to the sides of the domain, as intervals. They say
 * something as `distance OP whole number` or the reverse, joined by && where the condition holds, by || where
 * it does not, under any !.
 */

const struct facts no_facts = {
	{ UNKNOWN_LOW, UNKNOWN_LOW, UNKNOWN_LOW, UNKNOWN_LOW, UNKNOWN_LOW, UNKNOWN_LOW },
	{ UNKNOWN_HIGH, UNKNOWN_HIGH, UNKNOWN_HIGH, UNKNOWN_HIGH, UNKNOWN_HIGH, UNKNOWN_HIGH }, 0,
};

/* The operator that says the same of exchanged operands. */
static enum op
exchanged(enum op op)
{
	return op == OP_LT ? OP_GT : op == OP_GT ? OP_LT : op == OP_LE ? OP_GE : op == OP_GE ? OP_LE : op;
}

/* The operator that holds where this one does not. */
static enum op
negated(enum op op)
{
	switch (op) {
	case OP_EQ: return OP_NE;
	case OP_NE: return OP_EQ;
	case OP_LT: return OP_GE;
	case OP_GE: return OP_LT;
	case OP_GT: return OP_LE;
	case OP_LE: return OP_GT;
	case OP_OR: case OP_AND: case OP_ADD: case OP_SUB: case OP_MUL: case OP_DIV: case OP_NEG: case OP_NOT:
		break;
	}
	return op;
}

/* The value of an expression of whole numbers. False if it is anything else, or larger than any grid. */
static bool
is_whole(const struct expr *e, long long *value)
{
	long long left, right;

	switch (e->kind) {
	case EXPR_NUMBER:
		*value = strtoll(e->u.number.text, NULL, 10);
		return strspn(e->u.number.text, "0123456789") == strlen(e->u.number.text) && *value <= MAX_INT_PARAM;
	case EXPR_UNARY:
		if (e->u.unary.op != OP_NEG || !is_whole(e->u.unary.operand, value))
			return false;
		*value = -*value;
		return true;
	case EXPR_BINARY:
		if (!is_whole(e->u.binary.left, &left) || !is_whole(e->u.binary.right, &right))
			return false;
		*value = e->u.binary.op == OP_ADD ? left + right : e->u.binary.op == OP_SUB ? left - right
			: left*right;
		return (e->u.binary.op == OP_ADD || e->u.binary.op == OP_SUB || e->u.binary.op == OP_MUL)
			&& *value >= -MAX_INT_PARAM && *value <= MAX_INT_PARAM;
	case EXPR_ERROR: case EXPR_LEVEL: case EXPR_LEVELS: case EXPR_SIDE: case EXPR_NAME: case EXPR_FIELD:
	case EXPR_PARAM: case EXPR_TEMP: case EXPR_SELECT: case EXPR_CALL: case EXPR_REDUCE: case EXPR_EXISTS:
	case EXPR_COUNT:
		break;
	}
	return false;
}

bool
find_comparison(const struct expr *e, struct comparison *found)
{
	const struct expr *left = e->u.binary.left, *right = e->u.binary.right;
	const bool reverse = right->kind == EXPR_SIDE;
	long long number;

	if (e->u.binary.op < OP_EQ || e->u.binary.op > OP_GE || (left->kind == EXPR_SIDE) == reverse
			|| !is_whole(reverse ? left : right, &number))
		return false;
	*found = (struct comparison){ reverse ? right->u.side : left->u.side,
		reverse ? exchanged(e->u.binary.op) : e->u.binary.op, (int)number };
	return true;
}

static void
raise_low(struct facts *facts, enum side side, int low)
{
	if (facts->low[side] < low)
		facts->low[side] = low;
}

static void
lower_high(struct facts *facts, enum side side, int high)
{
	if (facts->high[side] > high)
		facts->high[side] = high;
}

static void
narrow_by(struct facts *facts, struct comparison c)
{
	if (c.op == OP_EQ || c.op == OP_GE)
		raise_low(facts, c.side, c.number);
	if (c.op == OP_EQ || c.op == OP_LE)
		lower_high(facts, c.side, c.number);
	if (c.op == OP_GT)
		raise_low(facts, c.side, c.number + 1);
	if (c.op == OP_LT)
		lower_high(facts, c.side, c.number - 1);
	if (c.op == OP_NE && facts->low[c.side] == c.number)
		facts->low[c.side]++;
	else if (c.op == OP_NE && facts->high[c.side] == c.number)
		facts->high[c.side]--;
}

struct facts
narrow(struct facts facts, const struct expr *condition, bool holds)
{
	struct comparison c;

	if (condition->kind == EXPR_UNARY && condition->u.unary.op == OP_NOT)
		return narrow(facts, condition->u.unary.operand, !holds);
	if (condition->kind != EXPR_BINARY)
		return facts;
	if (condition->u.binary.op == (holds ? OP_AND : OP_OR)) {
		facts = narrow(facts, condition->u.binary.left, holds);
		return narrow(facts, condition->u.binary.right, holds);
	}
	if (find_comparison(condition, &c)) {
		c.op = holds ? c.op : negated(c.op);
		narrow_by(&facts, c);
	}
	return facts;
}

struct facts
narrow_operand(const struct facts *facts, const struct expr *e, int n)
{
	return e->kind == EXPR_SELECT && n > 0 ? narrow(*facts, e->u.select.condition, n == 1) : *facts;
}

struct facts
narrow_nested(const struct facts *facts, const struct stmt *stmt, int n)
{
	return stmt->kind == STMT_IF ? narrow(*facts, stmt->u.branch.condition, n == 0) : *facts;
}

int
cells_past(const struct facts *known, enum side side, int cells)
{
	const int past = known->low[side] == UNKNOWN_LOW ? UNKNOWN_HIGH : cells - known->low[side];

	/* Near the other side: the domain has as many cells, see add_reach(). */
	return past > 0 && cells > 0 && known->high[side_opposite(side)] != UNKNOWN_HIGH ? 0 : past;
}
