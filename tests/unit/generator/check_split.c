/* Which kernels a stencil needs, on every grid. */

#include "generator/check/check.h"
#include "generator/language/parse.h"
#include "generator/split/parts.h"
#include "tests/unit/generator/plans.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

Suite *split_suite(void);

static const struct {
	const char *text, *store, *kernels;
} programs[] = {
	{ "stencil s { in q; out r; lap = q[east] - q; r = lap - lap[west]; }", NULL, "r;" },
	{ "stencil s { in q; out r; lap = q[east] - q; r = lap - lap[west]; }", "lap", "lap; r;" },
	{ "stencil s { inout a, b; b = a[east] - a; a = b - b[west]; }", NULL, "b; a;" },
	{ "stencil s on triangles { inout cell a, b; b = a; a = b[above]; }", NULL, "b; a;" },
	{ "stencil s on triangles { inout cell a, b; b = sum(c in cells: a[c]); a = sum(c in cells: b[c]); }", NULL, "b; a;" },
	{ "stencil s on triangles { inout cell a, b, d; b = a; t = b[cells[0]]; d = b; a = d - t; }", NULL, "b, d; a;" },
	{ "stencil s { inout a, b; t = a[east]; a = b; b = t; }", NULL, "t; a, b;" },
	{ "stencil s on triangles { inout cell a, b; t = a[cells[0]]; a = b; b = t; }", NULL, "t; a, b;" },
	{ "stencil s on triangles { inout cell a, b; t = a; a = b; b = t; }", NULL, "b;" },
	{ "stencil s on triangles { in cell a; inout cell b; b = a; edge f = b[cells[0]]; b = sum(e in edges: f[e]); }", NULL, "b; f; b;" },
	{ "stencil s on triangles { in cell q; inout cell a; a = q; edge f = q[cells[0]]; a = a + f[edges[1]]; }", "f", "f; a;" },
	{ "stencil s on triangles { in cell q; out cell r; edge f = q[cells[0]]; r = sum(e in edges: f[e]); }", NULL, "r;" },
	{ "stencil s on triangles { in cell q; out cell r; edge f = q[cells[0]]; r = sum(e in edges: f[e]); }", "f", "f; r;" },
};

static const char *
kernels_of(struct arena *arena, const struct plan *plan)
{
	const struct program *program = plan->program;
	const char *text = "";

	if (!program)
		return arena_printf(arena, "%s;", plan->stencil->fields->next->name);
	for (int p = 0; p < program->part_count; p++)
		text = arena_printf(arena, "%s%s%s;", text, p ? " " : "", program->parts[p].assigns);
	return text;
}

START_TEST(kernels_begin_where_others_have_written)
{
	struct arena arena = { NULL };
	struct diagnostics diagnostics = { .out = fopen("/dev/null", "w"), .quiet = true };
	const struct source source = { .path = "text", .text = programs[_i].text, .size = strlen(programs[_i].text), .diagnostics = &diagnostics };
	const struct storage_decision decision = { .store = programs[_i].store, .place = PLACE_ANY };
	struct stencil *stencil = parse_stencils(&arena, &source);
	const struct plan *plan;

	check_stencils(&arena, &source, stencil, TYPE_DOUBLE);
	ck_assert_int_eq(diagnostics.errors, 0);
	plan = plan_program(&arena, &source, stencil, &decision);
	ck_assert_ptr_nonnull(plan);
	ck_assert_str_eq(kernels_of(&arena, plan), programs[_i].kernels);
	fclose(diagnostics.out);
	arena_free(&arena);
}
END_TEST

Suite *
split_suite(void)
{
	Suite *suite = suite_create("split");
	TCase *tests = tcase_create("split");

	tcase_add_loop_test(tests, kernels_begin_where_others_have_written, 0, COUNT(programs));
	suite_add_tcase(suite, tests);
	return suite;
}
