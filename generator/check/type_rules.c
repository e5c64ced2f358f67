#include "generator/check/type_rules.h"

enum type
declared_type(const struct checker *c, enum type declared)
{
	return type_in_precision(declared, c->precision);
}

bool
is_numeral(enum type type)
{
	return type == TYPE_NUMERAL || type == TYPE_NUMERAL_REAL;
}

enum type
join_types(const struct checker *c, enum type a, enum type b)
{
	if (a == TYPE_NONE || b == TYPE_NONE)
		return TYPE_NONE;
	if (a + b == TYPE_INT + TYPE_NUMERAL_REAL)
		return c->precision;
	return a > b ? a : b;
}

enum type
default_type(const struct checker *c, enum type type)
{
	if (type == TYPE_NUMERAL)
		return TYPE_INT;
	return type == TYPE_NUMERAL_REAL ? c->precision : type;
}
