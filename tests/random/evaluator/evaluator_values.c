#include "tests/random/evaluator/evaluator_program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct value
convert(struct value v, enum kind kind)
{
	struct value to = { .kind = kind };
	const double number = v.kind == K_INT ? v.u.i : v.kind == K_FLOAT ? (double)v.u.f : v.u.d;

	if (kind == v.kind)
		return v;
	if (kind == K_FLOAT)
		to.u.f = v.kind == K_INT ? (float)v.u.i : (float)number;
	else
		to.u.d = number;
	return to;
}

struct value
nothing(enum kind kind)
{
	struct value v = { .kind = kind };

	if (kind == K_FLOAT)
		v.u.f = NAN;
	else if (kind == K_DOUBLE)
		v.u.d = NAN;
	return v;
}

struct value
number_of(const char *text, enum kind kind)
{
	struct value v = { .kind = kind };

	if (kind == K_INT)
		v.u.i = (int32_t)strtol(text, NULL, 10);
	else if (kind == K_FLOAT)
		v.u.f = strtof(text, NULL);
	else
		v.u.d = strtod(text, NULL);
	return v;
}

bool
holds(const char *op, struct value a, struct value b)
{
	const double x = a.kind == K_INT ? a.u.i : a.kind == K_FLOAT ? (double)a.u.f : a.u.d;
	const double y = b.kind == K_INT ? b.u.i : b.kind == K_FLOAT ? (double)b.u.f : b.u.d;

	switch (*op) {
	case '<': return op[1] ? x <= y : x < y;
	case '>': return op[1] ? x >= y : x > y;
	case '=': return x == y;
	default:  return x != y;
	}
}

#define CALCULATE(member) \
	switch (op) { \
	case '+': r.u.member = a.u.member + b.u.member; break; \
	case '-': r.u.member = a.u.member - b.u.member; break; \
	case '*': r.u.member = a.u.member*b.u.member; break; \
	default:  r.u.member = a.u.member/b.u.member; break; \
	}

struct value
calculate(char op, struct value a, struct value b)
{
	struct value r = { .kind = a.kind };
	const uint32_t i = (uint32_t)a.u.i, j = (uint32_t)b.u.i;

	if (a.kind == K_INT)
		r.u.i = (int32_t)(op == '+' ? i + j : op == '-' ? i - j : i*j);
	else if (a.kind == K_FLOAT)
		CALCULATE(f)
	else
		CALCULATE(d)
	return r;
}

struct value
negate(struct value a)
{
	if (a.kind == K_INT)
		a.u.i = (int32_t)(0 - (uint32_t)a.u.i);
	else if (a.kind == K_FLOAT)
		a.u.f = -a.u.f;
	else
		a.u.d = -a.u.d;
	return a;
}

bool
is_so(const char *name, double x)
{
	return !strcmp(name, "isnan") ? x != x : x - x == 0;
}

/* The sign of one that is not a number says nothing. */
static double
with_sign_of(double a, double b)
{
	return b < 0 || (b == 0 && 1/b < 0) ? -fabs(a) : fabs(a);
}

static double
sign(double a)
{
	return a < 0 ? -1 : a > 0 ? 1 : a;
}

static float
call_float(const char *name, float a, float b, float c)
{
	return !strcmp(name, "asin") ? asinf(a) : !strcmp(name, "acos") ? acosf(a) : !strcmp(name, "atan") ? atanf(a)
		: !strcmp(name, "atan2") ? atan2f(a, b) : !strcmp(name, "sinh") ? sinhf(a) : !strcmp(name, "cosh") ? coshf(a)
		: !strcmp(name, "erf") ? erff(a) : !strcmp(name, "log10") ? log10f(a) : !strcmp(name, "exp2") ? exp2f(a)
		: !strcmp(name, "copysign") ? (float)with_sign_of(a, b) : !strcmp(name, "sign") ? (float)sign(a)
		: !strcmp(name, "abs") ? fabsf(a) : !strcmp(name, "sqrt") ? sqrtf(a)
		: !strcmp(name, "cbrt") ? cbrtf(a) : !strcmp(name, "exp") ? expf(a)
		: !strcmp(name, "log") ? logf(a) : !strcmp(name, "sin") ? sinf(a)
		: !strcmp(name, "cos") ? cosf(a) : !strcmp(name, "tan") ? tanf(a)
		: !strcmp(name, "tanh") ? tanhf(a) : !strcmp(name, "floor") ? floorf(a)
		: !strcmp(name, "ceil") ? ceilf(a) : !strcmp(name, "pow") ? powf(a, b) : fmaf(a, b, c);
}

