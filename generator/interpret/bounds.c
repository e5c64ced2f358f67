#include "generator/interpret/interpreter.h"

#include <float.h>
#include <math.h>

/* In this file r is the value of an operation, v are its operands' values and e their bounds. */

double
rounding_unit(enum type type)
{
	return type == TYPE_DOUBLE ? DBL_EPSILON : type == TYPE_FLOAT ? FLT_EPSILON : 0;
}

static double
comparison_bound(const double v[], const double e[])
{
	double difference = fabs(v[0] - v[1]), error = e[0] + e[1];

	if (error == 0 || (isnan(difference) && error < INFINITY))
		return 0;
	return difference > error ? 0 : INFINITY;
}

/* For && and ||: one certain operand may decide alone. */
static double
logic_bound(double decisive, const double v[], const double e[])
{
	if ((v[0] == decisive && e[0] == 0) || (v[1] == decisive && e[1] == 0))
		return 0;
	return fmax(e[0], e[1]);
}

static double
operator_bound(enum op op, double unit, const double v[], const double e[], double r)
{
	switch (op) {
	case OP_OR:
		return logic_bound(1, v, e);
	case OP_AND:
		return logic_bound(0, v, e);
	case OP_EQ: case OP_NE: case OP_LT: case OP_LE: case OP_GT: case OP_GE:
		return comparison_bound(v, e);
	case OP_ADD: case OP_SUB:
		return e[0] + e[1] + unit*fabs(r);
	case OP_MUL:
		return fabs(v[0])*e[1] + fabs(v[1])*e[0] + e[0]*e[1] + unit*fabs(r);
	case OP_DIV:
		if (e[1] > 0 && e[1] >= fabs(v[1]))
			return INFINITY;
		return (e[0] + fabs(r)*e[1])/fmax(fabs(v[1]) - e[1], DBL_MIN) + unit*fabs(r);
	case OP_NEG: case OP_NOT:
		return e[0];
	}
	return INFINITY;
}

static double
pow_bound(const double v[], const double e[], double r)
{
	double relative = 0;

	if (e[0] >= fabs(v[0]) || (v[0] < 0 && e[1] > 0))
		return INFINITY;
	relative += fabs(v[1])*e[0]/(fabs(v[0]) - e[0]);
	relative += fabs(log(fabs(v[0])))*e[1];
	return fabs(r)*expm1(relative);
}

static double
tan_bound(double d, double r)
{
	double t = tan(fmin(d, 0.5));

	return d > 0.5 || fabs(r)*t >= 1 ? INFINITY : t*(1 + r*r)/(1 - fabs(r)*t);
}

static double
sign_bound(const double v[], const double e[])
{
	return e[1] > 0 && e[1] >= fabs(v[1]) ? 2*fabs(v[0]) + e[0] : e[0];
}

/* Both components are off, so the point is, by at most their errors' hypotenuse; the angle jumps at pi. */
static double
angle_bound(const double v[], const double e[], double r)
{
	const double distance = hypot(v[0], v[1]), error = hypot(e[0], e[1]);
	const double angle = error < distance ? asin(error/distance) : INFINITY;

	return fabs(r) + angle < acos(-1) ? angle : INFINITY;
}

/* Of isnan and isfinite. */
static double
finite_bound(enum type type, double x, double d)
{
	const double most = type == TYPE_FLOAT ? FLT_MAX : DBL_MAX;

	return d < INFINITY && (isnan(x) || fabs(x) + d <= most) ? 0 : INFINITY;
}

/* The operand's range is [x-d, x+d]. A library's values at its ends may be off by a rounding. */
static double
monotone_bound(enum function function, double x, double d, double r)
{
	const double low = function_at(function, x - d), high = function_at(function, x + d);

	if (!isfinite(low) || !isfinite(high))
		return INFINITY;
	return fmax(fabs(high - r), fabs(low - r)) + DBL_EPSILON*(fabs(low) + fabs(high));
}

/* The bound of a function's value that follows from its operands' bounds, not all 0. */
static double
propagated_bound(const struct expr *call, const double v[], const double e[], double r)
{
	const enum function function = call->u.call.function;
	const int count = functions[function].arguments;

	switch (functions[function].errors) {
	case ERRORS_LARGEST:
		return count > 1 ? fmax(e[0], e[1]) : e[0];
	case ERRORS_BOUNDED:
		return fmin(e[0], 2);
	case ERRORS_MONOTONE:
		return monotone_bound(function, v[0], e[0], r);
	case ERRORS_STEP:
		return function_at(function, v[0] - e[0]) == function_at(function, v[0] + e[0]) ? 0 : INFINITY;
	case ERRORS_POWER:
		return pow_bound(v, e, r);
	case ERRORS_TANGENT:
		return tan_bound(e[0], r);
	case ERRORS_PRODUCT:
		return fabs(v[0])*e[1] + fabs(v[1])*e[0] + e[0]*e[1] + e[2];
	case ERRORS_SIGN:
		return sign_bound(v, e);
	case ERRORS_ANGLE:
		return angle_bound(v, e, r);
	case ERRORS_FINITE:
		return finite_bound(call->u.call.arguments->type, v[0], e[0]);
	}
	return INFINITY;
}

static double
call_bound(const struct expr *call, double unit, const double v[], const double e[], double r)
{
	enum function function = call->u.call.function;
	int power = literal_power(call);
	double sum = 0, product = 1, bound = 0;

	if (power >= 0) {
		for (int i = 0; i < power; i++) {
			bound = fabs(product)*e[0] + fabs(v[0])*bound + bound*e[0];
			product *= v[0];
			bound += i ? unit*fabs(product) : 0;
		}
		return bound;
	}
	for (int i = 0; i < call->u.call.count; i++)
		sum += e[i];
	if (sum != 0)
		bound = propagated_bound(call, v, e, r);
	if (functions[function].roundings)
		bound += functions[function].roundings*unit*fabs(r);
	return bound;
}

double
select_bound(const double v[], const double e[])
{
	if (e[0] == 0)
		return v[0] != 0 ? e[1] : e[2];
	if ((v[1] == v[2] && signbit(v[1]) == signbit(v[2])) || (isnan(v[1]) && isnan(v[2])))
		return fmax(e[1], e[2]);
	return INFINITY;
}

/* A NaN comes for sure where an operand is one for sure, or all are exact. */
static double
nan_bound(const struct expr *e, const double v[], const double bounds[], double r)
{
	double sum = 0;

	for (int i = 0; isnan(r) && expr_operand(e, i); i++) {
		if (isnan(v[i]) && bounds[i] == 0)
			return 0;
		sum += bounds[i];
	}
	return isnan(r) && sum == 0 ? 0 : INFINITY;
}

double
operation_bound(const struct expr *e, const double v[], const double bounds[], double r)
{
	double unit = rounding_unit(e->type), bound;

	if (e->kind == EXPR_UNARY)
		bound = operator_bound(e->u.unary.op, unit, v, bounds, r);
	else if (e->kind == EXPR_BINARY)
		bound = operator_bound(e->u.binary.op, unit, v, bounds, r);
	else if (e->kind == EXPR_SELECT)
		bound = select_bound(v, bounds);
	else
		bound = call_bound(e, unit, v, bounds, r);
	return isnan(bound) ? nan_bound(e, v, bounds, r) : bound;
}
