#include "generator/interpret/interpreter.h"

#include <math.h>
#include <stdint.h>

static int32_t
as_int(double x)
{
	return (int32_t)(uint32_t)(int64_t)x;
}

static double
int_product(double a, double b)
{
	return (int32_t)((uint32_t)as_int(a)*(uint32_t)as_int(b));
}

void
round_values(enum type type, int n, double *r)
{
	if (type == TYPE_FLOAT)
		for (int i = 0; i < n; i++)
			r[i] = (float)r[i];
	if (type == TYPE_INT)
		for (int i = 0; i < n; i++)
			r[i] = as_int(r[i]);
}

#define EACH(value) \
	for (int i = 0; i < n; i++) \
		r[i] = (value)

static void
apply_operator(enum op op, enum type type, int n, const double *a, const double *b, double *r)
{
	switch (op) {
	case OP_OR:  EACH(a[i] != 0 || b[i] != 0); break;
	case OP_AND: EACH(a[i] != 0 && b[i] != 0); break;
	case OP_EQ:  EACH(a[i] == b[i]); break;
	case OP_NE:  EACH(a[i] != b[i]); break;
	case OP_LT:  EACH(a[i] < b[i]); break;
	case OP_LE:  EACH(a[i] <= b[i]); break;
	case OP_GT:  EACH(a[i] > b[i]); break;
	case OP_GE:  EACH(a[i] >= b[i]); break;
	case OP_ADD: EACH(a[i] + b[i]); break;
	case OP_SUB: EACH(a[i] - b[i]); break;
	case OP_MUL:
		if (type == TYPE_INT)
			EACH(int_product(a[i], b[i]));
		else
			EACH(a[i]*b[i]);
		break;
	case OP_DIV: EACH(a[i]/b[i]); break;
	case OP_NEG: EACH(-a[i]); break;
	case OP_NOT: EACH(a[i] == 0); break;
	}
	round_values(type, n, r);
}

static void
apply_power(int power, enum type type, int n, const double *a, double *r)
{
	EACH(1);
	for (int factor = 0; factor < power; factor++)
		apply_operator(OP_MUL, type, n, r, a, r);
}

static double lesser(double a, double b) { return b < a ? b : a; }
static float lesserf(float a, float b) { return b < a ? b : a; }
static double greater(double a, double b) { return a < b ? b : a; }
static float greaterf(float a, float b) { return a < b ? b : a; }
static double sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; }
static float sign_off(float x) { return x > 0 ? 1 : x < 0 ? -1 : x; }
static double with_sign(double a, double b) { return isnan(b) ? fabs(a) : copysign(a, b); }
static float with_signf(float a, float b) { return isnan(b) ? fabsf(a) : copysignf(a, b); }
#define converted(x) (x) /* operands have the type of the value */
#define convertedf(x) (x)
#undef isnanf
#define isnanf(x) isnan(x)
#define isfinitef(x) isfinite(x)

#define OPERANDS_1(type) (type)a[i]
#define OPERANDS_2(type) (type)a[i], (type)b[i]
#define OPERANDS_3(type) (type)a[i], (type)b[i], (type)c[i]

/* Float calls the library's float functions: the double ones, rounded, differ, and a double fma
 * rounded to float would round twice. */
static void
apply_function(enum function function, enum type type, int n,
	const double *a, const double *b, const double *c, double *r)
{
	const bool single = type == TYPE_FLOAT;

	switch (function) {
#define FUNCTION(name, arguments, flops, c_name, ...) \
	case FN_##name: \
		if (single) \
			EACH(c_name##f(OPERANDS_##arguments(float))); \
		else \
			EACH(c_name(OPERANDS_##arguments(double))); \
		break;
#include "generator/language/functions.def"
	case FN_COUNT:
		break;
	}
	round_values(type, n, r);
}

double
function_at(enum function function, double x)
{
	double r;

	apply_function(function, TYPE_DOUBLE, 1, &x, &x, &x, &r);
	return r;
}

void
apply_operation(const struct expr *e, int n, const struct row operands[3], double *r)
{
	const double *a = operands[0].values, *b = operands[1].values, *c = operands[2].values;
	int power = literal_power(e);

	if (e->kind == EXPR_UNARY)
		apply_operator(e->u.unary.op, e->type, n, a, a, r);
	else if (e->kind == EXPR_BINARY)
		apply_operator(e->u.binary.op, e->type, n, a, b, r);
	else if (e->kind == EXPR_SELECT)
		EACH(a[i] != 0 ? b[i] : c[i]);
	else if (power >= 0)
		apply_power(power, e->type, n, a, r);
	else
		apply_function(e->u.call.function, e->type, n, a, b, c, r);
}
