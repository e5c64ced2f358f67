#include "generator/check/check.h"
#include "generator/interpret/interpret.h"
#include "generator/language/parse.h"
#include "tests/unit/generator/reference.h"

#include <check.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

Suite *interpret_suite(void);

enum { MOST = 16 }; /* fields or params of a stencil here */
static const int odd_size[3] = { 13, 9, 5 };

/* A stencil and its data. */
struct trial {
	struct arena memory;
	const struct stencil *stencil;
	int size[3];
	int point[3]; /* where at() and the like look */
	void *fields[MOST];
	double params[MOST];
	double *bounds[MOST];
	bool bounded; /* ask for bounds */
};

/* --- Helpers --- */

/* A number in (-1,1) that two neighbours do not share. */
static double
mixed(const struct field *field, size_t i)
{
	uint64_t h = ((uint64_t)field->index + 1) << 40 | i;

	h = (h ^ h >> 30)*0xbf58476d1ce4e5b9;
	h = (h ^ h >> 27)*0x94d049bb133111eb;
	h ^= h >> 31;
	return field->type == TYPE_FLOAT ? (double)(int64_t)(h >> 40)*0x1p-23 - 1 + 0x1p-24
		: (double)(int64_t)(h >> 11)*0x1p-52 - 1 + 0x1p-53;
}

static size_t
count_of(const struct trial *t, const struct field *field)
{
	const size_t plane = (size_t)t->size[0]*(size_t)t->size[1], levels = (size_t)t->size[2];

	return field->shape == SHAPE_COLUMN ? plane
		: field->shape == SHAPE_PROFILE ? levels : plane*levels;
}

static void
put(const struct trial *t, const struct field *field, size_t i, double value)
{
	if (field->type == TYPE_FLOAT)
		((float *)t->fields[field->index])[i] = (float)value;
	else
		((double *)t->fields[field->index])[i] = value;
}

static double
get(const struct trial *t, const struct field *field, size_t i)
{
	if (field->type == TYPE_FLOAT)
		return (double)((float *)t->fields[field->index])[i];
	return ((double *)t->fields[field->index])[i];
}

static void
prepare_fields(struct trial *t)
{
	for (const struct field *f = t->stencil->fields; f; f = f->next) {
		const size_t count = count_of(t, f);

		t->fields[f->index] = f->type == TYPE_FLOAT
			? (void *)arena_array(&t->memory, float, count)
			: (void *)arena_array(&t->memory, double, count);
		t->bounds[f->index] = arena_array(&t->memory, double, count);
		for (size_t i = 0; i < count; i++)
			put(t, f, i, mixed(f, i));
	}
	for (const struct param *p = t->stencil->params; p; p = p->next)
		t->params[p->index] = strtod(p->value, NULL);
}

static struct trial *
prepare_text(const char *text, enum type precision, const int size[3])
{
	struct trial *t = calloc(1, sizeof *t);
	struct diagnostics diagnostics = { .out = stderr, .quiet = true };
	const struct source source = {
		.path = "trial", .text = text, .size = strlen(text), .diagnostics = &diagnostics,
	};
	struct stencil *stencil;

	ck_assert_ptr_nonnull(t);
	stencil = parse_stencils(&t->memory, &source);
	ck_assert_int_eq(diagnostics.errors, 0);
	ck_assert(check_stencils(&t->memory, &source, stencil, precision));
	t->stencil = stencil;
	for (int a = 0; a < 3; a++) {
		t->size[a] = size[a];
		t->point[a] = size[a]/2;
	}
	prepare_fields(t);
	return t;
}

static struct trial *
prepare_in(enum type precision, const char *body)
{
	struct arena memory = { NULL };
	struct trial *t = prepare_text(arena_printf(&memory, "stencil s { %s }", body),
		precision, odd_size);

	arena_free(&memory);
	return t;
}

static struct trial *
prepare(const char *body)
{
	return prepare_in(TYPE_DOUBLE, body);
}

static struct trial *
prepare_file(const char *name, enum type precision, const int size[3])
{
	struct arena memory = { NULL };
	char *text = arena_array(&memory, char, 1 << 16);
	FILE *file = fopen(arena_printf(&memory, "stencils/%s.stencil", name), "r");
	struct trial *t;

	ck_assert_ptr_nonnull(file);
	ck_assert(fread(text, 1, (1 << 16) - 1, file) > 0);
	fclose(file);
	t = prepare_text(text, precision, size);
	arena_free(&memory);
	return t;
}

static bool
go(struct trial *t)
{
	const struct interpretation run = {
		.stencil = t->stencil,
		.size = { t->size[0], t->size[1], t->size[2] },
		.fields = t->fields,
		.params = t->params,
		.bounds = t->bounded ? t->bounds : NULL,
	};

	return interpret(&run);
}

static void
end(struct trial *t)
{
	arena_free(&t->memory);
	free(t);
}

static const struct field *
named(const struct trial *t, const char *name)
{
	const struct field *f = t->stencil->fields;

	while (f && strcmp(f->name, name))
		f = f->next;
	ck_assert_ptr_nonnull(f);
	return f;
}

