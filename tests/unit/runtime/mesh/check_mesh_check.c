/* Broken meshes: each check finds its own. */

#include "runtime/mesh/mesh_check.h"
#include "tests/unit/runtime/mesh/made_mesh.h"

#include <math.h>
#include <string.h>

Suite *mesh_check_suite(void);

static void
says(const char *text)
{
	const char *all = arena_printf(&arena, "%s%s\n", text_of(&mesh.findings->faults), error.text);

	ck_assert_msg(strstr(all, text), "'%s' is not in:\n%s", text, all);
	ck_assert_int_eq(error.status, EXIT_ERRORS);
}

/* An entry of a good mesh is set to something else. */
static const struct {
	const char *what;
	enum relation_id id;
	int element, slot, value;
	const char *message;
} broken[] = {
	{ "torus:6x4", CELL_EDGES, 17, 2, 99999, "cell.edges: cell 17, slot 2: edge 99999 of 72\n" },
	{ "torus:6x4", CELL_EDGES, 17, 2, 72, "cell.edges: cell 17, slot 2: edge 72 of 72\n" },
	{ "torus:6x4", VERTEX_CELLS, 3, 0, -2, "vertex.cells: vertex 3, slot 0: cell -2 of 48\n" },
	{ "torus:6x4", EDGE_RIM, 3, 1, 72, "edge.rim: edge 3, slot 1: edge 72 of 72\n" },
	{ "torus:6x4", CELL_VERTICES, 4, 1, -1, "cell.vertices: cell 4, slot 1 is missing, but a later one is there\n" },
	{ "torus:6x4", CELL_VERTICES, 4, 2, -1, "cell 4 has 2 vertices\n" },
	{ "torus:6x4", EDGE_VERTICES, 4, 1, -1, "edge.vertices: edge 4, slot 1 is missing\n" },
	{ "plane:7x5", EDGE_CELLS, 0, 0, -1, "edge.cells: edge 0, slot 0 is missing\n" },
	{ "torus:6x4", CELL_EDGES, 1, 0, 17, "cell 1 has edge 17 twice" }, /* set below */
	{ "torus:6x4", EDGE_CELLS, 0, 1, 7, "edge 0 is in the edges of cell 37, which is not in the cells of that edge\n" },
	{ "torus:6x4", VERTEX_EDGES, 2, 0, 60, "vertex 2 is in the vertices of edge" },
	{ "torus:6x4", VERTEX_CELLS, 2, 0, 20, "cell 20 is in the cells of vertex 2, which is not in the vertices of that cell\n" },
	{ "torus:6x4", CELL_EDGES, 40, 0, 0, "edge 0 has 3 cells\n" },
	{ "torus:6x4", CELL_CELLS, 17, 2, 20, "cell 17, slot 2: across edge 25 is 16, not 20\n" },
	{ "plane:7x5", CELL_CELLS, 0, 0, 20, "cell 0, slot 0: across edge 0 is no cell, not 20\n" },
	{ "torus:6x4", CELL_CELLS, 17, 2, -1, "across edge 25 is 16, not -1\n" },
	{ "torus:6x4", VERTEX_VERTICES, 5, 0, 20, "vertex.vertices: vertex 5 lacks vertex" },
	{ "torus:6x4", EDGE_CORNERS, 5, 3, 1, "edge.corners: edge 5 lacks vertex" },
	{ "torus:6x4", EDGE_RIM, 5, 3, 1, "edge.rim: edge 5 lacks edge" },
	{ "dual:torus:6x4", EDGE_EDGES, 5, 3, 1, "edge.edges: edge 5 lacks edge" },
};

START_TEST(a_broken_entry_is_found)
{
	int *entry, value = broken[_i].value;

	make(broken[_i].what);
	entry = mesh_row(&mesh, broken[_i].id, broken[_i].element) + broken[_i].slot;
	if (strstr(broken[_i].message, "twice"))
		value = mesh_at(&mesh, broken[_i].id, broken[_i].element, 1);
	*entry = value;
	ck_assert(!mesh_check_entries(&mesh, &error) || !mesh_check(&mesh, &error));
	if (strstr(broken[_i].message, "twice"))
		says(" twice\n");
	else
		says(broken[_i].message);
	arena_free(&arena);
}
END_TEST

static void
swap(int *a, int *b)
{
	const int c = *a;

	*a = *b;
	*b = c;
}

