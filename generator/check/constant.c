#include "generator/check/pruning.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static double
rounded(enum type type, double x)
{
	return type == TYPE_FLOAT ? (double)(float)x : type == TYPE_INT ? (int32_t)(uint32_t)(int64_t)x : x;
}

static bool
number_value(const struct expr *e, double *value)
{
	const enum type type = e->whole->type;

	*value = type == TYPE_FLOAT ? (double)strtof(e->u.number.text, NULL) : strtod(e->u.number.text, NULL);
	return true;
}

static double
operation_value(enum op op, double a, double b)
{
	switch (op) {
	case OP_OR:  return a != 0 || b != 0;
	case OP_AND: return a != 0 && b != 0;
	case OP_EQ:  return a == b;
	case OP_NE:  return a != b;
	case OP_LT:  return a < b;
	case OP_LE:  return a <= b;
	case OP_GT:  return a > b;
	case OP_GE:  return a >= b;
	case OP_ADD: return a + b;
	case OP_SUB: return a - b;
	case OP_MUL: return a*b;
	case OP_DIV: return a/b;
	case OP_NEG: return -a;
	case OP_NOT: return a == 0;
	}
	return NAN;
}

static bool
binary_value(const struct expr *e, double *value)
{
	const struct expr *left = e->u.binary.left, *right = e->u.binary.right;
	const enum type type = e->whole->type, a = left->whole->type, b = right->whole->type;
	const enum type common = type != TYPE_BOOL ? type : a > b ? a : b;
	double x, y;

	if (!constant_value(left, &x) || !constant_value(right, &y))
		return false;
	x = rounded(common, x);
	y = rounded(common, y);
	if (type == TYPE_INT && fabs(x*y) > 0x1p53) /* a product that wraps is not exact as a double */
		return false;
	*value = rounded(type, operation_value(e->u.binary.op, x, y));
	return true;
}

bool
constant_value(const struct expr *e, double *value)
{
	if (!e->whole)
		return false;
	if (e->kind == EXPR_NUMBER)
		return number_value(e, value);
	if (e->kind == EXPR_BINARY)
		return binary_value(e, value);
	if (e->kind != EXPR_UNARY || !constant_value(e->u.unary.operand, value))
		return false;
	*value = rounded(e->whole->type, operation_value(e->u.unary.op, *value, 0));
	return true;
}
