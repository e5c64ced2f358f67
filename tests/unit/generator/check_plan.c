/* What a kernel computes and reads, and what that costs. */

#include "generator/check/check.h"
#include "generator/language/parse.h"
#include "tests/unit/generator/plans.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

Suite *plan_suite(void);

/* "t_c t_w ...": the values, each by its variable, in order. */
static const char *
value_names(struct arena *arena, const struct plan *plan)
{
	const char *text = "";

	for (const struct instance *i = plan->instances; i; i = i->next)
		for (const struct value *v = i->values; v; v = v->next)
			text = arena_printf(arena, "%s%s%s", text, *text ? " " : "", v->variable->name);
	return text;
}

/* By hand from the stencils. */
static const struct {
	const char *stencil, *columns;
	int loads, stores, flops, bytes, column_loads, column_bytes;
	struct extents extents, border;
} shipped[] = {
	{ "copy", "c", 1, 1, 0, 16, 0, 0, { { 0, 0, 0 }, { 0, 0, 0 } }, { { 0, 0, 0 }, { 0, 0, 0 } } },
	{ "laplap", "c n w e s nn nw ne ww ee sw se ss", 13, 1, 30, 16, 0, 0,
		{ { 2, 2, 0 }, { 2, 2, 0 } }, { { 2, 2, 0 }, { 2, 2, 0 } } },
	{ "hdiff", "c n w e s nn nw ne ww ee sw se ss", 14, 1, 42, 24, 0, 0,
		{ { 2, 2, 0 }, { 2, 2, 0 } }, { { 2, 2, 0 }, { 2, 2, 0 } } },
	{ "fastwaves", "c e s", 29, 2, 65, 88, 0, 0,
		{ { 0, 0, 1 }, { 1, 1, 1 } }, { { 2, 2, 2 }, { 2, 2, 2 } } },
	{ "upwind", "c n w e s", 7, 1, 6, 24, 0, 0,
		{ { 1, 1, 0 }, { 1, 1, 0 } }, { { 1, 1, 0 }, { 1, 1, 0 } } },
	{ "sponge", "c", 2, 2, 15, 32, 1, 8,
		{ { 0, 0, 0 }, { 0, 0, 0 } }, { { 0, 0, 0 }, { 0, 0, 0 } } },
};

START_TEST(shipped_stencils_cost_what_they_should)
{
	struct arena arena = { NULL };
	const struct plan *plan = plan_of_file(&arena, shipped[_i].stencil, TYPE_DOUBLE);

	ck_assert_int_eq(plan->loads, shipped[_i].loads);
	ck_assert_int_eq(plan->stores, shipped[_i].stores);
	ck_assert_int_eq(plan->flops, shipped[_i].flops);
	ck_assert_int_eq(plan->bytes, shipped[_i].bytes);
	ck_assert_int_eq(plan->column_loads, shipped[_i].column_loads);
	ck_assert_int_eq(plan->column_bytes, shipped[_i].column_bytes);
	ck_assert_str_eq(column_names(&arena, plan->columns, plan->column_count), shipped[_i].columns);
	arena_free(&arena);
}
END_TEST

START_TEST(float_moves_half_the_bytes)
{
	struct arena arena = { NULL };

	ck_assert_int_eq(plan_of_file(&arena, "laplap", TYPE_FLOAT)->bytes, 8);
	ck_assert_int_eq(plan_of_file(&arena, "fastwaves", TYPE_FLOAT)->bytes, 44);
	ck_assert_int_eq(plan_of_file(&arena, "sponge", TYPE_FLOAT)->column_bytes, 4);
	arena_free(&arena);
}
END_TEST

START_TEST(domains_of_shipped_stencils)
{
	struct arena arena = { NULL };
	const struct stencil *stencil = plan_of_file(&arena, shipped[_i].stencil, TYPE_DOUBLE)->stencil;

	for (int a = 0; a < AXES; a++) {
		ck_assert_int_eq(stencil->extents.low[a], shipped[_i].extents.low[a]);
		ck_assert_int_eq(stencil->extents.high[a], shipped[_i].extents.high[a]);
		ck_assert_int_eq(stencil->border.low[a], shipped[_i].border.low[a]);
		ck_assert_int_eq(stencil->border.high[a], shipped[_i].border.high[a]);
	}
	arena_free(&arena);
}
END_TEST

