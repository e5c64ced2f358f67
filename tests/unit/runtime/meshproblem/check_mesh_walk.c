/* The order in which kernels visit the elements of a mesh. */

#include "generator/check/check.h"
#include "generator/language/parse.h"
#include "runtime/meshgenerators/generate.h"
#include "runtime/meshproblem/mesh_layout.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *mesh_walk_suite(void);

static struct arena arena;
static struct mesh mesh;
static struct mesh_problem problem;
static struct mesh_numbering numbering;
static struct mesh_layout layout;
static struct findings findings;

/* A stencil on edges, of which those of a boundary are left. */
static void
open_problem(const char *what, const char *order)
{
	static const char text[] = "stencil s on triangles { in cell p; out edge d; d = p[cells[1]] - p[cells[0]]; }";
	struct diagnostics diagnostics = { .out = stderr, .max_errors = 20 };
	struct source source = { .path = "s.stencil", .text = text, .size = strlen(text), .diagnostics = &diagnostics };
	struct stencil *stencil = parse_stencils(&arena, &source);

	findings_open(&findings, &arena);
	ck_assert(check_stencils(&arena, &source, stencil, TYPE_DOUBLE) && mesh_generate(&mesh, &arena, what, &findings));
	ck_assert(mesh_problem_open(&problem, &arena, stencil, plan_stencil(&arena, &source, stencil), &mesh, &findings));
	for (const struct field *f = stencil->fields; f; f = f->next)
		problem.levels[f->index] = 2;
	ck_assert(mesh_problem_find_domain(&problem, &findings) && mesh_number(&mesh, &arena, order, &numbering, &findings));
}

static void
open_layout(const char *what, const char *order, enum levels levels)
{
	const struct variant variant = { .family = GRID_mesh, .levels = levels };

	open_problem(what, order);
	ck_assert(mesh_layout_open(&layout, &problem, &variant, &numbering, &findings));
}

static void
close_layout(void)
{
	mesh_layout_close(&layout);
	mesh_problem_free(&problem);
	arena_free(&arena);
	arena = (struct arena){ NULL };
}

static const struct {
	const char *what, *order;
} meshes[] = {
	{ "icosahedron:R2B2", "given+walk" }, { "icosahedron:R2B2", "random+walk" }, { "icosahedron:R2B2", "hilbert+walk" },
	{ "plane:7x5", "given+walk" }, { "plane:7x5", "random:3+walk" }, { "cap:40:icosahedron:R2B2", "rcm+walk" },
};

START_TEST(every_element_is_visited_once)
{
	const struct stencil_mesh *m = &layout.mesh;

	open_layout(meshes[_i].what, meshes[_i].order, LEVELS_INNERMOST);
	ck_assert(m->cell_walk && m->edge_walk && m->vertex_walk);
	ck_assert_int_eq(stencil_check_walk(m->cell_walk, 0, m->cells), 0);
	ck_assert_int_eq(stencil_check_walk(m->edge_walk, 0, m->edges), 0);
	ck_assert_int_eq(stencil_check_walk(m->vertex_walk, 0, m->vertices), 0);
	ck_assert_int_eq(stencil_check_walk(m->edge_walk, m->first, m->end), 0);
	ck_assert(m->end - m->first == problem.updated);
	close_layout();
}
END_TEST

/* How many edges share a cell with the one that is visited before them. */
static int
neighbours_in_turn(const int *walk, const int *place)
{
	int *at = malloc((size_t)mesh.count[EDGE]*sizeof *at), count = 0;

	for (int e = 0; e < mesh.count[EDGE]; e++)
		at[place[e]] = e;
	for (int i = 1; i < mesh.count[EDGE]; i++) {
		const int *before = mesh_row(&mesh, EDGE_CELLS, at[walk[i - 1]]), *own = mesh_row(&mesh, EDGE_CELLS, at[walk[i]]);

		count += own[0] == before[0] || own[0] == before[1] || own[1] == before[0] || own[1] == before[1];
	}
	free(at);
	return count;
}

