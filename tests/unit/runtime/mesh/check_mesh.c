/* Meshes that are made: facts about them, and what derives from cell.vertices alone. */

#include "runtime/mesh/mesh_check.h"
#include "tests/unit/runtime/mesh/made_mesh.h"

#include <string.h>

Suite *mesh_suite(void);

static void
clean(void)
{
	arena_free(&arena);
}

static const struct {
	const char *what;
	int cells, edges, vertices, euler, pieces, boundary;
	int cell_degrees[2], vertex_degrees[2]; /* the least and the largest */
} made[] = {
	{ "icosahedron:R1B0", 20, 30, 12, 2, 1, 0, { 3, 3 }, { 5, 5 } },
	{ "icosahedron:R1B1", 80, 120, 42, 2, 1, 0, { 3, 3 }, { 5, 6 } },
	{ "icosahedron:R3B0", 180, 270, 92, 2, 1, 0, { 3, 3 }, { 5, 6 } },
	{ "icosahedron:R2B2", 1280, 1920, 642, 2, 1, 0, { 3, 3 }, { 5, 6 } },
	{ "torus:6x4", 48, 72, 24, 0, 1, 0, { 3, 3 }, { 6, 6 } },
	{ "torus:3x3", 18, 27, 9, 0, 1, 0, { 3, 3 }, { 6, 6 } },
	{ "plane:7x5", 70, 117, 48, 1, 1, 24, { 3, 3 }, { 2, 6 } },
	{ "plane:1x1", 2, 5, 4, 1, 1, 4, { 3, 3 }, { 2, 3 } },
	{ "flips:16x8:1", 256, 384, 128, 0, 1, 0, { 3, 3 }, { 4, 12 } },
	{ "flips:64x32:7", 4096, 6144, 2048, 0, 1, 0, { 3, 3 }, { 4, 12 } },
	{ "cap:40:icosahedron:R2B3", 575, 890, 316, 1, 1, 55, { 3, 3 }, { 3, 6 } },
	{ "dual:icosahedron:R2B2", 642, 1920, 1280, 2, 1, 0, { 5, 6 }, { 3, 3 } },
	{ "dual:torus:6x4", 24, 72, 48, 0, 1, 0, { 6, 6 }, { 3, 3 } },
	{ "dual:flips:64x32:7", 2048, 6144, 4096, 0, 1, 0, { 4, 12 }, { 3, 3 } },
	{ "dual:dual:icosahedron:R1B1", 80, 120, 42, 2, 1, 0, { 3, 3 }, { 5, 6 } },
	{ "cap:50:dual:icosahedron:R1B2", 31, 110, 80, 1, 1, 35, { 5, 6 }, { 2, 3 } },
	{ "cap:180:icosahedron:R1B0", 20, 30, 12, 2, 1, 0, { 3, 3 }, { 5, 5 } },
};

static void
check_degrees(enum relation_id id, const int expected[2])
{
	int least = mesh.relations[id].width, most = 0;

	for (int e = 0; e < mesh.count[relation_kinds[id].from]; e++) {
		const int degree = mesh_degree(&mesh, id, e);

		least = degree < least ? degree : least;
		most = degree > most ? degree : most;
	}
	ck_assert_int_eq(least, expected[0]);
	ck_assert_int_eq(most, expected[1]);
}

START_TEST(made_meshes_are_as_they_should)
{
	struct mesh_facts facts;

	make(made[_i].what);
	facts = mesh_find_facts(&mesh);
	ck_assert_int_eq(mesh.count[CELL], made[_i].cells);
	ck_assert_int_eq(mesh.count[EDGE], made[_i].edges);
	ck_assert_int_eq(mesh.count[VERTEX], made[_i].vertices);
	ck_assert_int_eq(facts.euler, made[_i].euler);
	ck_assert_int_eq(facts.pieces, made[_i].pieces);
	ck_assert_int_eq(facts.boundary, made[_i].boundary);
	check_degrees(CELL_VERTICES, made[_i].cell_degrees);
	check_degrees(CELL_EDGES, made[_i].cell_degrees);
	check_degrees(VERTEX_EDGES, made[_i].vertex_degrees);
	check_degrees(VERTEX_VERTICES, made[_i].vertex_degrees);
	mesh_note_facts(&mesh);
	ck_assert_str_eq(text_of(&mesh.findings->notes), "");
	clean();
}
END_TEST

static bool
has(enum relation_id id, int element, int neighbour)
{
	return mesh_slot(&mesh, id, element, neighbour) >= 0;
}