/* How far the reads of a body reach: west, north, below, east, south, above. */
static const struct { const char *body; int extents[2*AXES]; } reaches[] = {
	{ "in u; out d; d = u;", { 0, 0, 0, 0, 0, 0 } },
	{ "in u; out d; d = u[west];", { 1, 0, 0, 0, 0, 0 } },
	{ "in u; out d; d = u[2,0] + u[0,-3] + u[0,0,4];", { 0, 3, 0, 2, 0, 4 } },
	{ "in u; out d; d = u[3,0] + u[1,0];", { 0, 0, 0, 3, 0, 0 } },
	{ "in u; out d; a = u[west]; b = a[west.north]; d = b[east];", { 1, 1, 0, 0, 0, 0 } },
	{ "in u; out d; a = u[5,0]; d = a[-5,0];", { 0, 0, 0, 0, 0, 0 } },
	{ "in u; out d; a = u[5,0]; a = u; d = a[west];", { 1, 0, 0, 0, 0, 0 } },
	{ "in u; out d; unused = u[9,9]; d = u;", { 0, 0, 0, 0, 0, 0 } },
	{ "in u; out d, e; d = u[east]; e = u[north];", { 0, 1, 0, 1, 0, 0 } },
	{ "in u; in column h; out d; t = u + h; d = t[1,0,1];", { 0, 0, 0, 1, 0, 1 } },
	{ "in u; in column h; out d; t = h; d = u + t[1,0,1];", { 0, 0, 0, 1, 0, 0 } },
	{ "in u; in profile p; out d; t = p; d = u + t[1,2,3];", { 0, 0, 0, 0, 0, 3 } },
	{ "in u; out d; if (u[east] > 0) { t = 1; } else { t = u[south]; } d = t[east];", { 0, 0, 0, 2, 1, 0 } },
	{ "in u; inout d; if (u[below] > 0) { d = u[north]; }", { 0, 1, 1, 0, 0, 0 } },
	{ "in u; out d; t = u[west]; if (u > 0) { t = u[east]; } d = t;", { 1, 0, 0, 1, 0, 0 } },
	{ "in u; out d; d = u > 0 ? u[west] : u[east];", { 1, 0, 0, 1, 0, 0 } },
	{ "in u; out d; d = level + u;", { 0, 0, 0, 0, 0, 0 } },
};

START_TEST(extents_follow_from_the_reads)
{
	struct arena arena = { NULL };
	const struct extents extents = plan_of_body(&arena, reaches[_i].body)->stencil->extents;

	for (int a = 0; a < AXES; a++) {
		ck_assert_int_eq(extents.low[a], reaches[_i].extents[a]);
		ck_assert_int_eq(extents.high[a], reaches[_i].extents[AXES + a]);
	}
	arena_free(&arena);
}
END_TEST

static const struct { const char *body; int flops, loads, bytes; } costs[] = {
	{ "in u; out d; d = u + u*u - u/2;", 4, 1, 16 },
	{ "in u; out d; d = -u;", 0, 1, 16 },
	{ "in u; out d; d = min(u, 1) + max(u, 2) + abs(u);", 2, 1, 16 },
	{ "in u; out d; d = sqrt(u) + exp(u) + floor(u);", 5, 1, 16 },
	{ "in u; out d; d = fma(u, u, u);", 2, 1, 16 },
	{ "in u; out d; d = pow(u, 3);", 2, 1, 16 },
	{ "in u; out d; d = pow(u, 0);", 0, 1, 16 },
	{ "in u; out d; d = pow(u, 2.5);", 1, 1, 16 },
	{ "in u; out d; d = u > 0 ? u + u + u : u + u;", 2, 1, 16 },
	{ "in u; out d; d = u > 0 && u + 1 < 2 ? 1 : 2;", 1, 1, 16 },
	{ "in u; out d; if (u + 1 > 0) { d = u*u*u; } else { d = u; }", 3, 1, 16 },
	{ "in u, v; out d; d = u[west] + u[east] + u + v;", 3, 4, 24 },
	{ "in u; inout w; w = w + u;", 1, 2, 24 },
	{ "in u; inout w; w = u;", 0, 1, 24 },
	{ "in u; out d, e; d = u; e = d + u;", 1, 1, 24 },
	{ "in float f; in double g; out float d; d = f + g;", 1, 2, 16 },
	{ "in u; in column h; in profile p; out d; d = u + h + h[west] + p;", 3, 1, 16 },
	{ "in u; out d; t = u*2; d = t + t + t[west];", 4, 2, 16 },
	{ "in u; out d; param p = 1; t = p*p; d = t*u;", 1, 1, 16 },
	{ "in u; out d; t = 1/3*u; d = t;", 2, 1, 16 },
};

START_TEST(costs_are_counted)
{
	struct arena arena = { NULL };
	const struct plan *plan = plan_of_body(&arena, costs[_i].body);

	ck_assert_int_eq(plan->flops, costs[_i].flops);
	ck_assert_int_eq(plan->loads, costs[_i].loads);
	ck_assert_int_eq(plan->bytes, costs[_i].bytes);
	arena_free(&arena);
}
END_TEST

