#include "generator/emit/strength.h"

int
strength_of(enum op op)
{
	switch (op) {
	case OP_OR:  return OR;
	case OP_AND: return AND;
	case OP_EQ:
	case OP_NE:  return EQUAL;
	case OP_LT:
	case OP_LE:
	case OP_GT:
	case OP_GE:  return LESS;
	case OP_ADD:
	case OP_SUB: return SUM;
	case OP_MUL:
	case OP_DIV: return PRODUCT;
	case OP_NEG:
	case OP_NOT: return SIGN;
	}
	return ATOM;
}

int
strength(const struct expr *e)
{
	if (e->wraps)
		return SIGN;
	switch (e->kind) {
	case EXPR_UNARY:  return SIGN;
	case EXPR_BINARY: return strength_of(e->u.binary.op);
	case EXPR_SELECT: return SELECT;
	case EXPR_CALL:   return is_conversion(e->u.call.function) ? SIGN : ATOM;
	case EXPR_ERROR:
	case EXPR_NUMBER:
	case EXPR_LEVEL:
	case EXPR_LEVELS:
	case EXPR_SIDE:
	case EXPR_NAME:
	case EXPR_FIELD:
	case EXPR_PARAM:
	case EXPR_TEMP:
	case EXPR_REDUCE:
	case EXPR_COUNT:  return ATOM;
	case EXPR_EXISTS: return LESS;
	}
	return ATOM;
}

static bool
is_literal(const struct expr *e)
{
	const struct expr *operand;

	if (e->kind == EXPR_NUMBER)
		return true;
	if (e->kind != EXPR_UNARY && e->kind != EXPR_BINARY && e->kind != EXPR_SELECT)
		return false;
	for (int n = e->kind == EXPR_SELECT; (operand = expr_operand(e, n)); n++)
		if (!is_literal(operand))
			return false;
	return true;
}

bool
lends_type(const struct expr *e, const struct expr *literal)
{
	return e->type == literal->type && e->type != TYPE_INT && !is_literal(e);
}