/* Every entry has its inverse, by slow ways that the checks at load do not take. */
START_TEST(relations_are_inverse)
{
	static const enum relation_id pairs[][2] = {
		{ CELL_EDGES, EDGE_CELLS }, { CELL_VERTICES, VERTEX_CELLS }, { EDGE_VERTICES, VERTEX_EDGES },
		{ CELL_CELLS, CELL_CELLS }, { VERTEX_VERTICES, VERTEX_VERTICES },
	};

	make(made[_i].what);
	for (size_t p = 0; p < sizeof pairs/sizeof *pairs; p++) {
		const struct relation_kind *kind = &relation_kinds[pairs[p][0]];
		long long one = 0, other = 0;

		for (int e = 0; e < mesh.count[kind->from]; e++)
			for (int s = 0; s < mesh.relations[pairs[p][0]].width; s++) {
				const int to = mesh_at(&mesh, pairs[p][0], e, s);

				one += to >= 0;
				ck_assert(to < 0 || has(pairs[p][1], to, e));
			}
		for (int e = 0; e < mesh.count[kind->to]; e++)
			for (int s = 0; s < mesh.relations[pairs[p][1]].width; s++)
				other += mesh_at(&mesh, pairs[p][1], e, s) >= 0;
		ck_assert_int_eq(one, other);
	}
	clean();
}
END_TEST

/* What mesh.h says about slots. */
START_TEST(slots_are_in_order)
{
	make(made[_i].what);
	for (int c = 0; c < mesh.count[CELL]; c++) {
		const int degree = mesh_degree(&mesh, CELL_VERTICES, c);

		for (int s = 0; s < degree; s++) {
			const int edge = mesh_at(&mesh, CELL_EDGES, c, s), across = mesh_at(&mesh, CELL_CELLS, c, s);

			ck_assert(across < 0 || (across != c && has(EDGE_CELLS, edge, across)));
			ck_assert_int_eq(across < 0, mesh_at(&mesh, EDGE_CELLS, edge, 1) < 0);
		}
	}
	for (int e = 0; e < mesh.count[EDGE]; e++) {
		const int left = mesh_at(&mesh, EDGE_CELLS, e, 0), degree = mesh_degree(&mesh, CELL_VERTICES, left);
		const int slot = mesh_slot(&mesh, CELL_VERTICES, left, mesh_at(&mesh, EDGE_VERTICES, e, 0));

		ck_assert_int_eq(mesh_at(&mesh, CELL_VERTICES, left, (slot + 1) % degree), mesh_at(&mesh, EDGE_VERTICES, e, 1));
	}
	ck_assert_int_eq(mesh.relations[VERTEX_EDGES].width, mesh.relations[VERTEX_VERTICES].width);
	for (int v = 0; v < mesh.count[VERTEX]; v++)
		for (int s = 0; s < mesh.relations[VERTEX_EDGES].width; s++) {
			const int edge = mesh_at(&mesh, VERTEX_EDGES, v, s), end = mesh_at(&mesh, VERTEX_VERTICES, v, s);

			ck_assert(edge < 0 ? end < 0 : end != v && has(EDGE_VERTICES, edge, end));
		}
	clean();
}
END_TEST

/* From cell.vertices alone come the same tables, but for duals, whose edges and slots begin elsewhere. */
START_TEST(relations_derive_from_cells)
{
	struct mesh other = mesh_empty(&arena);
	const bool dual = strstr(made[_i].what, "dual:");

	make(made[_i].what);
	other.count[CELL] = mesh.count[CELL];
	other.count[VERTEX] = mesh.count[VERTEX];
	other.relations[CELL_VERTICES] = mesh.relations[CELL_VERTICES];
	if (!strstr(made[_i].what, "flips:") && !dual) {
		other.count[EDGE] = mesh.count[EDGE];
		other.relations[EDGE_VERTICES] = mesh.relations[EDGE_VERTICES];
	}
	ck_assert_msg(mesh_complete(&other, &error), "%s", error.text);
	for (int id = 0; id < RELATIONS; id++) {
		const struct mesh_relation *a = &mesh.relations[id], *b = &other.relations[id];

		ck_assert_int_eq(a->width, b->width);
		if (!dual && a->at)
			ck_assert_mem_eq(a->at, b->at, (size_t)mesh.count[relation_kinds[id].from]*(size_t)a->width*sizeof *a->at);
	}
	ck_assert_int_eq(mesh_find_facts(&mesh).euler, mesh_find_facts(&other).euler);
	clean();
}
END_TEST

START_TEST(seeds_mean_the_same)
{
	struct mesh first;

	make("flips:16x8:1");
	first = mesh;
	make("flips:16x8:1");
	ck_assert_mem_eq(first.relations[CELL_VERTICES].at, mesh.relations[CELL_VERTICES].at, 3*256*sizeof (int));
	make("flips:16x8:2");
	ck_assert_mem_ne(first.relations[CELL_VERTICES].at, mesh.relations[CELL_VERTICES].at, 3*256*sizeof (int));
	clean();
}
END_TEST

