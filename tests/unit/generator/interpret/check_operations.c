/* The interpreter: operations, their types, special values, and kernels written by hand. */

#include "tests/unit/generator/interpret/trial.h"
#include "tests/unit/generator/interpret/reference.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

Suite *operations_suite(void);

START_TEST(references_agree_bit_for_bit)
{
	const struct plain_loops *r = &references[_i/4];
	const enum type precision = _i & 1 ? TYPE_FLOAT : TYPE_DOUBLE;
	struct trial *got = trial_of_file(r->name, precision, trial_size);
	struct trial *want = trial_of_file(r->name, precision, trial_size);

	if (_i & 2 && got->stencil->param_count == 3)
		got->params[2] = want->params[2] = 3; /* c_flat_limit */
	ck_assert(trial_run(got));
	(precision == TYPE_FLOAT ? r->in_float : r->in_double)(want->size, want->fields, want->params);
	for (const struct field *f = got->stencil->fields; f; f = f->next)
		for (size_t i = 0; i < trial_count(got, f); i++)
			ck_assert_msg(same_number(trial_get(got, f, i), trial_get(want, f, i)),
				"%s: %s[%zu] is %a, should be %a", r->name, f->name, i,
				trial_get(got, f, i), trial_get(want, f, i));
	trial_free(got);
	trial_free(want);
}
END_TEST

#define OPERATION(name, text, in_double, in_float) \
	static double name##_double(double a, double b) { (void)a; (void)b; return in_double; } \
	static float name##_float(float a, float b) { (void)a; (void)b; return in_float; }
#include "tests/unit/generator/interpret/operations.def"
#undef OPERATION

static const struct operation {
	const char *text;
	double (*in_double)(double a, double b);
	float (*in_float)(float a, float b);
} operations[] = {
#define OPERATION(name, text, in_double, in_float) { text, name##_double, name##_float },
#include "tests/unit/generator/interpret/operations.def"
};

START_TEST(operations_are_those_of_c)
{
	const struct operation *operation = &operations[_i/2];
	const bool single = _i & 1;
	char body[200];
	struct trial *t;

	snprintf(body, sizeof body, "in a, b; out o; o = %s;", operation->text);
	t = trial_new_in(single ? TYPE_FLOAT : TYPE_DOUBLE, body);
	ck_assert(trial_run(t));
	for (size_t i = 0; i < trial_count(t, trial_field(t, "o")); i++) {
		const double a = trial_get(t, trial_field(t, "a"), i), b = trial_get(t, trial_field(t, "b"), i);
		const double want = single
			? (double)operation->in_float((float)a, (float)b) : operation->in_double(a, b);

		ck_assert_msg(same_number(trial_get(t, trial_field(t, "o"), i), want),
			"%s where a = %a, b = %a is %a, not %a",
			operation->text, a, b, trial_get(t, trial_field(t, "o"), i), want);
	}
	trial_free(t);
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
	{ "o = sign(a);", 0.0, 1, 0.0 },
	{ "o = sign(a);", -0.0, 1, -0.0 },
	{ "o = sign(a);", NAN, 1, NAN },
	{ "o = sign(a);", -INFINITY, 1, -1 },
	{ "o = sign(a);", 0x1p-1074, 1, 1 },
	{ "o = copysign(a, b);", 2, -0.0, -2 },
	{ "o = copysign(a, b);", -2, 0.0, 2 },
	{ "o = copysign(a, b);", -0.0, 3, 0.0 },
	{ "o = copysign(a, b);", -3, NAN, 3 },
	{ "o = copysign(a, -b);", 3, NAN, 3 },
	{ "o = copysign(a, b);", NAN, -1, NAN },
	{ "o = isnan(a) ? 1 : b;", NAN, 2, 1 },
	{ "o = isnan(a) ? 1 : b;", INFINITY, 2, 2 },
	{ "o = isfinite(a) ? 1 : b;", INFINITY, 2, 2 },
	{ "o = isfinite(a) ? 1 : b;", NAN, 2, 2 },
	{ "o = isfinite(a) ? 1 : b;", 0x1p1023, 2, 1 },
	{ "o = float(a);", 0.1, 1, 0.1f },
	{ "o = float(a);", 1 + 0x1p-24, 1, 1 },
	{ "o = float(a);", 1 + 0x1.8p-23, 1, 1 + 0x1p-22 },
	{ "o = float(a);", 1e39, 1, INFINITY },
	{ "o = float(a);", -0x1p-150, 1, -0.0 },
	{ "o = float(a);", NAN, 1, NAN },
	{ "o = double(float(a)) + b;", 0.1, 1, 0.1f + 1.0 },
	{ "o = float(a) + float(b);", 16777216, 1, 16777216 },
	{ "o = float(a) + b;", 16777216, 1, 16777217 },
	{ "t = float(a); o = 3*t;", 0.1, 1, 3*0.1f },
	{ "o = real(a);", 0.1, 1, 0.1 },
	{ "o = atan2(a, b);", -0.0, 1, -0.0 },
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
	ck_assert_msg(same_number(trial_result(body, special_values[_i].a, special_values[_i].b),
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
	{ TYPE_DOUBLE, "out o; param int n = -3; o = sign(n) + sign(n + 3) - 4*sign(n*n);", -5 },
	{ TYPE_FLOAT,  "out o; param int n = 3; o = isnan(n) || !isfinite(n) || isnan(1) ? 1 : copysign(n, -0.5);", -3 },
	{ TYPE_DOUBLE, "out o; param int n = 16777217; o = float(n);", 16777216 },
	{ TYPE_DOUBLE, "out o; param int n = 16777217; o = double(n) + real(n);", 33554434 },
	{ TYPE_FLOAT,  "out double o; param int n = 16777217; o = double(n);", 16777217 },
	{ TYPE_FLOAT,  "out double o; param int n = 16777217; o = real(n);", 16777216 },
	{ TYPE_DOUBLE, "out o; o = float(0.1);", 0.1f },
	{ TYPE_DOUBLE, "out o; o = float(2/3);", 2.0f/3 },
	{ TYPE_DOUBLE, "out o; o = float(1.000000059604644775390625000000000000000000001);", 1 + 0x1p-23 },
	{ TYPE_FLOAT,  "out double o; param p = 0.1; o = double(0.1) - p;", 0.1 - 0.1f },
	{ TYPE_FLOAT,  "out o; param p = 1e38; o = isfinite(10*p) ? 1 : 2;", 2 },
	{ TYPE_FLOAT,  "out o; param double p = 1e38; o = isfinite(10*p) ? 1 : 2;", 1 },
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
	const double got = trial_result_in(constants[_i].precision, constants[_i].body);

	ck_assert_msg(same_number(got, constants[_i].want), "%s: %a", constants[_i].body, got);
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

Suite *
operations_suite(void)
{
	Suite *suite = suite_create("operations");
	TCase *tests = tcase_create("operations");

	LOOP(tests, references_agree_bit_for_bit, 4*REFERENCES);
	LOOP(tests, operations_are_those_of_c, 2*COUNT(operations));
	LOOP(tests, special_values_are_kept, COUNT(special_values));
	LOOP(tests, constants_have_their_types, COUNT(constants));
	tcase_add_test(tests, float_with_double_is_double);
	tcase_add_test(tests, store_rounds);
	tcase_add_test(tests, output_is_read_back_rounded);
	tcase_add_test(tests, temporary_has_the_type_of_its_expression);
	tcase_add_test(tests, temporary_has_the_wider_type_of_two_branches);
	suite_add_tcase(suite, tests);
	return suite;
}
