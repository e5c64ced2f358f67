/* Edges keep the numbers that a table gives them, whichever it is; where none tells which side is which, it is refused. */

#include "runtime/mesh/mesh_check.h"
#include "runtime/mesh/table_sizes.h"
#include "runtime/mesh/generate.h"
#include "runtime/mesh/mesh_order.h"

#include <check.h>
#include <string.h>

Suite *mesh_numbers_suite(void);

static struct arena arena;
static struct error error;
static struct mesh whole, part;

static const char *const meshes[] = {
	"icosahedron:R1B0", "icosahedron:R2B1", "torus:6x4", "torus:3x3", "plane:7x5", "plane:1x1", "flips:16x8:1", "cap:40:icosahedron:R2B3",
	"dual:icosahedron:R2B1", "dual:torus:6x4", "dual:flips:16x8:1", "cap:50:dual:icosahedron:R1B2",
};
enum { MESHES = sizeof meshes/sizeof *meshes };

/* The tables of edges that are given besides cell.vertices; RELATIONS: no second one. */
static const enum relation_id given[][2] = {
	{ EDGE_VERTICES, RELATIONS }, { CELL_EDGES, RELATIONS }, { EDGE_CELLS, RELATIONS }, { VERTEX_EDGES, RELATIONS },
	{ EDGE_CORNERS, RELATIONS }, { EDGE_CELLS, VERTEX_EDGES }, { EDGE_CELLS, CELL_EDGES }, { EDGE_CORNERS, CELL_EDGES },
	{ EDGE_CELLS, EDGE_RIM }, { EDGE_CORNERS, EDGE_RIM },
};
enum { GIVEN = sizeof given/sizeof *given };

/* A mesh whose elements have random numbers. */
static void
says(const char *text)
{
	const char *all = arena_printf(&arena, "%s%s\n", text_of(&part.findings->faults), error.text);

	ck_assert_msg(strstr(all, text), "'%s' is not in:\n%s", text, all);
}

static void
make(const char *what)
{
	ck_assert(mesh_generate(&whole, &arena, what, &error) && mesh_order(&whole, "random:5", NULL));
}

/* Copies a relation of it. */
static void
give(enum relation_id id)
{
	const struct mesh_relation *r = &whole.relations[id];
	const size_t entries = (size_t)whole.count[relation_kinds[id].from]*(size_t)r->width;

	part.relations[id] = (struct mesh_relation){ .width = r->width, .at = arena_array(&arena, int, entries + 1) };
	memcpy(part.relations[id].at, r->at, entries*sizeof (int));
	ck_assert(mesh_take_size(&part, relation_kinds[id].from, relation_kinds[id].full, whole.count[relation_kinds[id].from],
		&error));
}

static bool
same_pair(const int *a, const int *b)
{
	return (a[0] == b[0] && a[1] == b[1]) || (a[0] == b[1] && a[1] == b[0]);
}

static bool
has_pairs_of_cells(void)
{
	for (int e = 0; e < whole.count[EDGE]; e++)
		for (int f = 0; f < e; f++)
			if (same_pair(mesh_row(&whole, EDGE_CELLS, e), mesh_row(&whole, EDGE_CELLS, f)))
				return true;
	return false;
}

/* Every other edge has its cells the other way round. */
static void
turn_some(struct mesh *mesh)
{
	for (int e = 0; e < mesh->count[EDGE]; e += 2) {
		int *cells = mesh_row(mesh, EDGE_CELLS, e), first = cells[0];

		if (cells[1] >= 0) {
			cells[0] = cells[1];
			cells[1] = first;
		}
	}
}