/* Each value once, in the order of statements and then of offsets. */
static const struct { const char *body, *values; } computed[] = {
	{ "in u; out d; d = u;", "" },
	{ "in u; out d; t = u; d = t;", "t_c" },
	{ "in u; out d; t = u; d = t[west] + t[west] + t;", "t_c t_w" },
	{ "in u; out d; t = u; d = t[east] + t[west] + t[north] + t[south];", "t_n t_w t_e t_s" },
	{ "in u; out d; t = u; d = t[above] + t[below] + t[1,0,2] + t;", "t_b t_c t_a t_eaa" },
	{ "in u; out d; a = u; b = a[west]; d = b[west] + b[east] + a;", "a_c a_ww b_w b_e" },
	{ "in u; out d; unused = u; d = u;", "" },
	{ "in u; out d; t = u; t = t + 1; d = t;", "t_c t2_c" },
	{ "in u; out d; t = u; s = t; t = t + 1; d = s + t;", "t_c s_c t2_c" },
	{ "in u; out d; t = u; t = 2; d = t*u;", "t_c" },
	/* A version of an if statement takes over the variable of the one before, */
	{ "in u; out d; t = u; if (u > 0) { t = 2*t; } d = t;", "t_c t_c" },
	{ "in u; out d; t = u; if (u > 0) { t = 2*t; } if (u > 1) { t = 3*t; } d = t;", "t_c t_c t_c" },
	{ "in u; out d; t = u; if (u > 0) { t = 2*t; } d = t + t[west];", "t_c t_w t_c t_w" },
	/* unless there is none, or it is still read, or of another type. */
	{ "in u; out d; if (u > 0) { t = 2*u; } else { t = 3; } d = t;", "t_c" },
	{ "in u; out d; t = u; if (t[west] > 0) { t = 2*t; } d = t;", "t_c t_w t2_c" },
	{ "in u; out d; t = 1; if (u > 0) { t = 2*u; } d = t;", "t_c t2_c" },
	{ "in float f; out double d; t = f; if (f > 0) { t = 0.1*level*f; } d = t;", "t_c t2_c" },
	{ "in float f; out double d; t = f; if (f > 0) { t = 0.1*f; } d = t;", "t_c t_c" },
	/* Only what is needed of an if statement. */
	{ "in u; out d; if (u > 0) { a = u; b = u; } else { a = 1; b = 2; } d = a;", "a_c" },
	{ "in u; out d; if (u > 0) { a = u; b = a; } else { a = 1; b = 2; } d = b[west];", "a_w b_w" },
	{ "in u; out d; if (u > 0) { a = u; b = a; } else { a = 1; b = 2; } d = b[west] + a;", "a_c a_w b_w" },
	/* Names of far points, and names that are taken. */
	{ "in u; out d; t = u; d = t[2,0] + t[-3,0] + t[5,0] + t[-1,6,-7];", "t_ee t_www t_e5 t_s6wb7" },
	{ "in u, t_w; out d; t = u; d = t[west] + t_w;", "t_w_" },
	{ "in u; out d; t = u; t = t + u; t2 = 2*t; d = t2;", "t_c t2_c t2_c_" },
};

START_TEST(values_are_computed_once)
{
	struct arena arena = { NULL };

	ck_assert_str_eq(value_names(&arena, plan_of_body(&arena, computed[_i].body)), computed[_i].values);
	arena_free(&arena);
}
END_TEST

START_TEST(too_large_kernels_are_refused)
{
	struct arena arena = { NULL };
	struct diagnostics diagnostics = { .out = fopen("/dev/null", "w"), .quiet = true };
	struct source source = { .path = "text", .diagnostics = &diagnostics };
	struct text text = { .arena = &arena };
	struct stencil *stencil;

	text_add(&text, "stencil s { in u; out d; a = u;");
	for (int i = 0; i < 50; i++)
		text_add(&text, "a = a[east] + a[west] + a[north] + a[south];");
	text_add(&text, "d = a; }");
	source.text = text_of(&text);
	source.size = text.length;
	stencil = parse_stencils(&arena, &source);
	ck_assert(check_stencils(&arena, &source, stencil, TYPE_DOUBLE));
	ck_assert_ptr_null(plan_stencil(&arena, &source, stencil));
	ck_assert_int_eq(diagnostics.errors, 1);
	fclose(diagnostics.out);
	arena_free(&arena);
}
END_TEST

Suite *
plan_suite(void)
{
	Suite *suite = suite_create("plan");
	TCase *tests = tcase_create("plan");

	tcase_add_loop_test(tests, shipped_stencils_cost_what_they_should, 0, COUNT(shipped));
	tcase_add_test(tests, float_moves_half_the_bytes);
	tcase_add_loop_test(tests, domains_of_shipped_stencils, 0, COUNT(shipped));
	tcase_add_loop_test(tests, extents_follow_from_the_reads, 0, COUNT(reaches));
	tcase_add_loop_test(tests, costs_are_counted, 0, COUNT(costs));
	tcase_add_loop_test(tests, values_are_computed_once, 0, COUNT(computed));
	tcase_add_test(tests, too_large_kernels_are_refused);
	suite_add_tcase(suite, tests);
	return suite;
}