START_TEST(slots_that_are_swapped_are_found)
{
	make("dual:torus:6x4");
	swap(mesh_row(&mesh, CELL_EDGES, 3), mesh_row(&mesh, CELL_EDGES, 3) + 1);
	ck_assert(!mesh_check(&mesh, &error));
	says("cell 3: its edges do not close round its vertices\n");
	make("torus:6x4");
	swap(mesh_row(&mesh, CELL_CELLS, 3), mesh_row(&mesh, CELL_CELLS, 3) + 1);
	ck_assert(!mesh_check(&mesh, &error));
	says("cell 3, slot 0: across edge");
	make("torus:6x4");
	swap(mesh_row(&mesh, EDGE_RIM, 3), mesh_row(&mesh, EDGE_RIM, 3) + 1);
	ck_assert(!mesh_check(&mesh, &error));
	says("edge.rim: edge 3 lacks edge");
	arena_free(&arena);
}
END_TEST

/* The vertices of a cell the other way round, and its edges with them. */
START_TEST(cells_run_in_one_sense)
{
	make("torus:6x4");
	swap(mesh_row(&mesh, CELL_VERTICES, 4), mesh_row(&mesh, CELL_VERTICES, 4) + 2);
	swap(mesh_row(&mesh, CELL_EDGES, 4), mesh_row(&mesh, CELL_EDGES, 4) + 1);
	swap(mesh_row(&mesh, CELL_CELLS, 4), mesh_row(&mesh, CELL_CELLS, 4) + 1);
	ck_assert(!mesh_check(&mesh, &error));
	says("cells 4 and 5 run along edge 7 in the same sense\n");
	ck_assert(!strstr(text_of(&mesh.findings->faults), "close"));
	arena_free(&arena);
}
END_TEST

/* Three triangles at one edge; two edges between the same vertices; a side that is no edge; a cell that crosses itself. */
static const struct {
	int cells[3][3], edges[8][2], edge_count;
	const char *message;
} impossible[] = {
	{ { { 0, 1, 2 }, { 1, 0, 3 }, { 0, 1, 4 } }, { { 0 } }, 0,
		"edge 0 has more than two cells: 0, 1 and 2, between vertices 0 and 1\n" },
	{ { { 0, 1, 2 }, { 1, 0, 3 }, { 2, 1, 4 } }, { { 0, 1 }, { 1, 2 }, { 2, 0 }, { 0, 3 }, { 3, 1 }, { 1, 4 }, { 4, 2 }, { 2, 1 } }, 8,
		"edges 1 and 7 both join vertices 1 and 2\n" },
	{ { { 0, 1, 2 }, { 1, 0, 3 }, { 2, 1, 4 } }, { { 0, 1 }, { 1, 2 }, { 2, 0 }, { 0, 3 }, { 3, 1 }, { 1, 4 } }, 6,
		"no edge joins vertices 2 and 4, but a cell has both in a row\n" },
	{ { { 0, 1, 2 }, { 1, 0, 3 }, { 2, 1, 1 } }, { { 0 } }, 0, "cell 2 has vertex 1 twice\n" },
	{ { { 0, 1, 2 }, { 0, 1, 3 }, { 2, 1, 4 } }, { { 0 } }, 0, "cells 0 and 1 run along edge 0 in the same sense\n" },
	{ { { 0, 1, 2 }, { 1, 0, 3 }, { 2, 1, 4 } },
		{ { 0, 1 }, { 1, 2 }, { 2, 0 }, { 0, 3 }, { 3, 1 }, { 1, 4 }, { 4, 2 }, { 3, 4 } }, 8, "edge 7 belongs to no cell\n" },
};

START_TEST(what_cannot_be_a_mesh_is_found)
{
	mesh = (struct mesh){ .arena = &arena, .findings = findings_open(&arena), .count = { 3, impossible[_i].edge_count, 5 } };
	ck_assert(mesh_make(&mesh, CELL_VERTICES, 3, 9, &error));
	memcpy(mesh.relations[CELL_VERTICES].at, impossible[_i].cells, sizeof impossible[_i].cells);
	if (impossible[_i].edge_count) {
		ck_assert(mesh_make(&mesh, EDGE_VERTICES, 2, 16, &error));
		memcpy(mesh.relations[EDGE_VERTICES].at, impossible[_i].edges, 2*sizeof (int)*(size_t)impossible[_i].edge_count);
	}
	ck_assert(!mesh_complete(&mesh, &error));
	says(impossible[_i].message);
	arena_free(&arena);
}
END_TEST

