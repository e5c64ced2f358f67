#include "generator/check/checker.h"

#include <limits.h>
#include <stdlib.h>

/* Ints are 32 bits wide and wrap. Most sums cannot, because the ranges of levels and params are known.
 * Where one may, emitters must spell it so that no target leaves it undefined; where one certainly
 * does, that is an error. */

static const struct range everything = { INT_MIN, INT_MAX };

static struct range
range_union(struct range a, struct range b)
{
	return (struct range){ a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high };
}

static struct range
range_sum(struct range a, struct range b)
{
	return (struct range){ a.low + b.low, a.high + b.high };
}

static struct range
range_negative(struct range a)
{
	return (struct range){ -a.high, -a.low };
}

static struct range
range_product(struct range a, struct range b)
{
	const struct range low = { a.low*b.low, a.low*b.low }, high = { a.high*b.high, a.high*b.high };
	const struct range first = { a.low*b.high, a.low*b.high }, second = { a.high*b.low, a.high*b.low };

	return range_union(range_union(low, high), range_union(first, second));
}

static struct range
range_magnitude(struct range a)
{
	if (a.low >= 0)
		return a;
	return a.high <= 0 ? range_negative(a)
		: (struct range){ 0, a.high > -a.low ? a.high : -a.low };
}

/* The smaller of the two, or the larger. */
static struct range
range_choice(enum function function, struct range a, struct range b)
{
	if (function == FN_min)
		return (struct range){ a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high };
	return (struct range){ a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high };
}

static struct range
range_of_number(const struct expr *e)
{
	const long value = strtol(e->u.number.text, NULL, 10);

	return value < 0 || value > INT_MAX ? everything : (struct range){ value, value };
}

/* The range of an int operation before it wraps, from its operands'. */
static struct range
range_of_operation(const struct expr *e, const struct range operands[3])
{
	const struct range a = operands[0], b = operands[1];

	if (e->kind == EXPR_SELECT)
		return range_union(b, operands[2]);
	if (e->kind == EXPR_UNARY)
		return range_negative(a);
	if (e->kind == EXPR_CALL && e->u.call.function == FN_sign)
		return (struct range){ -1, 1 };
	if (e->kind == EXPR_CALL)
		return e->u.call.function == FN_abs ? range_magnitude(a)
			: range_choice(e->u.call.function, a, b);
	return e->u.binary.op == OP_ADD ? range_sum(a, b)
		: e->u.binary.op == OP_SUB ? range_sum(a, range_negative(b)) : range_product(a, b);
}

static struct range
range_of_count(const struct expr *e)
{
	const struct degree degree = chain_last(e->u.exists.chain)->relation->degree;

	return (struct range){ 0, degree.kind == DEGREE_ANY ? INT_MAX : degree.most };
}

static struct range
range_of_leaf(const struct expr *e)
{
	/* Through temporaries the level of a point above or below may be read. */
	if (e->kind == EXPR_LEVEL)
		return (struct range){ -MAX_LEVELS, 2LL*MAX_LEVELS };
	if (e->kind == EXPR_SIDE)
		return side_axis(e->u.side) == 2 ? (struct range){ -MAX_LEVELS, 2LL*MAX_LEVELS }
			: (struct range){ -MAX_LEVELS, INT_MAX };
	if (e->kind == EXPR_LEVELS)
		return (struct range){ 1, MAX_LEVELS };
	if (e->kind == EXPR_PARAM)
		return (struct range){ -MAX_INT_PARAM, MAX_INT_PARAM };
	if (e->kind == EXPR_COUNT)
		return range_of_count(e);
	if (e->kind == EXPR_NUMBER)
		return range_of_number(e);
	return e->kind == EXPR_TEMP ? e->u.read.temp->range : everything;
}

/* Marks the int operations in an expression that may wrap. Returns its range if it is an int. */
static struct range
find_range(const struct checker *c, struct expr *e)
{
	struct range operands[3], range;
	struct expr *operand;
	int count = 0;

	for (; (operand = (struct expr *)expr_operand(e, count)); count++)
		operands[count] = find_range(c, operand);
	if (e->type != TYPE_INT || e->kind == EXPR_ERROR)
		return everything;
	range = count && e->kind != EXPR_FIELD && e->kind != EXPR_TEMP ? range_of_operation(e, operands) : range_of_leaf(e);
	if (range.low >= INT_MIN && range.high <= INT_MAX)
		return range;
	e->wraps = true;
	if (range.low == range.high)
		error_at(c->source, e->span, "%lld does not fit an int: write values from %d to %d, or real numbers", range.low,
			INT_MIN, INT_MAX);
	return everything;
}

static void
find_ranges(const struct checker *c, struct stmt *stmt)
{
	for (; stmt; stmt = stmt->next) {
		struct temp *temp;
		struct range range;

		for (int n = 0; n < MOST_NESTED; n++)
			find_ranges(c, stmt_nested(stmt, n));
		if (stmt->kind == STMT_IF)
			find_range(c, stmt->u.branch.condition);
		if (stmt->kind != STMT_ASSIGN)
			continue;
		range = find_range(c, stmt->u.assign.value);
		temp = (struct temp *)stmt->u.assign.temp;
		if (temp)
			temp->range = temp->has_range ? range_union(temp->range, range) : range;
		if (temp)
			temp->has_range = true;
	}
}

void
check_ranges(struct checker *c)
{
	struct stmt *following = c->statement->next;

	c->statement->next = NULL;
	for (struct temp *temp = c->statement_temps; temp; temp = temp->next)
		if (temp->prior || c->statement->kind == STMT_SWEEP) { /* where it may grow from level to level */
			temp->range = c->statement->kind == STMT_SWEEP ? everything : temp->prior->range;
			temp->has_range = true;
		}
	find_ranges(c, c->statement);
	c->statement->next = following;
}
