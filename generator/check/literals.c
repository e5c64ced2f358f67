#include "generator/check/checker.h"
#include "generator/check/type_rules.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether all digits before the exponent are 0. */
static bool
spells_zero(const char *number)
{
	return strcspn(number, "123456789") >= strcspn(number, "eE");
}

/* The value of an expression of literals only; NAN for any other. */
static double
constant_value(const struct expr *e)
{
	double a, b;

	if (e->kind == EXPR_NUMBER)
		return strtod(e->u.number.text, NULL);
	if (e->kind == EXPR_UNARY && e->u.unary.op == OP_NEG)
		return -constant_value(e->u.unary.operand);
	if (e->kind != EXPR_BINARY)
		return NAN;
	a = constant_value(e->u.binary.left);
	b = isnan(a) ? NAN : constant_value(e->u.binary.right);
	switch (e->u.binary.op) {
	case OP_ADD: return a + b;
	case OP_SUB: return a - b;
	case OP_MUL: return a*b;
	case OP_DIV: return a/b;
	case OP_OR: case OP_AND: case OP_EQ: case OP_NE: case OP_LT: case OP_LE: case OP_GT: case OP_GE:
	case OP_NEG: case OP_NOT:
		break;
	}
	return NAN;
}

bool
is_zero_constant(const struct expr *e)
{
	return e->kind == EXPR_NUMBER ? spells_zero(e->u.number.text) : constant_value(e) == 0;
}

bool
check_number(const struct checker *c, struct span span, const char *text, enum type type)
{
	bool fits;

	errno = 0;
	if (type == TYPE_INT) {
		const long value = strtol(text, NULL, 10);

		fits = !errno && value <= 2147483647 && value >= -2147483647;
	} else {
		const double value = type == TYPE_FLOAT ? strtof(text, NULL) : strtod(text, NULL);

		fits = isfinite(value) && (value != 0 || spells_zero(text));
	}
	if (!fits)
		error_at(c->source, span, "number %s is out of range for %s: %s", text, type_name(type),
			type == TYPE_INT ? "write -2147483647 to 2147483647"
			: type == TYPE_FLOAT ? "write 0, 1e-45 to 3e38 in magnitude, or declare double"
			: "write 0, or 5e-324 to 1e308 in magnitude");
	return fits;
}

/* The quotient of two whole literals, in decimals, where a power of two divides
 * so that it is exact; NULL elsewhere. */
static const char *
exact_quotient(const struct checker *c, const char *dividend, const char *divisor)
{
	enum { MOST_DECIMALS = 12 };
	char decimals[MOST_DECIMALS + 1] = "0";
	long long a, b, rest;

	if (strlen(dividend) > 9 || strlen(divisor) > 9)
		return NULL;
	a = strtoll(dividend, NULL, 10);
	b = strtoll(divisor, NULL, 10);
	rest = a % b;
	for (int i = 0; rest && i < MOST_DECIMALS; i++, rest = rest*10 % b) {
		decimals[i] = (char)('0' + rest*10/b);
		decimals[i + 1] = '\0';
	}
	while (b % 2 == 0)
		b /= 2;
	if (rest || a % b)
		return NULL;
	return arena_printf(c->arena, "%lld.%s", a/strtoll(divisor, NULL, 10), decimals);
}

static bool
is_whole(const struct expr *e)
{
	return e->kind == EXPR_NUMBER && e->type == TYPE_NUMERAL;
}

static void
fold(const struct checker *c, struct expr *e)
{
	const struct expr *left = e->u.binary.left, *right = e->u.binary.right;
	const char *quotient;

	if (e->u.binary.op != OP_DIV || !is_whole(left) || !is_whole(right) || is_zero_constant(right))
		return;
	quotient = exact_quotient(c, left->u.number.text, right->u.number.text);
	if (!quotient)
		return;
	e->kind = EXPR_NUMBER;
	e->depth = 1;
	e->u.number.text = quotient;
}

/* Types the untyped literals below e, and what is made of literals only, by their
 * context. */
static void
type_expression(const struct checker *c, struct expr *e, enum type type)
{
	enum type inner;

	if (is_numeral(e->type)) {
		if (e->kind == EXPR_BINARY)
			fold(c, e);
		e->type = type;
	}
	inner = e->type;
	switch (e->kind) {
	case EXPR_NUMBER:
		check_number(c, e->span, e->u.number.text, e->type);
		break;
	case EXPR_UNARY:
		type_expression(c, e->u.unary.operand, inner);
		break;
	case EXPR_BINARY:
		if (inner == TYPE_BOOL)
			inner = default_type(c, join_types(c, e->u.binary.left->type, e->u.binary.right->type));
		type_expression(c, e->u.binary.left, inner);
		type_expression(c, e->u.binary.right, inner);
		break;
	case EXPR_SELECT:
		type_expression(c, e->u.select.condition, TYPE_BOOL);
		type_expression(c, e->u.select.yes, inner);
		type_expression(c, e->u.select.no, inner);
		break;
	case EXPR_CALL:
		if (functions[e->u.call.function].type == VALUE_CONDITION)
			inner = default_type(c, join_types(c, e->u.call.arguments->type, TYPE_NUMERAL_REAL));
		for (struct expr *a = e->u.call.arguments; a; a = a->next)
			type_expression(c, a, inner);
		break;
	case EXPR_REDUCE:
		type_expression(c, e->u.reduce.body, inner);
		break;
	case EXPR_FIELD:
	case EXPR_TEMP:
		if (e->u.read.level)
			type_expression(c, e->u.read.level, TYPE_INT);
		break;
	case EXPR_EXISTS:
	case EXPR_COUNT:
	case EXPR_ERROR:
	case EXPR_LEVEL:
	case EXPR_LEVELS:
	case EXPR_SIDE:
	case EXPR_NAME:
	case EXPR_PARAM:
		break;
	}
}

void
type_literals(const struct checker *c, struct stmt *stmt)
{
	for (; stmt; stmt = stmt->next)
		if (stmt->kind == STMT_ASSIGN) {
			type_expression(c, stmt->u.assign.value, stmt->u.assign.temp ? stmt->u.assign.temp->type
				: stmt->u.assign.field ? stmt->u.assign.field->type : TYPE_DOUBLE);
		} else {
			if (stmt->kind == STMT_IF)
				type_expression(c, stmt->u.branch.condition, TYPE_BOOL);
			for (int n = 0; n < MOST_NESTED; n++)
				type_literals(c, stmt_nested(stmt, n));
		}
}