/* The index at an offset from the point. */
static size_t
place(const struct trial *t, const struct field *f, int dx, int dy, int dz)
{
	const int x = t->point[0] + dx, y = t->point[1] + dy, z = t->point[2] + dz;

	if (f->shape == SHAPE_PROFILE)
		return (size_t)z;
	return (size_t)(((f->shape == SHAPE_COLUMN ? 0 : z)*t->size[1] + y)*t->size[0] + x);
}

/* A value there: now, before the run, and the bound of one. */
static double
at(const struct trial *t, const char *name, int dx, int dy, int dz)
{
	const struct field *f = named(t, name);

	return get(t, f, place(t, f, dx, dy, dz));
}

static double
before(const struct trial *t, const char *name)
{
	const struct field *f = named(t, name);

	return mixed(f, place(t, f, 0, 0, 0));
}

static double
bound(const struct trial *t, const char *name)
{
	const struct field *f = named(t, name);

	return t->bounds[f->index][place(t, f, 0, 0, 0)];
}

static void
set(const struct trial *t, const char *name, double value)
{
	const struct field *f = named(t, name);

	put(t, f, place(t, f, 0, 0, 0), value);
}

/* Does a body; what output o is at the point. */
static double
result_in(enum type precision, const char *body)
{
	struct trial *t = prepare_in(precision, body);
	double o;

	ck_assert(go(t));
	o = at(t, "o", 0, 0, 0);
	end(t);
	return o;
}

/* The result where a and b have these values. */
static double
result_of(const char *body, double a, double b)
{
	struct trial *t = prepare(body);
	double o;

	set(t, "a", a);
	set(t, "b", b);
	ck_assert(go(t));
	o = at(t, "o", 0, 0, 0);
	end(t);
	return o;
}