static double
call_double(const char *name, double a, double b, double c)
{
	return !strcmp(name, "asin") ? asin(a) : !strcmp(name, "acos") ? acos(a) : !strcmp(name, "atan") ? atan(a)
		: !strcmp(name, "atan2") ? atan2(a, b) : !strcmp(name, "sinh") ? sinh(a) : !strcmp(name, "cosh") ? cosh(a)
		: !strcmp(name, "erf") ? erf(a) : !strcmp(name, "log10") ? log10(a) : !strcmp(name, "exp2") ? exp2(a)
		: !strcmp(name, "copysign") ? with_sign_of(a, b) : !strcmp(name, "sign") ? sign(a)
		: !strcmp(name, "abs") ? fabs(a) : !strcmp(name, "sqrt") ? sqrt(a)
		: !strcmp(name, "cbrt") ? cbrt(a) : !strcmp(name, "exp") ? exp(a)
		: !strcmp(name, "log") ? log(a) : !strcmp(name, "sin") ? sin(a)
		: !strcmp(name, "cos") ? cos(a) : !strcmp(name, "tan") ? tan(a)
		: !strcmp(name, "tanh") ? tanh(a) : !strcmp(name, "floor") ? floor(a)
		: !strcmp(name, "ceil") ? ceil(a) : !strcmp(name, "pow") ? pow(a, b) : fma(a, b, c);
}

static bool
is_small_power(const struct node *node)
{
	const struct node *exponent = node->part[1];

	return !strcmp(node->text, "pow") && exponent->form == F_NUMBER && strlen(exponent->text) == 1
		&& *exponent->text <= '8';
}

/* v: converted to the kind of the value. */
struct value
call(const struct node *node, const struct value *v)
{
	struct value r = v[0];

	if (!strcmp(node->text, "float") || !strcmp(node->text, "double") || !strcmp(node->text, "real") || !strcmp(node->text, "low"))
		return r;
	if (!strcmp(node->text, "min"))
		return holds("<", v[1], v[0]) ? v[1] : v[0];
	if (!strcmp(node->text, "max"))
		return holds("<", v[0], v[1]) ? v[1] : v[0];
	if (r.kind == K_INT && !strcmp(node->text, "sign"))
		r.u.i = r.u.i > 0 ? 1 : r.u.i < 0 ? -1 : 0;
	else if (r.kind == K_INT)
		r = r.u.i < 0 ? negate(r) : r;
	if (r.kind == K_INT)
		return r;
	if (is_small_power(node)) {
		r = number_of("1", v[0].kind);
		for (int i = *node->part[1]->text - '0'; i > 0; i--)
			r = calculate('*', r, v[0]);
	} else if (r.kind == K_FLOAT) {
		r.u.f = call_float(node->text, v[0].u.f, v[1].u.f, v[2].u.f);
	} else {
		r.u.d = call_double(node->text, v[0].u.d, v[1].u.d, v[2].u.d);
	}
	return r;
}

enum kind
wider(const struct program *p, enum kind a, enum kind b)
{
	if (a == K_NONE || b == K_NONE) /* what a sweep assigns below is not known yet */
		return a > b ? a : b;
	if ((a == K_INT && b == K_DECIMAL) || (a == K_DECIMAL && b == K_INT))
		return p->real;
	return a > b ? a : b;
}

enum kind
conversion_kind(const struct program *p, const char *name)
{
	return !strcmp(name, "float") ? K_FLOAT : !strcmp(name, "double") ? K_DOUBLE
		: !strcmp(name, "real") ? p->real : !strcmp(name, "low") ? p->low : K_NONE;
}

enum kind
resolved(const struct program *p, enum kind kind)
{
	return kind == K_WHOLE ? K_INT : kind == K_DECIMAL ? p->real : kind;
}
