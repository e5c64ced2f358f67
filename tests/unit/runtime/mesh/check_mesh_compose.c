/* Relations that stencils compose of others. */

#include "generator/check/check.h"
#include "generator/language/parse.h"
#include "runtime/mesh/mesh_compose.h"
#include "runtime/mesh/generate.h"

#include <check.h>
#include <string.h>

Suite *mesh_compose_suite(void);

static struct arena arena;
static struct error error;
static struct mesh mesh;
static struct mesh_table tables[32];

/* Composes relation cell.far, declared as given on a kind of mesh. */
static const struct mesh_table *
compose_on(const char *kind, const char *what, const char *declaration, bool good)
{
	static struct diagnostics diagnostics;
	const char *text = arena_printf(&arena, "stencil s on %s { in cell q; out cell b; relation cell.%s; b = q; }",
		kind, declaration);
	const struct source source = { .path = "text", .text = text, .size = strlen(text), .diagnostics = &diagnostics };
	struct stencil *stencil = parse_stencils(&arena, &source);
	const struct relation *relation = NULL;

	diagnostics = (struct diagnostics){ .out = stderr, .max_errors = 20, .quiet = true };
	ck_assert(mesh_generate(&mesh, &arena, what, &error));
	ck_assert(check_stencils(&arena, &source, stencil, TYPE_DOUBLE));
	for (const struct relation *r = stencil->relations; r; relation = r, r = r->next)
		if (r->id < RELATIONS)
			tables[r->index] = (struct mesh_table){ mesh.relations[r->id].width, mesh.relations[r->id].at };
	ck_assert_int_eq(mesh_compose(&mesh, relation, tables, &error), good);
	return &tables[relation->index];
}

static const struct mesh_table *
compose(const char *what, const char *declaration, bool good)
{
	return compose_on("triangles", what, declaration, good);
}

static void
clean(void)
{
	arena_free(&arena);
}

static int
far_of(const struct mesh_table *table, int cell, int slot)
{
	return table->at[cell*table->slots + slot];
}

START_TEST(edges_of_the_cells_across_come_in_order)
{
	const struct mesh_table *far = compose("icosahedron:R1B1", "far[9] = cells.edges", true);

	for (int c = 0; c < mesh.count[CELL]; c++)
		for (int s = 0; s < 9; s++)
			ck_assert_int_eq(far_of(far, c, s), mesh_at(&mesh, CELL_EDGES, mesh_at(&mesh, CELL_CELLS, c, s/3), s % 3));
}
END_TEST

/* Whether a relation leads from an element to another. */
static bool
leads_to(enum relation_id id, int from, int element)
{
	return mesh_slot(&mesh, id, from, element) >= 0;
}

START_TEST(what_stands_behind_a_minus_is_left_out)
{
	const struct mesh_table *far = compose("icosahedron:R1B1", "far[6] = cells.edges - edges", true);

	for (int c = 0; c < mesh.count[CELL]; c++)
		for (int s = 0; s < 6; s++)
			ck_assert(!leads_to(CELL_EDGES, c, far_of(far, c, s)));
}
END_TEST

/* The number of cells that share a vertex with one. */
static int
count_round(int cell)
{
	int count = 0;

	for (int other = 0; other < mesh.count[CELL]; other++) {
		bool shares = false;

		for (int s = 0; s < 3; s++)
			shares |= leads_to(CELL_VERTICES, other, mesh_at(&mesh, CELL_VERTICES, cell, s));
		count += shares && other != cell;
	}
	return count;
}

START_TEST(each_element_is_met_once)
{
	const struct mesh_table *far = compose_on("polygons", "flips:16x8:1", "far[] = vertices.cells - self", true);

	for (int c = 0; c < mesh.count[CELL]; c++) {
		const int count = count_round(c);

		ck_assert_int_ge(far->slots, count);
		for (int s = 0; s < far->slots; s++) {
			ck_assert_int_eq(far_of(far, c, s) >= 0, s < count);
			for (int before = 0; before < s && s < count; before++)
				ck_assert_int_ne(far_of(far, c, s), far_of(far, c, before));
		}
	}
}
END_TEST

START_TEST(pieces_follow_each_other)
{
	const struct mesh_table *far = compose("torus:5x4", "far[<=10] = self, cells[1], cells.cells", true);

	for (int c = 0; c < mesh.count[CELL]; c++) {
		ck_assert_int_eq(far_of(far, c, 0), c);
		ck_assert_int_eq(far_of(far, c, 1), mesh_at(&mesh, CELL_CELLS, c, 1));
		ck_assert_int_eq(far_of(far, c, 8), -1); /* with six cells two steps away */
		ck_assert_int_ge(far_of(far, c, 7), 0);
	}
}
END_TEST

START_TEST(counts_are_those_declared)
{
	compose("icosahedron:R1B1", "far[8] = cells.edges", false);
	ck_assert_ptr_nonnull(strstr(text_of(&mesh.findings->faults), "exact relation cell.far[8]: cell 0 has 9"));
	compose("icosahedron:R1B1", "far[<=8] = cells.edges", false);
	ck_assert_ptr_nonnull(strstr(text_of(&mesh.findings->faults), "at-most relation cell.far[<=8]: cell 0 has 9"));
	compose("icosahedron:R1B1", "far[10] = cells.edges", false);
}
END_TEST

START_TEST(a_boundary_leaves_slots_empty)
{
	const struct mesh_table *far = compose("plane:5x4", "far[9] = cells.edges", true);

	for (int c = 0; c < mesh.count[CELL]; c++)
		ck_assert_int_eq(far_of(far, c, 8) >= 0, mesh_at(&mesh, CELL_CELLS, c, 0) >= 0
			&& mesh_at(&mesh, CELL_CELLS, c, 1) >= 0 && mesh_at(&mesh, CELL_CELLS, c, 2) >= 0);
}
END_TEST

Suite *
mesh_compose_suite(void)
{
	Suite *suite = suite_create("composed relations");
	TCase *tests = tcase_create("tables");

	tcase_add_checked_fixture(tests, NULL, clean);
	tcase_add_test(tests, edges_of_the_cells_across_come_in_order);
	tcase_add_test(tests, what_stands_behind_a_minus_is_left_out);
	tcase_add_test(tests, each_element_is_met_once);
	tcase_add_test(tests, pieces_follow_each_other);
	tcase_add_test(tests, counts_are_those_declared);
	tcase_add_test(tests, a_boundary_leaves_slots_empty);
	suite_add_tcase(suite, tests);
	return suite;
}