/* Of 1920 edges on a curve, numbered at random. */
START_TEST(those_that_follow_one_another_are_near)
{
	int *numbers;

	open_layout("icosahedron:R2B3", "random+walk", LEVELS_INNERMOST);
	numbers = malloc((size_t)mesh.count[EDGE]*sizeof *numbers);
	for (int e = 0; e < mesh.count[EDGE]; e++)
		numbers[e] = e;
	ck_assert_int_lt(neighbours_in_turn(numbers, layout.place[EDGE]), mesh.count[EDGE]/100);
	ck_assert_int_gt(neighbours_in_turn(layout.mesh.edge_walk, layout.place[EDGE]), mesh.count[EDGE]/2);
	free(numbers);
	close_layout();
}
END_TEST

START_TEST(without_coordinates_tables_tell_the_way)
{
	findings_open(&findings, &arena);
	ck_assert(mesh_generate(&mesh, &arena, "icosahedron:R2B1", &findings));
	mesh.xyz[CELL] = mesh.xyz[EDGE] = mesh.xyz[VERTEX] = NULL;
	ck_assert(mesh_number(&mesh, &arena, "given+walk", &numbering, &findings));
	ck_assert(!numbering.place[CELL] && numbering.walk[CELL] && numbering.walk[EDGE]);
	ck_assert_int_eq(stencil_check_walk(numbering.walk[EDGE], 0, mesh.count[EDGE]), 0);
	arena_free(&arena);
	arena = (struct arena){ NULL };
}
END_TEST

START_TEST(others_are_visited_as_numbered)
{
	static const struct { const char *order; enum levels levels; } others[] = {
		{ "given", LEVELS_INNERMOST }, { "hilbert", LEVELS_INNERMOST }, { "given+walk", LEVELS_OUTERMOST },
	};

	open_layout("icosahedron:R2B1", others[_i].order, others[_i].levels);
	ck_assert(!layout.mesh.cell_walk && !layout.mesh.edge_walk && !layout.mesh.vertex_walk);
	close_layout();
}
END_TEST

/* Arrays in the mesh's own numbers: the runs of elements that are updated are visited one by one. */
START_TEST(each_run_is_visited_by_itself)
{
	const struct variant variant = { .family = GRID_mesh, .levels = LEVELS_INNERMOST };
	int runs = 0;

	open_problem("plane:7x5", "given+walk");
	ck_assert(mesh_layout_open_plain(&layout, &problem, &variant, 2, 2, &findings) && mesh_layout_walk(&layout, numbering.walk));
	for (int e = 0, end; e < mesh.count[EDGE]; e = end) {
		for (end = e; end < mesh.count[EDGE] && problem.inside[end] == problem.inside[e];)
			end++;
		ck_assert_int_eq(stencil_check_walk(layout.mesh.edge_walk, e, end), 0);
		runs++;
	}
	ck_assert_int_gt(runs, 4);
	close_layout();
}
END_TEST

START_TEST(wrong_walks_are_found)
{
	ck_assert_int_eq(stencil_check_walk((const int[]){ 9, 5, 2, 1, 3 }, 1, 5), STENCIL_WRONG_TABLE);
	ck_assert_int_eq(stencil_check_walk((const int[]){ 9, 4, 2, 1, 3 }, 1, 5), 0);
	ck_assert_int_eq(stencil_check_walk((const int[]){ 9, 4, 2, 2, 3 }, 1, 5), STENCIL_WRONG_TABLE);
	ck_assert_int_eq(stencil_check_walk((const int[]){ 9, 4, 0, 1, 3 }, 1, 5), STENCIL_WRONG_TABLE);
	ck_assert_int_eq(stencil_check_walk(NULL, 0, 0), STENCIL_NULL_POINTER);
}
END_TEST

Suite *
mesh_walk_suite(void)
{
	Suite *suite = suite_create("how kernels visit meshes");
	TCase *tests = tcase_create("walks");

	tcase_add_loop_test(tests, every_element_is_visited_once, 0, (int)(sizeof meshes/sizeof *meshes));
	tcase_add_test(tests, those_that_follow_one_another_are_near);
	tcase_add_test(tests, without_coordinates_tables_tell_the_way);
	tcase_add_loop_test(tests, others_are_visited_as_numbered, 0, 3);
	tcase_add_test(tests, each_run_is_visited_by_itself);
	tcase_add_test(tests, wrong_walks_are_found);
	suite_add_tcase(suite, tests);
	return suite;
}
