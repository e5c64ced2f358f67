/* Relations of any degree, with the degrees of a mesh. */

#include "generator/variants/mesh_variants.h"
#include "runtime/mesh/generate.h"
#include "runtime/problem/mesh_degrees.h"

#include <check.h>
#include <string.h>

Suite *mesh_degrees_suite(void);

struct trial {
	struct arena arena;
	struct diagnostics diagnostics;
	struct unit unit;
	struct mesh mesh;
	struct mesh_problem problem;
	struct error error;
};

static void
open_trial(struct trial *t, const char *mesh, const char *text)
{
	*t = (struct trial){ .diagnostics = { .out = stderr, .max_errors = 20, .quiet = true } };
	t->unit.source = (struct source){ .path = "text", .text = text, .size = strlen(text), .diagnostics = &t->diagnostics };
	ck_assert(compile_parse(&t->arena, &t->unit) && compile_check(&t->arena, TYPE_DOUBLE, &t->unit)
		&& compile_plan(&t->arena, &t->unit));
	ck_assert_msg(mesh_generate(&t->mesh, &t->arena, mesh, &t->error), "%s", t->error.text);
	ck_assert_msg(mesh_problem_open(&t->problem, &t->arena, t->unit.stencils, *t->unit.plans, &t->mesh, &t->error), "%s", t->error.text);
}

static struct unit *
compile_for(struct trial *t, const struct known_degree *degrees, int count)
{
	const struct known_degrees known = { degrees, count };

	return compile_with_degrees(&t->arena, NULL, &t->unit, t->unit.stencils, TYPE_DOUBLE, &known);
}

#define EDGES "stencil s on polygons { in edge p; out cell q; q = sum(e in edges: p[e]); }"
#define BOTH "stencil s on polygons { in edge p; in cell r; out edge q; q = sum(e in edges: p[e]) + sum(e in cells[0].edges: p[e]); }"
#define DECLARED "stencil s on polygons { in edge p; out cell q; relation cell.edges[<=6]; q = sum(e in edges: p[e]); }"
#define COMPOSED "stencil s on polygons { in cell p; out cell q; relation cell.near[] = self, cells; q = sum(c in near: p[c]); }"
#define VERTICES "stencil s on polygons { in vertex p; out vertex q; q = sum(v in vertices: p[v]); }"

static const struct {
	const char *mesh, *text;
	int count, most, asked; /* slots of the first relation; if they are asked for; 0: rows */
} cases[] = {
	{ "torus:3x3", EDGES, 1, 3, 3 },
	{ "dual:icosahedron:R1B1", EDGES, 1, 6, 6 },
	{ "dual:icosahedron:R1B1", DECLARED, 0, 0, 0 },
	{ "dual:icosahedron:R1B1", COMPOSED, 2, 6, 6 },
	{ "flips:16x8:1", VERTICES, 1, 12, 12 },
	{ "dual:icosahedron:R1B1", BOTH, 2, 6, 6 },
	{ "dual:flips:16x8:1", EDGES, 1, 12, 12 },
	{ "dual:flips:16x8:1", BOTH, 2, 0, 12 }, /* edges have more than twelve edges around */
};

START_TEST(slots_are_those_of_the_mesh)
{
	struct trial t;
	const struct known_degrees *known;

	open_trial(&t, cases[_i].mesh, cases[_i].text);
	for (int asked = 0; asked < 2; asked++) {
		const int most = asked ? cases[_i].asked : cases[_i].most;

		known = mesh_degrees(&t.arena, &t.problem, asked);
		ck_assert_int_eq(known != NULL, most > 0);
		if (!known)
			continue;
		ck_assert_int_eq(known->count, cases[_i].count);
		ck_assert(known->items->from == (strstr(cases[_i].text, "in vertex") ? VERTEX : CELL) && known->items->most == most);
	}
	arena_free(&t.arena);
}
END_TEST

