/* Consts and functions: a file with them is what a person makes of it without. */

#include "tests/unit/generator/interpret/trial.h"

#include <check.h>
#include <string.h>

Suite *definitions_suite(void);

static const struct {
	const char *text, *by_hand;
} pairs[] = {
	{
		"const g = 9.8; const h = -g/3 + 1; stencil s { in u; out d; d = u - h*g; }",
		"stencil s { in u; out d; d = u - (-9.8/3 + 1)*9.8; }",
	}, { /* A const has the type of what it meets. */
		"const c = 0.1; stencil s { in float u; in double v; out double d; d = c*u + c*v; }",
		"stencil s { in float u; in double v; out double d; d = 0.1*u + 0.1*v; }",
	}, { /* A name stands for itself, also where it has an offset. */
		"function lap(q) { return q[west] + q[1,0] + q[0,-1,1] - 3*q; }"
		"stencil s { in u; out d; neighbor far = [2,1]; d = lap(u) + lap(u[north]) + lap(u[far]); }",
		"stencil s { in u; out d; d = u[-1,0] + u[1,0] + u[0,-1,1] - 3*u + (u[-1,-1] + u[1,-1] + u[0,-2,1]"
		" - 3*u[0,-1]) + (u[1,1] + u[3,1] + u[2,0,1] - 3*u[2,1]); }",
	}, { /* Anything else is a temporary. */
		"function back(q) { return q[west] - q; } stencil s { in u, v; out d; d = back(u*v) + back(-u); }",
		"stencil s { in u, v; out d; a = u*v; b = -u; d = a[west] - a + (b[west] - b); }",
	}, { /* Names are the function's own. */
		"function f(u, v) { t = u - v; d = t[east]; return d*t; }"
		"stencil s { in u, v; out d; t = 2*u; f_t = 3*v; d = f(v, t) + t + f_t; }",
		"stencil s { in u, v; out d; t = 2*u; x = 3*v; y = v - t; z = y[east]; d = z*y + t + x; }",
	}, { /* Functions call functions, with the names of both. */
		"function f(q) { t = q[west]; return t + q; } function g(t, q) { u = f(t); return u[north] - f(u*q); }"
		"stencil s { in u, v; out d; d = g(v, u); }",
		"stencil s { in u, v; out d; a = v[west]; b = a + v; c = b*u; e = c[west]; d = b[north] - (e + c); }",
	}, { /* A call reads what there is before its statement. */
		"function f(q) { t = 2*q; return t + q; } stencil s { in u; out d; inout w;"
		" t = u; d = f(t) + f(w); t = 3*u; w = f(t) + f(w) + f(d); }",
		"stencil s { in u; out d; inout w; d = 2*u + u + (2*w + w); t = 3*u; w = 2*t + t + (2*w + w) + (2*d + d); }",
	}, { /* In the block of its statement; the condition of an else, in the else. */
		"function f(q) { r = 1; if (q > 0) { r = q; } return r + q; } stencil s { in u, v; out d;"
		" if (f(u[west]) > 0.5) { d = f(v); } else if (f(u*v) > 0.7) { d = f(3*u); } else { d = 0; } }",
		"stencil s { in u, v; out d; a = u[west]; if (a <= 0) { a = 1; }"
		" if (a + u[west] > 0.5) { if (v > 0) { d = v + v; } else { d = 1 + v; } } else {"
		" p = u*v; a = 1; if (p > 0) { a = p; } if (a + p > 0.7) { p = 3*u; a = 1; if (p > 0) { a = p; } d = a + p; }"
		" else { d = 0; } } }",
	}, { /* Numbers, consts and params are the same everywhere, and numbers have no type. */
		"const third = 1/3; function f(q, c) { return c[west]*q + c[above]; }"
		"stencil s { in float u; out double d; param double p = 0.3; param int n = 2;"
		" d = f(u, 0.1) + f(u, third) + f(u, -2) + f(u, p) + f(u, n); }",
		"stencil s { in float u; out double d; param double p = 0.3; param int n = 2;"
		" d = 0.1*u + 0.1 + (1/3*u + 1/3) + (-2*u + -2) + (p*u + p) + (n*u + n); }",
	}, { /* The level is that of the point where a temporary is read. */
		"function f(q) { t = q*level; return t[above] + level; } stencil s { in u; out d; d = f(u) + f(level); }",
		"stencil s { in u; out d; t = u*level; n = level; v = n*level; d = t[above] + level + (v[above] + level); }",
	}, { /* Conditions are values of functions, too. */
		"function inside(q, low, high) { return q > low && q < high; }"
		"stencil s { in u, v; out d; calm = inside(u, -0.5, v); d = calm ? 1 : inside(v, 0, 1/2) ? u : v; }",
		"stencil s { in u, v; out d; d = u > -0.5 && u < v ? 1 : v > 0 && v < 1/2 ? u : v; }",
	}, { /* No axis that a field lacks is reached. */
		"function f(q) { t = q; return t[west.above]; } stencil s { in column h; in profile q; out d; d = f(h) + f(q); }",
		"stencil s { in column h; in profile q; out d; a = h; b = q; d = a[west.above] + b[west.above]; }",
	}, { /* The second stencil of a file has the same. */
		"const c = 2; function f(q) { t = c*q; return t; } stencil s { in u; out d; d = f(u) + f(u); }"
		"stencil r { in u; out d; d = f(u); }",
		"stencil s { in u; out d; d = 2*u + 2*u; }",
	},
};

START_TEST(definitions_are_what_they_stand_for)
{
	const enum type precision = _i & 1 ? TYPE_FLOAT : TYPE_DOUBLE;
	struct trial *got = trial_of_text(pairs[_i/2].text, precision);
	struct trial *want = trial_of_text(pairs[_i/2].by_hand, precision);

	ck_assert_mem_eq(&got->stencil->extents, &want->stencil->extents, sizeof got->stencil->extents);
	ck_assert(trial_run(got));
	ck_assert(trial_run(want));
	for (const struct field *f = got->stencil->fields; f; f = f->next) {
		const struct field *g = trial_field(want, f->name);

		for (size_t i = 0; i < trial_count(got, f); i++)
			ck_assert_msg(trial_get(got, f, i) == trial_get(want, g, i), "%s: %s[%zu] is %a, should be %a",
				pairs[_i/2].text, f->name, i, trial_get(got, f, i), trial_get(want, g, i));
	}
	trial_free(got);
	trial_free(want);
}
END_TEST

Suite *
definitions_suite(void)
{
	Suite *suite = suite_create("definitions");
	TCase *tests = tcase_create("definitions");

	tcase_add_loop_test(tests, definitions_are_what_they_stand_for, 0, 2*(int)(sizeof pairs/sizeof *pairs));
	suite_add_tcase(suite, tests);
	return suite;
}