/* What follows from what is given: each edge has its ends and cells, in the order that the first cell says. */
static void
is_same(bool in_sense)
{
	ck_assert_int_eq(part.count[EDGE], whole.count[EDGE]);
	for (int e = 0; e < whole.count[EDGE]; e++) {
		const int *ends = mesh_row(&part, EDGE_VERTICES, e), cell = mesh_at(&part, EDGE_CELLS, e, 0);
		const int slot = mesh_slot(&part, CELL_VERTICES, cell, ends[0]), degree = mesh_degree(&part, CELL_VERTICES, cell);

		ck_assert(same_pair(ends, mesh_row(&whole, EDGE_VERTICES, e)));
		ck_assert(same_pair(mesh_row(&part, EDGE_CELLS, e), mesh_row(&whole, EDGE_CELLS, e)));
		ck_assert(!in_sense || mesh_at(&part, CELL_VERTICES, cell, (slot + 1) % degree) == ends[1]);
	}
}

START_TEST(what_is_given_keeps_its_numbers)
{
	const enum relation_id *ids = given[_i%GIVEN];
	const bool turned = ids[0] == EDGE_CELLS && ids[1] == RELATIONS;
	bool good;

	make(meshes[_i/GIVEN]);
	for (int k = 0; k < 2; k++)
		if (ids[k] < RELATIONS && !whole.relations[ids[k]].at) {
			arena_free(&arena);
			return;
		}
	part = mesh_empty(&arena);
	give(CELL_VERTICES);
	for (int k = 0; k < 2; k++)
		if (ids[k] < RELATIONS)
			give(ids[k]);
	ck_assert(mesh_take_size(&part, VERTEX, "coordinates", whole.count[VERTEX], &error));
	if (turned)
		turn_some(&part);
	good = mesh_complete(&part, &error);
	if (ids[0] == EDGE_CELLS && (ids[1] == RELATIONS || ids[1] == EDGE_RIM) && has_pairs_of_cells()) {
		ck_assert(!good && strstr(error.text, "so sides are ambiguous"));
	} else {
		ck_assert_msg(good, "%s", error.text);
		is_same(ids[0] != EDGE_VERTICES);
		for (int k = 0; k < 2; k++)
			if (ids[k] < RELATIONS && !turned)
				ck_assert_mem_eq(part.relations[ids[k]].at, whole.relations[ids[k]].at,
					(size_t)whole.count[relation_kinds[ids[k]].from]*(size_t)whole.relations[ids[k]].width*sizeof (int));
	}
	arena_free(&arena);
}
END_TEST

/* Two cells with three vertices in a row; two triangles; edges of the first that say nothing, or what cannot be. */
static const struct {
	int cells[2][4], edges[8][2], edge_count;
	const char *message;
} wrong[] = {
	{ { { 0, 1, 2, 3 }, { 0, 3, 2, 4 } }, { { 0, 1 }, { 0, 1 }, { 0, -1 }, { 0, -1 }, { 1, -1 }, { 1, -1 } }, 6,
		"edge.cells: edges 0 and 1 both have cells 0 and 1, so sides are ambiguous: give edge.vertices or"
		" cell.edges, too\n" },
	{ { { 0, 1, 2, -1 }, { 2, 1, 3, -1 } }, { { 0, 1 }, { 0, -1 }, { 0, -1 }, { 1, -1 }, { 1, -1 } }, 5,
		"edge.cells: edges 1 and 2 both have only cell 0, so sides are ambiguous" },
	{ { { 0, 1, 2, -1 }, { 2, 1, 3, -1 } }, { { 0, 1 }, { 0, -1 }, { 1, -1 } }, 3,
		"edge.cells has 3 rows, but cell.vertices has 5 edges: it needs one row for each\n" },
	{ { { 0, 1, 2, -1 }, { 2, 1, 3, -1 } }, { { 0, 1 }, { 0, -1 }, { 1, -1 }, { 0, 0 }, { 1, 1 } }, 5,
		"edge.cells: one edge has only cell 0, but there are several such sides\n" },
	{ { { 0, 1, 2, -1 }, { 2, 1, 3, -1 } }, { { 0, 0 }, { 0, -1 }, { 1, -1 }, { 1, 1 }, { 1, 0 } }, 5,
		"edge.cells: one edge has only cell 0, but there are several such sides\n" },
	{ { { 0, 1, 2, -1 }, { 3, 4, 5, -1 } }, { { 0, 1 }, { 0, -1 }, { 1, -1 }, { 0, 0 }, { 1, 1 }, { 1, 0 } }, 6,
		"edge.cells: edges 0 and 5 both have cells 0 and 1" },
};