START_TEST(a_hub_of_many_spokes_keeps_rows)
{
	struct trial t;
	const int width = 6;

	open_trial(&t, "torus:3x3", VERTICES);
	ck_assert(t.problem.tables[t.unit.stencils->relations->index].slots <= width && mesh_degrees(&t.arena, &t.problem, false));
	for (const struct relation *r = t.unit.stencils->relations; r; r = r->next) {
		struct mesh_table *table = &t.problem.tables[r->index];
		int *at;

		if (!table->at)
			continue;
		at = arena_array(&t.arena, int, (size_t)t.mesh.count[r->from]*12);
		memset(at, -1, (size_t)t.mesh.count[r->from]*12*sizeof *at);
		for (int e = 0; e < t.mesh.count[r->from]; e++)
			for (int s = 0; s < (e ? 5 : 12); s++)
				at[e*12 + s] = s;
		*table = (struct mesh_table){ 12, at }; /* 52 of 108 slots */
	}
	ck_assert(!mesh_degrees(&t.arena, &t.problem, false) && mesh_degrees(&t.arena, &t.problem, true));
	arena_free(&t.arena);
}
END_TEST

/* Degrees that are wrong never reach a kernel. */
START_TEST(fewer_slots_than_neighbours_are_refused)
{
	static const struct known_degree few = { CELL, "edges", 5 };
	struct trial t;
	struct unit *unit;

	open_trial(&t, "dual:icosahedron:R1B1", EDGES);
	unit = compile_for(&t, &few, 1);
	ck_assert_ptr_nonnull(unit);
	ck_assert(!mesh_problem_set_plan(&t.problem, &t.arena, unit->stencils, *unit->plans, &t.error));
	findings_close(t.mesh.findings);
	ck_assert_ptr_nonnull(strstr(text_of(&t.mesh.findings->faults), "at-most relation cell.edges[5]: cell "));
	arena_free(&t.arena);
}
END_TEST

START_TEST(rows_become_slots)
{
	static const struct known_degree degrees[] = { { VERTEX, "edges", 3 }, { CELL, "edges", 6 } };
	struct trial t;
	struct unit *unit;

	open_trial(&t, "dual:icosahedron:R1B1", EDGES);
	unit = compile_for(&t, degrees, 2);
	ck_assert(unit && unit->count == 1 && unit->source.diagnostics == &t.diagnostics);
	ck_assert(mesh_problem_set_plan(&t.problem, &t.arena, unit->stencils, *unit->plans, &t.error));
	ck_assert(mesh_wants_slots(&t.arena, *t.unit.plans, NULL, LEVELS_OUTERMOST));
	ck_assert(!mesh_wants_slots(&t.arena, *t.unit.plans, NULL, LEVELS_INNERMOST));
	ck_assert(mesh_wants_slots(&t.arena, *t.unit.plans, "rows,chasing", LEVELS_INNERMOST));
	ck_assert(!mesh_wants_slots(&t.arena, *t.unit.plans, "rows", LEVELS_OUTERMOST));
	ck_assert(!mesh_wants_slots(&t.arena, *unit->plans, NULL, LEVELS_OUTERMOST));
	arena_free(&t.arena);
}
END_TEST

#define SLOT(n) "stencil s on polygons { in edge p; out cell q; q = exists(edges[" #n "]) ? p[edges[" #n "]] : 0; }"

/* What is not possible with slots says nothing: rows are used. */
START_TEST(a_slot_that_no_element_has_is_no_error)
{
	static const struct known_degree six = { CELL, "edges", 6 };
	struct trial t;

	open_trial(&t, "dual:icosahedron:R1B1", SLOT(5));
	ck_assert_ptr_nonnull(compile_for(&t, &six, 1));
	arena_free(&t.arena);
	open_trial(&t, "dual:icosahedron:R1B1", SLOT(6));
	ck_assert_ptr_null(compile_for(&t, &six, 1));
	ck_assert(!t.diagnostics.errors && !t.diagnostics.warnings);
	arena_free(&t.arena);
}
END_TEST

Suite *
mesh_degrees_suite(void)
{
	Suite *suite = suite_create("mesh_degrees");
	TCase *tests = tcase_create("slots");

	tcase_add_loop_test(tests, slots_are_those_of_the_mesh, 0, (int)(sizeof cases/sizeof *cases));
	tcase_add_test(tests, a_hub_of_many_spokes_keeps_rows);
	tcase_add_test(tests, fewer_slots_than_neighbours_are_refused);
	tcase_add_test(tests, rows_become_slots);
	tcase_add_test(tests, a_slot_that_no_element_has_is_no_error);
	suite_add_tcase(suite, tests);
	return suite;
}