static bool
same(double a, double b)
{
	return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

/* Goes on to the next point of the domain; false after the last. */
static bool
next_point(struct trial *t, bool first)
{
	int low[3], high[3], axis = 0;

	ck_assert(interpret_domain(t->stencil, t->size, low, high));
	if (first) {
		memcpy(t->point, low, sizeof low);
		return true;
	}
	while (axis < 3 && ++t->point[axis] == high[axis])
		t->point[axis] = low[axis], axis++;
	return axis < 3;
}

/* Does a body, with bounds or without, then asserts that a property of the
 * trial t holds at every point of the domain. */
#define TRIAL(name, with_bounds, body, property) \
	START_TEST(name) \
	{ \
		struct trial *t = prepare(body); \
		t->bounded = with_bounds; \
		ck_assert(go(t)); \
		for (bool more = next_point(t, true); more; more = next_point(t, false)) \
			ck_assert(property); \
		end(t); \
	} \
	END_TEST

/* For these: a value at the point and at an offset from it. */
#define HERE(name) at(t, name, 0, 0, 0)
#define AT(name, dx, dy, dz) at(t, name, dx, dy, dz)

/* --- References --- */

START_TEST(references_agree_bit_for_bit)
{
	const struct reference *r = &references[_i/4];
	const enum type precision = _i & 1 ? TYPE_FLOAT : TYPE_DOUBLE;
	struct trial *got = prepare_file(r->name, precision, odd_size);
	struct trial *want = prepare_file(r->name, precision, odd_size);

	if (_i & 2 && got->stencil->param_count == 3)
		got->params[2] = want->params[2] = 3; /* c_flat_limit */
	ck_assert(go(got));
	(precision == TYPE_FLOAT ? r->in_float : r->in_double)(want->size, want->fields, want->params);
	for (const struct field *f = got->stencil->fields; f; f = f->next)
		for (size_t i = 0; i < count_of(got, f); i++)
			ck_assert_msg(same(get(got, f, i), get(want, f, i)),
				"%s: %s[%zu] is %a, should be %a", r->name, f->name, i,
				get(got, f, i), get(want, f, i));
	end(got);
	end(want);
}
END_TEST

/* --- Operations: name, expression, what it is in double and in float --- */

#define OPERATIONS(CASE) \
	CASE(sum, "a + b", a + b, a + b) \
	CASE(difference, "a - b", a - b, a - b) \
	CASE(product, "a*b", a*b, a*b) \
	CASE(quotient, "a/b", a/b, a/b) \
	CASE(left_to_right, "a - b - a*b*a", a - b - a*b*a, a - b - a*b*a) \
	CASE(right_first, "a - (b - a*(b*a))", a - (b - a*(b*a)), a - (b - a*(b*a))) \
	CASE(literals, "0.1*a + 3", 0.1*a + 3, 0.1f*a + 3) \
	CASE(thirds, "1/3*a", 1.0/3*a, 1.0f/3*a) \
	CASE(negated, "-a*-(b)", -a*-b, -a*-b) \
	CASE(smaller, "min(a, b)", b < a ? b : a, b < a ? b : a) \
	CASE(larger, "max(a, b)", a < b ? b : a, a < b ? b : a) \
	CASE(absolute, "abs(a)", fabs(a), fabsf(a)) \
	CASE(root, "sqrt(abs(a))", sqrt(fabs(a)), sqrtf(fabsf(a))) \
	CASE(cube_root, "cbrt(a)", cbrt(a), cbrtf(a)) \
	CASE(exponential, "exp(a)", exp(a), expf(a)) \
	CASE(logarithm, "log(abs(a))", log(fabs(a)), logf(fabsf(a))) \
	CASE(power, "pow(abs(a), b)", pow(fabs(a), b), powf(fabsf(a), b)) \
	CASE(power_0, "pow(a, 0)", 1, 1) \
	CASE(power_1, "pow(a, 1)", a, a) \
	CASE(power_3, "pow(a, 3)", (a*a)*a, (a*a)*a) \
	CASE(power_8, "pow(a, 8)", ((((((a*a)*a)*a)*a)*a)*a)*a, ((((((a*a)*a)*a)*a)*a)*a)*a) \
	CASE(power_9, "pow(a, 9)", pow(a, 9), powf(a, 9)) \
	CASE(power_half, "pow(abs(a), 0.5)", pow(fabs(a), 0.5), powf(fabsf(a), 0.5f)) \
	CASE(sine, "sin(9*a)", sin(9*a), sinf(9*a)) \
	CASE(cosine, "cos(9*a)", cos(9*a), cosf(9*a)) \
	CASE(tangent, "tan(9*a)", tan(9*a), tanf(9*a)) \
	CASE(hyperbolic, "tanh(2*a)", tanh(2*a), tanhf(2*a)) \
	CASE(floored, "floor(9*a)", floor(9*a), floorf(9*a)) \
	CASE(ceiled, "ceil(9*a)", ceil(9*a), ceilf(9*a)) \
	CASE(fused, "fma(a, b, a)", fma(a, b, a), fmaf(a, b, a)) \
	CASE(less, "a < b ? a : 2*b", a < b ? a : 2*b, a < b ? a : 2*b) \
	CASE(at_most, "a <= b ? a : 2*b", a <= b ? a : 2*b, a <= b ? a : 2*b) \
	CASE(greater, "a > b ? a : 2*b", a > b ? a : 2*b, a > b ? a : 2*b) \
	CASE(at_least, "a >= b ? a : 2*b", a >= b ? a : 2*b, a >= b ? a : 2*b) \
	CASE(equal, "a == a ? a : b", a, a) \
	CASE(unequal, "a != a ? a : b", b, b) \
	CASE(both, "a > 0 && b > 0 ? a : b", a > 0 && b > 0 ? a : b, a > 0 && b > 0 ? a : b) \
	CASE(either, "a > 0 || b > 0 ? a : b", a > 0 || b > 0 ? a : b, a > 0 || b > 0 ? a : b) \
	CASE(negation, "!(a > 0) ? a : b", a > 0 ? b : a, a > 0 ? b : a) \
	CASE(chosen_condition, "(a > 0 ? b > 0 : b < 0) ? a : b", \
		(a > 0) == (b > 0) ? a : b, (a > 0) == (b > 0) ? a : b)

#define FUNCTIONS(name, text, in_double, in_float) \
	static double name##_double(double a, double b) { (void)a; (void)b; return in_double; } \
	static float name##_float(float a, float b) { (void)a; (void)b; return in_float; }
OPERATIONS(FUNCTIONS)

static const struct operation {
	const char *text;
	double (*in_double)(double a, double b);
	float (*in_float)(float a, float b);
} operations[] = {
#define OPERATION(name, text, in_double, in_float) { text, name##_double, name##_float },
	OPERATIONS(OPERATION)
};

START_TEST(operations_are_those_of_c)
{
	const struct operation *operation = &operations[_i/2];
	const bool single = _i & 1;
	char body[200];
	struct trial *t;

	snprintf(body, sizeof body, "in a, b; out o; o = %s;", operation->text);
	t = prepare_in(single ? TYPE_FLOAT : TYPE_DOUBLE, body);
	ck_assert(go(t));
	for (size_t i = 0; i < count_of(t, named(t, "o")); i++) {
		const double a = get(t, named(t, "a"), i), b = get(t, named(t, "b"), i);
		const double want = single
			? (double)operation->in_float((float)a, (float)b) : operation->in_double(a, b);

		ck_assert_msg(same(get(t, named(t, "o"), i), want),
			"%s where a = %a, b = %a is %a, not %a",
			operation->text, a, b, get(t, named(t, "o"), i), want);
	}
	end(t);
}
END_TEST

static const struct {
	const char *body;
	double a, b, want;
} special_values[] = {
	{ "o = min(a, b);", 0.0, -0.0, 0.0 },
	{ "o = min(a, b);", -0.0, 0.0, -0.0 },
	{ "o = max(a, b);", 0.0, -0.0, 0.0 },
	{ "o = max(a, b);", -0.0, 0.0, -0.0 },
	{ "o = min(a, b);", NAN, 1, NAN },
	{ "o = min(a, b);", 1, NAN, 1 },
	{ "o = max(a, b);", NAN, 1, NAN },
	{ "o = max(a, b);", 1, NAN, 1 },
	{ "o = -a;", 0.0, 1, -0.0 },
	{ "o = 0 - a;", 0.0, 1, 0.0 },
	{ "t = -a; o = t;", NAN, 1, NAN },
	{ "o = abs(b*a);", -0.0, 1, 0.0 },
	{ "o = 0*a + b;", INFINITY, 1, NAN },
	{ "o = a + 0*b;", -0.0, 1, 0.0 },
	{ "o = a/b;", 1, -0.0, -INFINITY },
	{ "o = a == b ? 1 : 2;", 0.0, -0.0, 1 },
	{ "o = a != a ? 1 : b;", NAN, 2, 1 },
	{ "o = !(a < b) ? 1 : 2;", NAN, 2, 1 },
	{ "o = pow(a, 0) + 0*b;", NAN, 1, 1 },
};

START_TEST(special_values_are_kept)
{
	char body[100];

	snprintf(body, sizeof body, "in a, b; out o; %s", special_values[_i].body);
	ck_assert_msg(same(result_of(body, special_values[_i].a, special_values[_i].b),
		special_values[_i].want), "%s", body);
}
END_TEST

/* What a body of literals, params and levels leaves in o. */
static const struct {
	enum type precision;
	const char *body;
	double want;
} constants[] = {
	{ TYPE_DOUBLE, "out o; o = 1/4;", 0.25 },
	{ TYPE_DOUBLE, "out o; param int n = 1, m = 3; o = n/m;", 1.0/3 },
	{ TYPE_FLOAT,  "out o; param int n = 1, m = 3; o = n/m;", 1.0f/3 },
	{ TYPE_DOUBLE, "out o; param int n = 7; o = n/2;", 3.5 },
	{ TYPE_DOUBLE, "out o; param int n = 100000000; o = n + 2147483647;", -2047483649 },
	{ TYPE_DOUBLE, "out o; param int n = -2; o = n - 2147483647;", 2147483647 },
	{ TYPE_DOUBLE, "out o; param int n = 65537; o = n*n;", 131073 },
	{ TYPE_DOUBLE, "out o; param int n = 65536; o = n*n + n*65535;", -65536 },
	{ TYPE_DOUBLE, "out o; param int n = -1; o = -(n - 2147483647);", -2147483648.0 },
	{ TYPE_DOUBLE, "out o; param int n = -1; o = abs(n - 2147483647);", -2147483648.0 },
	{ TYPE_DOUBLE, "out o; param int n = -3; o = min(n, 2)*max(n, 2)*abs(n);", -18 },
	{ TYPE_DOUBLE, "out o; param int n = 0; o = 1/(-n);", INFINITY },
	{ TYPE_FLOAT,  "out o; param int n = 16777217; o = n;", 16777216 },
	{ TYPE_FLOAT,  "out o; param int n = 16777217; o = n > 16777216 ? 1 : 2;", 1 },
	{ TYPE_FLOAT,  "out o; param p = 16777216; param int n = 16777217; o = n > p ? 1 : 2;", 2 },
	{ TYPE_FLOAT,  "out o; param p = 0.1; o = p;", 0.1f },
	{ TYPE_FLOAT,  "out o; param double p = 0.1; o = p - 0.1 == 0 ? 1 : 2;", 1 },
	{ TYPE_FLOAT,  "out double o; param double p = 0.1; o = p;", 0.1 },
	{ TYPE_FLOAT,  "out double o; o = 0.1;", 0.1 },
	{ TYPE_FLOAT,  "out o; o = 1.000000059604644775390625000000000000000000001;", 1 + 0x1p-23 },
	{ TYPE_FLOAT,  "out o; param p = 1; o = 16777216*p + 1 - 16777216;", 0 },
	{ TYPE_FLOAT,  "out double o; param p = 1; param double q = 1; o = 16777216*p + q - 16777216;",
		1 },
	{ TYPE_FLOAT,  "out o; param p = 1.000244140625, q = 1e-20; o = fma(p, p, q);", 0x1.002002p0 },
	{ TYPE_DOUBLE, "out o; o = level;", 2 },
	{ TYPE_DOUBLE, "out o; o = levels;", 5 },
	{ TYPE_DOUBLE, "out o; o = level/levels;", 0.4 },
	{ TYPE_DOUBLE, "out o; o = levels - 1 == level + 2 ? 1 : 2;", 1 },
	{ TYPE_DOUBLE, "out o; t = level < 3; o = t && !(level < 2) ? 1 : 2;", 1 },
	{ TYPE_FLOAT,  "out double o; param int n = 16777217; t = n; if (n < 0) { t = 0.5; } o = t;",
		16777216 },
	{ TYPE_DOUBLE, "out o; t = 1; if (level > 1) { t = 0.5; } o = t/2;", 0.25 },
};

START_TEST(constants_have_their_types)
{
	const double got = result_in(constants[_i].precision, constants[_i].body);

	ck_assert_msg(same(got, constants[_i].want), "%s: %a", constants[_i].body, got);
}
END_TEST

TRIAL(float_with_double_is_double, false,
	"in float a; in double b; out double o; o = a*b;",
	HERE("o") == HERE("a")*HERE("b"))
TRIAL(store_rounds, false,
	"in double a, b; out float o; o = a*b;",
	HERE("o") == (double)(float)(HERE("a")*HERE("b")))
TRIAL(output_is_read_back_rounded, false,
	"in double a; out float f; out o; f = a; o = f;",
	HERE("o") == (double)(float)HERE("a"))
TRIAL(temporary_has_the_type_of_its_expression, false,
	"in float a; out double o; t = a*a; o = t;",
	HERE("o") == (double)((float)HERE("a")*(float)HERE("a")))
TRIAL(temporary_has_the_wider_type_of_two_branches, false,
	"in double a; in float b; out double o; if (b < 0) { t = b*b; } else { t = a; } o = t*t;",
	HERE("b") >= 0 ? HERE("o") == HERE("a")*HERE("a")
		: HERE("o") == pow((double)(float)(HERE("b")*HERE("b")), 2))

/* --- Statements --- */

TRIAL(temporary_keeps_the_old_value, false,
	"inout u; out o; t = u; u = 2*u; o = t;",
	HERE("o") == before(t, "u"))
TRIAL(statements_go_in_order, false,
	"inout u; out o; u = 2*u; o = u;",
	HERE("o") == 2*before(t, "u"))
TRIAL(every_assignment_makes_a_version, false,
	"in a; out o, p; t = a; o = t; t = t + 1; p = t;",
	HERE("o") == HERE("a") && HERE("p") == HERE("a") + 1)
TRIAL(condition_that_fails_keeps_an_inout, false,
	"in a; inout u; if (a > 0) { u = a; }",
	HERE("u") == (HERE("a") > 0 ? HERE("a") : before(t, "u")))
TRIAL(condition_is_taken_once, false,
	"inout u; if (u > 0) { u = -u; u = u - 1; }",
	HERE("u") == (before(t, "u") > 0 ? -before(t, "u") - 1 : before(t, "u")))
TRIAL(first_condition_that_holds_decides, false,
	"in a; out o; if (a < -0.3) { o = 1; } else if (a < 0.3) { o = 2; } else { o = 3; }",
	HERE("o") == (HERE("a") < -0.3 ? 1 : HERE("a") < 0.3 ? 2 : 3))
TRIAL(branches_start_from_the_same_values, false,
	"in a; out o; t = a; if (a > 0) { t = 3*t; o = t; } else { o = t; }",
	HERE("o") == (HERE("a") > 0 ? 3*HERE("a") : HERE("a")))
TRIAL(assignments_in_an_if_overwrite_each_other, false,
	"in a; out o; t = a; if (a > 0) { t = t + 1; t = 2*t; } o = t[west];",
	HERE("o") == (AT("a", -1, 0, 0) > 0 ? 2*(AT("a", -1, 0, 0) + 1) : AT("a", -1, 0, 0)))
TRIAL(ifs_nest, false,
	"in a, b; inout u;"
	"if (a > 0) { if (b > 0) { u = a; } else { u = u + b; } t = u; u = t + 1; }",
	HERE("u") == (HERE("a") > 0 ? (HERE("b") > 0 ? HERE("a") : before(t, "u") + HERE("b")) + 1
		: before(t, "u")))
TRIAL(temporary_may_live_in_one_branch, false,
	"in a; out o; if (a > 0) { t = 2*a; o = t*t; } else { o = a; }",
	HERE("o") == (HERE("a") > 0 ? 4*(HERE("a")*HERE("a")) : HERE("a")))
TRIAL(earlier_version_is_read_at_an_offset, false,
	"in a, b; out o; t = a; s = t; if (b > 0) { t = b; s = t; } o = t[east] - s[north];",
	HERE("o") == (AT("b", 1, 0, 0) > 0 ? AT("b", 1, 0, 0) : AT("a", 1, 0, 0))
		- (AT("b", 0, -1, 0) > 0 ? AT("b", 0, -1, 0) : AT("a", 0, -1, 0)))
TRIAL(condition_is_taken_at_the_shifted_point, false,
	"in a, b; out o; if (b[0,1] > 0) { t = a; } else { t = -a; } o = t[1,0,-1];",
	HERE("o") == (AT("b", 1, 1, -1) > 0 ? AT("a", 1, 0, -1) : -AT("a", 1, 0, -1)))
TRIAL(level_is_taken_at_the_shifted_point, false,
	"out o; t = level; o = t[above];",
	HERE("o") == t->point[2] + 1)
TRIAL(level_counts_from_the_edge_of_the_grid, false,
	"out o; halo [0,0,1]; o = level;",
	HERE("o") == t->point[2])
TRIAL(column_is_taken_at_the_shifted_point, false,
	"in column c; out o; t = c[1,-1]; o = t[west] + t[0,0,1];",
	HERE("o") == AT("c", 0, -1, 0) + AT("c", 1, -1, 0))
TRIAL(profile_is_taken_at_the_shifted_point, false,
	"in profile p; out o; t = p; o = t[1,1,1] + p[below];",
	HERE("o") == AT("p", 0, 0, 1) + AT("p", 0, 0, -1))
TRIAL(temporary_is_there_past_the_edges, false,
	"in a; out o; t = a[west.west]; s = t[east]; o = s[east];",
	HERE("o") == HERE("a"))
TRIAL(named_offsets_add_up, false,
	"in a; out o; neighbor far = [3,0,1]; o = a[far.west.south];",
	HERE("o") == AT("a", 2, 1, 1))

/* --- Domains --- */

static const struct {
	const char *body;
	int low[3], high[3];
} domains[] = {
	{ "in a; out o; o = a;", { 0, 0, 0 }, { 13, 9, 5 } },
	{ "out o; o = 2;", { 0, 0, 0 }, { 13, 9, 5 } },
	{ "in a; out o; o = a[-1,0] + a[2,-3,1];", { 1, 3, 0 }, { 11, 9, 4 } },
	{ "in a; out o; t = a[-1,0] + a[0,2]; o = t + t[0,1,-1];", { 1, 0, 1 }, { 13, 6, 5 } },
	{ "in a; out o; t = a[west]; o = t[east];", { 0, 0, 0 }, { 13, 9, 5 } },
	{ "in a; out o; t = a[west] + a; o = t[east];", { 0, 0, 0 }, { 12, 9, 5 } },
	{ "in a; out o; t = a[-4,0]; o = a;", { 0, 0, 0 }, { 13, 9, 5 } },
	{ "in a; out o; if (a > 0) { t = a[west]; o = a; } else { o = 1; }",
		{ 0, 0, 0 }, { 13, 9, 5 } },
	{ "in a; out o; if (a > 0) { o = a[west]; } else { o = a[2,0]; }", { 1, 0, 0 }, { 11, 9, 5 } },
	{ "in a; inout u; if (a[north] > 0) { u = 2; }", { 0, 1, 0 }, { 13, 9, 5 } },
	{ "in a; inout u; if (a[north] > 0) { if (a[above] > 0) { u = 2; } }",
		{ 0, 1, 0 }, { 13, 9, 4 } },
	{ "in a; out o; t = 1; if (a[west] > 0) { t = 2; } o = t[south];", { 1, 0, 0 }, { 13, 8, 5 } },
	{ "in a; out o; t = a[west]; if (a > 0) { t = a; } o = t;", { 1, 0, 0 }, { 13, 9, 5 } },
	{ "in a; out o; o = a > 0 ? a[west] : a[south];", { 1, 0, 0 }, { 13, 8, 5 } },
	{ "in a; out o, p; o = a[west]; p = a[east];", { 1, 0, 0 }, { 12, 9, 5 } },
	{ "in a; out o; o = a[west]; o = a;", { 1, 0, 0 }, { 13, 9, 5 } },
	{ "in a; out o; halo [3,2,1]; o = a[west];", { 3, 2, 1 }, { 10, 7, 4 } },
	{ "in column c; in profile p; out o; o = c[west] + p[above];", { 1, 0, 0 }, { 13, 9, 4 } },
	{ "in column c; out o; t = c[west]; o = t[above];", { 1, 0, 0 }, { 13, 9, 5 } },
	{ "in profile p; out o; t = p[above]; o = t[west];", { 0, 0, 0 }, { 13, 9, 4 } },
	{ "in a; out o; o = a[6,0] + a[-6,0];", { 6, 0, 0 }, { 7, 9, 5 } },
	{ "in a; out o; if (a > 0) { t = a; s = t; t = a[west]; o = s; } else { o = 1; }",
		{ 1, 0, 0 }, { 13, 9, 5 } },
};

START_TEST(domain_follows_from_the_reads)
{
	struct trial *t = prepare(domains[_i].body);
	int low[3], high[3];

	ck_assert(interpret_domain(t->stencil, t->size, low, high));
	for (int a = 0; a < 3; a++)
		ck_assert_msg(low[a] == domains[_i].low[a] && high[a] == domains[_i].high[a],
			"%s: %d..%d along axis %d", domains[_i].body, low[a], high[a], a);
	end(t);
}
END_TEST

START_TEST(domain_is_that_of_the_checker)
{
	struct trial *t = prepare(domains[_i].body);

	for (int a = 0; a < 3; a++)
		ck_assert(t->stencil->border.low[a] == domains[_i].low[a] &&
			t->size[a] - t->stencil->border.high[a] == domains[_i].high[a]);
	end(t);
}
END_TEST

static bool
is_inside(const struct trial *t, const int low[3], const int high[3])
{
	for (int a = 0; a < 3; a++)
		if (t->point[a] < low[a] || t->point[a] >= high[a])
			return false;
	return true;
}

START_TEST(only_the_domain_is_written)
{
	struct trial *t = prepare(domains[_i].body);

	ck_assert(go(t));
	for (t->point[2] = 0; t->point[2] < t->size[2]; t->point[2]++)
		for (t->point[1] = 0; t->point[1] < t->size[1]; t->point[1]++)
			for (t->point[0] = 0; t->point[0] < t->size[0]; t->point[0]++)
				for (const struct field *f = t->stencil->fields; f; f = f->next) {
					const bool inside = is_inside(t, domains[_i].low, domains[_i].high);
					const bool changed = !same(HERE(f->name), before(t, f->name));

					ck_assert(!isnan(HERE(f->name)));
					ck_assert(f->role == ROLE_INOUT || changed == (f->role == ROLE_OUT && inside));
					ck_assert(inside || !changed);
				}
	end(t);
}
END_TEST

START_TEST(empty_domain_does_nothing)
{
	struct trial *t = prepare("in a; out o; o = a[7,0] + a[-6,0];");

	ck_assert(!go(t) && HERE("o") == before(t, "o"));
	end(t);
}
END_TEST

/* --- Error bounds --- */

TRIAL(copies_are_exact, true,
	"in a; out o; t = min(a, abs(a[west])); o = -t;",
	bound(t, "o") == 0)
TRIAL(bound_holds_for_a_contracted_product, true,
	"in a, b; out o; o = a*b + b;",
	fabs(fma(HERE("a"), HERE("b"), HERE("b")) - HERE("o")) <= bound(t, "o")
		&& bound(t, "o") > 0 && bound(t, "o") < 1e-15)
TRIAL(bound_covers_the_rounding_of_a_store, true,
	"in double a, b; out float o; o = a*b;",
	fabs(HERE("a")*HERE("b") - HERE("o")) <= bound(t, "o"))
TRIAL(bounds_grow_through_an_output, true,
	"in a; inout u; out o; u = u*a; o = u + a;",
	bound(t, "o") > bound(t, "u") && bound(t, "u") > 0)
TRIAL(bound_outside_of_a_branch_is_0, true,
	"inout u; if (u > 0) { u = 3*u; }",
	(bound(t, "u") > 0) == (before(t, "u") > 0))

static const struct {
	const char *body;
	double want;
} bounds[] = {
	{ "o = a*b > b*a ? 1 : 2;", INFINITY },
	{ "o = a*b > b*a ? a : a;", 0 },
	{ "o = a*b > b*a + 1e-12 ? 1 : 2;", 0 },
	{ "o = a >= a ? 1 : b;", 0 },
	{ "o = level == 2 ? 1 : b;", 0 },
	{ "o = a > 2 && a*b > b*a ? 1 : 2;", 0 },
	{ "o = a < 2 && a*b > b*a ? 1 : 2;", INFINITY },
	{ "o = a < 2 || a*b > b*a ? 1 : 2;", 0 },
	{ "o = !(a*b > b*a) ? 1 : 2;", INFINITY },
	{ "t = a*b > b*a; o = t ? 1 : 2;", INFINITY },
	{ "t = a*b > b*a ? 1 : 2; s = t[west]; o = s;", INFINITY },
	{ "if (a*b > b*a) { o = 1; } else { o = 2; }", INFINITY },
	{ "if (a*b > b*a) { o = a; } else { o = a; }", 0 },
	{ "if (a*b > b*a) { t = a; o = a; } else { t = b; o = a; }", 0 },
	{ "t = a; if (a*b > b*a) { t = b; } o = t;", INFINITY },
	{ "o = 1/(a*b - b*a);", INFINITY },
	{ "o = 0.001/(a*b - b*a + 1e-18);", INFINITY },
	{ "o = floor(a*b);", 0 },
	{ "o = floor(a*b - b*a);", INFINITY },
	{ "o = ceil(a*b - b*a + 7);", INFINITY },
	{ "o = sqrt(a*b - b*a);", INFINITY },
	{ "o = log(a*b - b*a);", INFINITY },
	{ "o = pow(a*b, 0);", 0 },
	{ "t = 0*a; o = t/t;", 0 },
	{ "t = 0*a; o = t/t + a*b;", 0 },
};

START_TEST(bounds_say_what_is_certain)
{
	struct arena memory = { NULL };
	struct trial *t = prepare(arena_printf(&memory, "in a, b; out o; %s", bounds[_i].body));

	t->bounded = true;
	ck_assert(go(t));
	ck_assert_msg(bound(t, "o") == bounds[_i].want, "%s: %g", bounds[_i].body, bound(t, "o"));
	end(t);
	arena_free(&memory);
}
END_TEST

/* Compares the float trial with a double one of the same stencil and data:
 * the bounds, infinite at a few points only, are to cover the difference. */
static void
assert_bounds_hold(struct trial *narrow, struct trial *wide, const char *what, int most_infinite)
{
	int infinite = 0;

	for (const struct field *f = narrow->stencil->fields; f; f = f->next)
		for (size_t i = 0; i < count_of(narrow, f); i++)
			put(wide, named(wide, f->name), i, get(narrow, f, i));
	narrow->bounded = true;
	ck_assert(go(narrow) && go(wide));
	for (bool more = next_point(narrow, true); more; more = next_point(narrow, false))
		for (const struct field *f = narrow->stencil->fields; f; f = f->next) {
			const size_t i = place(narrow, f, 0, 0, 0);
			const double a = get(narrow, f, i), b = get(wide, named(wide, f->name), i);

			if (f->role == ROLE_IN)
				continue;
			infinite += narrow->bounds[f->index][i] == INFINITY;
			ck_assert_msg(fabs(a - b) <= narrow->bounds[f->index][i],
				"%s: %g and %g differ by more than %g", what, a, b, narrow->bounds[f->index][i]);
		}
	ck_assert_msg(infinite <= most_infinite, "%s: %d bounds are infinite", what, infinite);
	end(narrow);
	end(wide);
}

START_TEST(bounds_of_operations_hold)
{
	struct arena memory = { NULL };
	const char *body = arena_printf(&memory, "in a, b; out o; o = %s;", operations[_i].text);

	assert_bounds_hold(prepare_in(TYPE_FLOAT, body), prepare(body), body, 0);
	arena_free(&memory);
}
END_TEST

/* Of operands that rounding has spoilt by far more than the operation does. */
START_TEST(bounds_of_inexact_operations_hold)
{
	struct arena memory = { NULL };
	const char *body = arena_printf(&memory, "in p, q; out o;"
		"a = p + 2000*q - 2000*q; b = q + 1000*p - 1000*p; o = %s;", operations[_i].text);
	const bool unsure = strstr(operations[_i].text, "==") || strstr(operations[_i].text, "!=");

	assert_bounds_hold(prepare_in(TYPE_FLOAT, body), prepare(body), body,
		unsure ? 13*9*5 : 10);
	arena_free(&memory);
}
END_TEST

START_TEST(bounds_of_stencils_hold)
{
	const char *name = references[_i].name;

	assert_bounds_hold(prepare_file(name, TYPE_FLOAT, odd_size),
		prepare_file(name, TYPE_DOUBLE, odd_size), name, 1);
}
END_TEST

/* --- The suite --- */

#define LOOP(tests, test, count) tcase_add_loop_test(tests, test, 0, (int)(count))
#define COUNT(array) (sizeof array/sizeof *array)

static void
add_statements(TCase *tests)
{
	tcase_add_test(tests, temporary_keeps_the_old_value);
	tcase_add_test(tests, statements_go_in_order);
	tcase_add_test(tests, every_assignment_makes_a_version);
	tcase_add_test(tests, condition_that_fails_keeps_an_inout);
	tcase_add_test(tests, condition_is_taken_once);
	tcase_add_test(tests, first_condition_that_holds_decides);
	tcase_add_test(tests, branches_start_from_the_same_values);
	tcase_add_test(tests, assignments_in_an_if_overwrite_each_other);
	tcase_add_test(tests, ifs_nest);
	tcase_add_test(tests, temporary_may_live_in_one_branch);
	tcase_add_test(tests, earlier_version_is_read_at_an_offset);
	tcase_add_test(tests, condition_is_taken_at_the_shifted_point);
	tcase_add_test(tests, level_is_taken_at_the_shifted_point);
	tcase_add_test(tests, level_counts_from_the_edge_of_the_grid);
	tcase_add_test(tests, column_is_taken_at_the_shifted_point);
	tcase_add_test(tests, profile_is_taken_at_the_shifted_point);
	tcase_add_test(tests, temporary_is_there_past_the_edges);
	tcase_add_test(tests, named_offsets_add_up);
}

Suite *
interpret_suite(void)
{
	Suite *suite = suite_create("interpret");
	TCase *values = tcase_create("values"), *statements = tcase_create("statements");
	TCase *points = tcase_create("domains"), *errors = tcase_create("bounds");

	LOOP(values, references_agree_bit_for_bit, 4*REFERENCES);
	LOOP(values, operations_are_those_of_c, 2*COUNT(operations));
	LOOP(values, special_values_are_kept, COUNT(special_values));
	LOOP(values, constants_have_their_types, COUNT(constants));
	tcase_add_test(values, float_with_double_is_double);
	tcase_add_test(values, store_rounds);
	tcase_add_test(values, output_is_read_back_rounded);
	tcase_add_test(values, temporary_has_the_type_of_its_expression);
	tcase_add_test(values, temporary_has_the_wider_type_of_two_branches);
	add_statements(statements);
	LOOP(points, domain_follows_from_the_reads, COUNT(domains));
	LOOP(points, domain_is_that_of_the_checker, COUNT(domains));
	LOOP(points, only_the_domain_is_written, COUNT(domains));
	tcase_add_test(points, empty_domain_does_nothing);
	tcase_add_test(errors, copies_are_exact);
	tcase_add_test(errors, bound_holds_for_a_contracted_product);
	tcase_add_test(errors, bound_covers_the_rounding_of_a_store);
	tcase_add_test(errors, bounds_grow_through_an_output);
	tcase_add_test(errors, bound_outside_of_a_branch_is_0);
	LOOP(errors, bounds_say_what_is_certain, COUNT(bounds));
	LOOP(errors, bounds_of_operations_hold, COUNT(operations));
	LOOP(errors, bounds_of_inexact_operations_hold, COUNT(operations));
	LOOP(errors, bounds_of_stencils_hold, REFERENCES);
	suite_add_tcase(suite, values);
	suite_add_tcase(suite, statements);
	suite_add_tcase(suite, points);
	suite_add_tcase(suite, errors);
	return suite;
}