/* How far it is to the boundary. */
START_TEST(rows_count_from_the_boundary)
{
	int own[2] = { 0 };
	struct mesh other;

	make("plane:4x4");
	/* (0, 0) is a corner, (1, 1) and (2, 2) are inside. */
	ck_assert_int_eq(mesh.row[VERTEX][0], 1);
	ck_assert_int_eq(mesh.row[VERTEX][6], 2);
	ck_assert_int_eq(mesh.row[VERTEX][12], 3);
	/* The cell of vertices (0, 0), (1, 0), (0, 1); that of (2, 1), (2, 2), (1, 2); the edge from (1, 1) to (2, 1). */
	ck_assert_int_eq(mesh.row[CELL][0], 1);
	ck_assert_int_eq(mesh.row[CELL][11], 2);
	ck_assert_int_eq(mesh.row[EDGE][0], 1);
	ck_assert(has(EDGE_VERTICES, 15, 6) && has(EDGE_VERTICES, 15, 7));
	ck_assert_int_eq(mesh.row[EDGE][15], 3);
	make("torus:6x4");
	ck_assert_ptr_null(mesh.row[CELL]);
	/* Rows of its own stay. */
	make("plane:1x1");
	other = (struct mesh){ .arena = &arena, .findings = findings_open(&arena), .count = { 2, 0, 4 }, .row[CELL] = own };
	other.relations[CELL_VERTICES] = mesh.relations[CELL_VERTICES];
	ck_assert(mesh_complete(&other, &error));
	ck_assert_ptr_eq(other.row[CELL], own);
	ck_assert_int_eq(other.row[VERTEX][0], 1);
	clean();
}
END_TEST

static const struct {
	const char *what, *message;
} refused[] = {
	{ "icosahedron:R0B1", "'icosahedron:R0B1' is no mesh: write it as icosahedron:R2B4" },
	{ "icosahedron:R2", "'icosahedron:R2' is no mesh" },
	{ "icosahedron:R2B4x", "is no mesh" },
	{ "icosahedron:R2B-1", "is no mesh" },
	{ "icosahedron:R2B13", "too many cells for int" },
	{ "icosahedron:R8461B0", "is no mesh" },
	{ "icosahedron:R2B99999999999999999999", "is no mesh" },
	{ "torus:2x3", "'torus:2x3' is no mesh: write it as torus:6x4, and at least 3x3" },
	{ "torus:6", "is no mesh" },
	{ "torus:65536x65536", "too many cells for int" },
	{ "plane:0x1", "'plane:0x1' is no mesh: write it as plane:7x5" },
	{ "flips:16x8", "'flips:16x8' is no mesh: write it as flips:16x8:1" },
	{ "flips:16x8:-1", "is no mesh" },
	{ "cap:40", "is no mesh: write it as cap:40:icosahedron:R2B3" },
	{ "cap:nan:icosahedron:R1B1", "is no mesh" },
	{ "cap:0:icosahedron:R1B1", "is no mesh" },
	{ "cap:1:icosahedron:R1B0", "no cell is within 1 degrees of the north pole" },
	{ "cap:40:torus:6x4", "cap is for a mesh on a sphere" },
	{ "cap:40:nothing", "'nothing' is no mesh that can be generated" },
	{ "dual:plane:3x3", "dual is for a mesh without boundary" },
	{ "dual:cap:40:icosahedron:R1B1", "dual is for a mesh without boundary" },
	{ "dual:dual:dual:dual:dual:dual:dual:dual:dual:torus:3x3", "a mesh is made of a mesh more than 8 times" },
};

START_TEST(wrong_names_are_refused)
{
	ck_assert(mesh_is_generated(refused[_i].what));
	ck_assert(!mesh_generate(&mesh, &arena, refused[_i].what, &error));
	ck_assert_int_eq(error.status, EXIT_USAGE);
	ck_assert_msg(strstr(error.text, refused[_i].message), "%s", error.text);
	clean();
}
END_TEST

Suite *
mesh_suite(void)
{
	const int count = sizeof made/sizeof *made;
	Suite *suite = suite_create("mesh");
	TCase *tc = tcase_create("made");

	tcase_add_loop_test(tc, made_meshes_are_as_they_should, 0, count);
	tcase_add_loop_test(tc, relations_are_inverse, 0, count);
	tcase_add_loop_test(tc, slots_are_in_order, 0, count);
	tcase_add_loop_test(tc, relations_derive_from_cells, 0, count);
	tcase_add_test(tc, seeds_mean_the_same);
	tcase_add_test(tc, rows_count_from_the_boundary);
	tcase_add_loop_test(tc, wrong_names_are_refused, 0, sizeof refused/sizeof *refused);
	suite_add_tcase(suite, tc);
	return suite;
}