START_TEST(edges_that_cannot_be_told_apart_are_refused)
{
	const int width = wrong[_i].cells[0][3] < 0 ? 3 : 4;

	part = (struct mesh){ .arena = &arena, .findings = findings_open(&arena), .count = { 2, wrong[_i].edge_count, 6 } };
	ck_assert(mesh_make(&part, CELL_VERTICES, width, 8, &error) && mesh_make(&part, EDGE_CELLS, 2, 12, &error));
	for (int c = 0; c < 2; c++)
		memcpy(mesh_row(&part, CELL_VERTICES, c), wrong[_i].cells[c], (size_t)width*sizeof (int));
	memcpy(part.relations[EDGE_CELLS].at, wrong[_i].edges, 2*sizeof (int)*(size_t)wrong[_i].edge_count);
	ck_assert(mesh_take_size(&part, EDGE, "edge.cells", wrong[_i].edge_count, &error));
	ck_assert(!mesh_complete(&part, &error));
	says(wrong[_i].message);
	arena_free(&arena);
}
END_TEST

/* Edges of vertices: one of three vertices, one of a single one, one that nobody has. */
static const struct {
	int edges[4][3];
	const char *message;
} wrong_ends[] = {
	{ { { 0, 2, -1 }, { 0, 1, 3 }, { 1, 2, 4 }, { 3, 4, 0 } }, "vertex.edges: vertices 0, 1 and 3 have edge 0: an edge has two\n" },
	{ { { 0, 2, -1 }, { 0, 1, 3 }, { 1, 2, 4 }, { 3, -1, -1 } }, "vertex.edges: edge 4 has one vertex: an edge has two\n" },
	{ { { 0, 2, -1 }, { 0, 1, -1 }, { 1, 2, 4 }, { 4, -1, -1 } }, "vertex.edges: edge 3 has no vertex: an edge has two\n" },
	{ { { 0, 2, -1 }, { 0, 1, 3 }, { 1, 2, 9 }, { 3, 9, -1 } }, "vertex.edges: edge 4 has no vertex: an edge has two\n" },
};

START_TEST(edges_of_vertices_have_two_each)
{
	part = (struct mesh){ .arena = &arena, .findings = findings_open(&arena), .count = { 2, 0, 4 } };
	ck_assert(mesh_make(&part, CELL_VERTICES, 3, 6, &error) && mesh_make(&part, VERTEX_EDGES, 3, 12, &error));
	memcpy(part.relations[CELL_VERTICES].at, (int[]){ 0, 1, 2, 2, 1, 3 }, 6*sizeof (int));
	memcpy(part.relations[VERTEX_EDGES].at, wrong_ends[_i].edges, sizeof wrong_ends[_i].edges);
	ck_assert(!mesh_complete(&part, &error));
	says(wrong_ends[_i].message);
	arena_free(&arena);
}
END_TEST

Suite *
mesh_numbers_suite(void)
{
	Suite *suite = suite_create("mesh_numbers");
	TCase *tc = tcase_create("edges");

	tcase_add_loop_test(tc, what_is_given_keeps_its_numbers, 0, MESHES*GIVEN);
	tcase_add_loop_test(tc, edges_that_cannot_be_told_apart_are_refused, 0, sizeof wrong/sizeof *wrong);
	tcase_add_loop_test(tc, edges_of_vertices_have_two_each, 0, sizeof wrong_ends/sizeof *wrong_ends);
	suite_add_tcase(suite, tc);
	return suite;
}