START_TEST(ten_of_a_kind_are_told)
{
	int lines = 0;

	make("torus:6x4");
	for (int c = 0; c < 48; c++)
		mesh_row(&mesh, CELL_EDGES, c)[0] = 1000 + c;
	mesh.base = 1;
	ck_assert(!mesh_check_entries(&mesh, &error));
	findings_close(mesh.findings);
	says("cell.edges: cell 1, slot 0: edge 1001 of 72\n");
	says("\nand 38 more entries out of range\n");
	for (const char *at = text_of(&mesh.findings->faults); *at; at++)
		lines += *at == '\n';
	ck_assert_int_eq(lines, 11);
	arena_free(&arena);
}
END_TEST

START_TEST(coordinates_are_numbers)
{
	make("torus:6x4");
	mesh.xyz[VERTEX][2*5 + 1] = NAN;
	ck_assert(!mesh_check_entries(&mesh, &error));
	says("vertex 5: a coordinate is nan\n");
	arena_free(&arena);
}
END_TEST

START_TEST(degrees_are_compared)
{
	make("icosahedron:R1B1");
	ck_assert(mesh_check_degree(&mesh, CELL_EDGES, 3, &error));
	ck_assert(!mesh_check_degree(&mesh, VERTEX_EDGES, 6, &error));
	says("exact relation vertex.edges[6]: vertex");
	arena_free(&arena);
}
END_TEST

/* Two triangles that touch in a vertex, a third one apart, rows that jump. */
START_TEST(facts_are_noted)
{
	static const int cells[] = { 0, 1, 2, 2, 3, 4, 5, 6, 7 };

	mesh = (struct mesh){ .arena = &arena, .findings = findings_open(&arena), .count = { 3, 0, 9 } };
	ck_assert(mesh_make(&mesh, CELL_VERTICES, 3, 9, &error));
	memcpy(mesh.relations[CELL_VERTICES].at, cells, sizeof cells);
	ck_assert(mesh_complete(&mesh, &error));
	ck_assert_int_eq(mesh_degree(&mesh, VERTEX_EDGES, 2), 4);
	ck_assert_int_eq(mesh_degree(&mesh, VERTEX_CELLS, 2), 2);
	mesh_note_facts(&mesh);
	ck_assert_str_eq(text_of(&mesh.findings->notes), "V - E + C is 3 (sphere 2, torus 0, plane 1), 3 pieces\n"
		"1 vertices belong to no cell\n");
	make("plane:2x1");
	mesh.row[CELL] = (int[]){ 1, 2, 5, 6 };
	mesh_note_facts(&mesh);
	ck_assert_str_eq(text_of(&mesh.findings->notes),
		"1 pairs of neighbors have rows that differ by more than two: the first is cells 1 and 2\n");
	arena_free(&arena);
}
END_TEST

/* A fan of so many triangles that tables of its vertices would be huge. */
START_TEST(uneven_meshes_are_refused)
{
	enum { CELLS = 10000 };

	mesh = (struct mesh){ .arena = &arena, .findings = findings_open(&arena), .count = { CELLS, 0, CELLS + 1 } };
	ck_assert(mesh_make(&mesh, CELL_VERTICES, 3, 3*CELLS, &error));
	for (int c = 0; c < CELLS; c++)
		memcpy(mesh_row(&mesh, CELL_VERTICES, c), (int[]){ CELLS, c, (c + 1) % CELLS }, 3*sizeof (int));
	ck_assert(!mesh_complete(&mesh, &error));
	says("a vertex has 10000 cells; a table has as much room for each, and that is too much\n");
	arena_free(&arena);
}
END_TEST

Suite *
mesh_check_suite(void)
{
	Suite *suite = suite_create("mesh_check");
	TCase *tc = tcase_create("broken");

	tcase_add_loop_test(tc, a_broken_entry_is_found, 0, sizeof broken/sizeof *broken);
	tcase_add_test(tc, slots_that_are_swapped_are_found);
	tcase_add_test(tc, cells_run_in_one_sense);
	tcase_add_loop_test(tc, what_cannot_be_a_mesh_is_found, 0, sizeof impossible/sizeof *impossible);
	tcase_add_test(tc, ten_of_a_kind_are_told);
	tcase_add_test(tc, coordinates_are_numbers);
	tcase_add_test(tc, degrees_are_compared);
	tcase_add_test(tc, facts_are_noted);
	tcase_add_test(tc, uneven_meshes_are_refused);
	suite_add_tcase(suite, tc);
	return suite;
}
