/* Meshes of libstencil: what they are made of, what is wrong with tables of the caller, and threads that share one. */

#include "runtime/library/stencil.h"

#include <check.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

Suite *library_tables_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

static struct stencil_error error;

static const struct {
	const char *what, *order, *said;
	int code;
} wrong_meshes[] = {
	{ NULL, NULL, "the name of the mesh is a null pointer: name a file, folder or generated mesh", STENCIL_CODE_ARGUMENT },
	{ "torus:6", NULL, "torus", STENCIL_CODE_ARGUMENT },
	{ "no/such/mesh", NULL, "No such file or directory", STENCIL_CODE_UNAVAILABLE },
	{ "stencils/laplap.stencil", NULL, "this is neither a folder", STENCIL_CODE_ARGUMENT },
	{ "stencils", NULL, "the folder holds no .npy files", STENCIL_CODE_ARGUMENT },
	{ "torus:6x4", "spiral", "spiral", STENCIL_CODE_ARGUMENT },
};

START_TEST(meshes_that_cannot_be_are_refused)
{
	ck_assert_ptr_null(stencil_mesh_open(wrong_meshes[_i].what, wrong_meshes[_i].order, &error));
	ck_assert_msg(strstr(error.text, wrong_meshes[_i].said), "%s", error.text);
	ck_assert_int_eq(error.code, wrong_meshes[_i].code);
	ck_assert_ptr_null(stencil_mesh_open(wrong_meshes[_i].what, wrong_meshes[_i].order, NULL));
}
END_TEST

/* Two triangles that share edge 1. */
static int vertices[] = { 0, 1, 2, 2, 1, 3 }, edges[] = { 0, 1, 2, 1, 3, 4 };
/* As long as what claims three slots. */
static int ends[15] = { 0, 1, 1, 2, 2, 0, 1, 3, 3, 2 };
static const double places[] = { 0, 0, 1, 0, 0, 1, 1, 1 };

START_TEST(tables_of_the_caller_make_a_mesh)
{
	const struct stencil_mesh_relation relations[] = { { "cell.vertices", 3, vertices }, { "cell.edges", 3, edges } };
	const struct stencil_mesh_tables tables = {
		.count = { 2, 0, 4 }, .relation_count = 2, .relations = relations, .dimensions = 2, .coordinates = { NULL, NULL, places },
	};
	stencil_plan_mesh *mesh = stencil_mesh_create(&tables, &error);
	int slots;

	ck_assert_msg(mesh != NULL, "%s", error.text);
	ck_assert(stencil_mesh_count(mesh, STENCIL_CELL) == 2 && stencil_mesh_count(mesh, STENCIL_EDGE) == 5);
	ck_assert(stencil_mesh_count(mesh, STENCIL_VERTEX) == 4 && stencil_mesh_count(mesh, 3) == 0);
	ck_assert(stencil_mesh_neighbors(mesh, "edge.cells", &slots)[2] == 0 && slots == 2);
	ck_assert(stencil_mesh_neighbors(mesh, "edge.cells", &slots)[3] == 1);
	ck_assert(stencil_mesh_values(mesh, "cell", "area", &slots)[1] == 0.5 && slots == 1);
	ck_assert(stencil_mesh_coordinates(mesh, STENCIL_CELL, &slots)[0] == 0.5 && slots == 2);
	ck_assert_ptr_null(stencil_mesh_coordinates(mesh, 4, &slots));
	ck_assert_ptr_null(stencil_mesh_neighbors(mesh, "cell.corners", &slots));
	ck_assert_ptr_null(stencil_mesh_neighbors(mesh, "cell.star", &slots));
	ck_assert_ptr_null(stencil_mesh_values(mesh, "cell", "volume", &slots));
	ck_assert_ptr_nonnull(stencil_mesh_values(mesh, "cell.star", "geofac_n2s", &slots));
	ck_assert_int_eq(slots, 4);
	stencil_mesh_destroy(mesh);
}
END_TEST

static int wings[] = { 0, 3, 0, -1, 1, 2, 2, 1, 3, 0 };

START_TEST(a_relation_of_the_callers_own_is_one_of_the_mesh)
{
	static const char text[] = "stencil across on triangles { in vertex p; out edge q; relation edge.wings[2] -> vertex;"
		" q = 10*p[wings[0]] + p[wings[1]]; }";
	const struct stencil_mesh_relation relations[] = { { "cell.vertices", 3, vertices }, { "edge.wings -> vertex", 2, wings } };
	const struct stencil_mesh_tables tables = { .count = { 2, 5, 4 }, .relation_count = 2, .relations = relations };
	stencil_plan_mesh *mesh = stencil_mesh_create(&tables, &error);
	const struct stencil_shape shape = { .mesh = mesh, .size = { 0, 0, 1 } };
	double p[] = { 1, 2, 3, 4 }, q[] = { -1, -1, -1, -1, -1 };
	stencil_plan *plan;
	int slots;

	ck_assert_msg(mesh != NULL, "%s", error.text);
	ck_assert(stencil_mesh_neighbors(mesh, "edge.wings", &slots)[5] == 2 && slots == 2);
	ck_assert_ptr_null(stencil_mesh_neighbors(mesh, "edge.wing", &slots));
	plan = stencil_plan_create_text(text, NULL, &shape, "backend=openmp levels=outermost", 0, &error);
	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_int_eq(stencil_plan_bind(plan, "p", p, sizeof p, &error), 0);
	ck_assert_int_eq(stencil_plan_bind(plan, "q", q, sizeof q, &error), 0);
	ck_assert_int_eq(stencil_execute(plan, NULL), 0);
	ck_assert(q[0] == 14 && q[1] == -1 && q[2] == 23 && q[3] == 32 && q[4] == 41);
	stencil_plan_destroy(plan);
	stencil_mesh_destroy(mesh);
}
END_TEST

static int far_edge[] = { 0, 1, 2, 1, 3, 7 }, far_vertex[] = { 0, 1, 2, 2, 1, 9 }, turned[] = { 0, 1, 2, 1, 2, 3 };
static int sides[] = { 0, -1, 0, 1, 0, -1, 1, -1, 1, -1, 1, -1 };
static int below[] = { 0, 1, 2, 2, 1, -3 }, crossed[] = { 0, 1, 2, 0, 3, 4 };

static const struct {
	int count[3];
	struct stencil_mesh_relation relations[2];
	int dimensions;
	const char *said;
} wrong_tables[] = {
	{ { 2, 5, 4 }, { { "cell.edges", 3, edges }, { "edge.vertices", 2, ends } }, 0, "there is no cell.vertices" },
	{ { 2, 5, 4 }, { { "cell.vertices", 3, far_vertex }, { "cell.edges", 3, edges } }, 0,
		"cell.vertices: cell 1, slot 2: vertex 9 of 4" },
	{ { 2, 5, 4 }, { { "cell.vertices", 3, below }, { "cell.edges", 3, edges } }, 0,
		"cell.vertices: cell 1, slot 2: vertex -3 of 4" },
	{ { 2, 5, 4 }, { { "cell.vertices", 3, vertices }, { "cell.edges", 3, far_edge } }, 0,
		"cell.edges: cell 1, slot 2: edge 7 of 5" },
	{ { 2, 0, 4 }, { { "cell.vertices", 3, vertices }, { "cell.edges", 3, far_edge } }, 0,
		"cell.edges: edge 7, but there are only 6 entries" },
	{ { 2, 5, 4 }, { { "cell.vertices", 3, turned }, { "cell.edges", 3, edges } }, 0, "run along edge 1 in the same sense" },
	{ { 2, 5, 4 }, { { "cell.vertices", 3, vertices }, { "cell.edges", 3, crossed } }, 0, "edge" },
	{ { 2, 0, 4 }, { { "cell.vertices", 3, vertices }, { "edge.vertices", 2, ends } }, 0,
		"edge.vertices is there, but the number of edges is 0: set it" },
	{ { 2, 5, 4 }, { { "cell.vertices", 3, vertices }, { "edge.vertices", 3, ends } }, 0, "edge.vertices has 3 slots: an edge has 2" },
	{ { 2, 5, 4 }, { { "cell.vertices", 3, vertices }, { "cell.stars", 3, ends } }, 0, "a mesh has no relation 'cell.stars'" },
	{ { 2, 5, 4 }, { { "cell.vertices", 3, vertices }, { "edge.wings -> face", 2, wings } }, 0,
		"a mesh has no relation 'edge.wings -> face'; one is cell.vertices, and one of your own edge.wings -> cell" },
	{ { 2, 5, 4 }, { { "cell.vertices", 3, vertices }, { "edge.cells -> cell", 2, wings } }, 0,
		"edge.cells -> cell: every mesh has edge.cells: use that name" },
	{ { 2, 5, 4 }, { { "cell.vertices", 3, vertices }, { "edge.wings->cell", 2, wings } }, 0,
		"edge.wings: edge 0, slot 1: cell 3 of 2" },
	{ { 2, 5, 4 }, { { "cell.vertices", 3, vertices }, { NULL, 3, ends } }, 0, "a mesh has no relation ''" },
	{ { 2, 5, 4 }, { { "cell.vertices", 3, vertices }, { "cell.edges", 3, NULL } }, 0,
		"cell.edges: a table of 3 slots is a null pointer" },
	{ { 2, 5, 4 }, { { "cell.vertices", 0, vertices }, { "cell.edges", 3, edges } }, 0, "cell.vertices: a table of 0 slots" },
	{ { 0, 5, 4 }, { { "cell.vertices", 3, vertices }, { "cell.edges", 3, edges } }, 0, "not 0, 5 and 4" },
	{ { 2, 5, 4 }, { { "cell.vertices", 3, vertices }, { "cell.edges", 3, edges } }, 4, "2 or 3 dimensions, not 4" },
	{ { 2, 3, 4 }, { { "cell.vertices", 3, vertices }, { "edge.cells", 2, sides } }, 0,
		"edge.cells has 3 rows, but cell.vertices has 5 edges: it needs one row for each" },
	{ { 2, 6, 4 }, { { "cell.vertices", 3, vertices }, { "edge.wings -> cell", 2, sides } }, 0,
		"edge.wings has 6 rows, but cell.vertices has 5 edges: it needs one row for each" },
	{ { 2, 3, 4 }, { { "cell.vertices", 3, vertices }, { "vertex.cells", 2, sides } }, 0,
		"there should be 3 edges, but cell.vertices has 5: set this number, or 0" },
};

START_TEST(wrong_tables_are_refused)
{
	struct stencil_mesh_tables tables = {
		.relation_count = 2, .relations = wrong_tables[_i].relations, .dimensions = wrong_tables[_i].dimensions,
	};

	memcpy(tables.count, wrong_tables[_i].count, sizeof tables.count);
	ck_assert_ptr_null(stencil_mesh_create(&tables, &error));
	ck_assert_int_eq(error.code, STENCIL_CODE_ARGUMENT);
	ck_assert_msg(strstr(error.text, wrong_tables[_i].said), "%s", error.text);
}
END_TEST

/* Rows and coordinates of edges that the caller counts wrongly. */
START_TEST(elements_have_a_row_each)
{
	static const int rows[3] = { 0 };
	const struct stencil_mesh_relation relation = { "cell.vertices", 3, vertices };
	struct stencil_mesh_tables tables = { .count = { 2, 3, 4 }, .relation_count = 1, .relations = &relation, .rows = { NULL, rows } };

	ck_assert_ptr_null(stencil_mesh_create(&tables, &error));
	ck_assert_str_eq(error.text, "the table of rows of edges has 3 rows, but cell.vertices has 5 edges: it needs one row for each");
	tables.rows[STENCIL_EDGE] = NULL;
	tables.coordinates[STENCIL_EDGE] = places;
	ck_assert_ptr_null(stencil_mesh_create(&tables, &error));
	ck_assert_str_eq(error.text, "there are coordinates, but dimensions is 0: set it to 2 or 3");
	tables.dimensions = 2;
	ck_assert_ptr_null(stencil_mesh_create(&tables, &error));
	ck_assert_str_eq(error.text, "the table of coordinates of edges has 3 rows, but cell.vertices has 5 edges: it needs one"
		" row for each");
	tables.count[STENCIL_EDGE] = 0;
	ck_assert_ptr_null(stencil_mesh_create(&tables, &error));
	ck_assert_str_eq(error.text, "edges have rows or coordinates, but their number is 0: set it");
}
END_TEST

START_TEST(nothing_is_no_mesh)
{
	const struct stencil_mesh_relation relation = { "cell.vertices", 3, vertices };
	struct stencil_mesh_tables tables = { .count = { 2, 0, 4 } };

	ck_assert_ptr_null(stencil_mesh_create(NULL, &error));
	ck_assert_str_eq(error.text, "a mesh needs tables, at least cell.vertices");
	ck_assert_ptr_null(stencil_mesh_create(&tables, &error));
	tables.relations = &relation;
	tables.relation_count = 1;
	tables.dimensions = 2;
	tables.coordinates[STENCIL_EDGE] = places;
	ck_assert_ptr_null(stencil_mesh_create(&tables, &error));
	ck_assert_str_eq(error.text, "edges have rows or coordinates, but their number is 0: set it");
	stencil_mesh_destroy(NULL);
}
END_TEST

/* The divergence of a flux, which is stored or not, on a mesh whose elements are not updated in one run. */
static void
apply_diffusion(const stencil_plan_mesh *mesh, const char *stored, const char *options, const double *t, double *d)
{
	const struct stencil_shape shape = { .mesh = mesh, .size = { 0, 0, 3 } };
	char text[300];
	stencil_plan *plan;
	void *const arrays[] = { (void *)t, d };

	snprintf(text, sizeof text, "stencil diffusion on triangles { in cell t; out cell d;"
		" %s edge flux = t[cells[1]] - 0.3*t[cells[0].above]; d = sum(e in edges: flux[e]*flux[e]); }", stored);
	plan = stencil_plan_create_text(text, NULL, &shape, options, 0, &error);
	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_int_eq(stencil_execute_on(plan, arrays, NULL, NULL), 0);
	stencil_plan_destroy(plan);
}

START_TEST(stored_temporaries_have_a_workspace)
{
	static const char *const options[] = { "backend=openmp levels=outermost", "backend=host levels=outermost" };
	stencil_plan_mesh *mesh = stencil_mesh_open("plane:7x5", NULL, &error);
	double t[3*70], once[3*70], stored[3*70];

	ck_assert_msg(mesh != NULL, "%s", error.text);
	for (int i = 0; i < 3*70; i++) {
		t[i] = 1.0/(i + 3);
		once[i] = stored[i] = -1;
	}
	apply_diffusion(mesh, "", options[_i], t, once);
	apply_diffusion(mesh, "stored", options[_i], t, stored);
	ck_assert_mem_eq(once, stored, sizeof once);
	ck_assert(once[20] != -1);
	stencil_mesh_destroy(mesh);
}
END_TEST

/* Makes a mesh, then plans of its own on it and on that of all. */
static void *
plan_and_apply(void *all)
{
	static const char text[] = "stencil mean on triangles { in cell p; out cell q; q = sum(c in cells: p[c]); }";
	struct stencil_error own;
	stencil_plan_mesh *mine = stencil_mesh_open("torus:6x4", "hilbert", &own);
	const stencil_plan_mesh *meshes[] = { all, mine };

	for (int m = 0; mine && m < 2; m++) {
		const struct stencil_shape shape = { .mesh = meshes[m], .size = { 0, 0, 2 } };
		stencil_plan *plan = stencil_plan_create_text(text, NULL, &shape, "backend=openmp", 0, &own);
		static double p[2*48];
		double q[2*48] = { 1 };
		void *const arrays[] = { p, q };

		if (!plan || stencil_execute_on(plan, arrays, NULL, NULL) || q[0])
			mine = NULL;
		stencil_plan_destroy(plan);
	}
	stencil_mesh_destroy(mine);
	return mine;
}

START_TEST(threads_share_a_mesh)
{
	enum { THREADS = 3 };
	stencil_plan_mesh *mesh = stencil_mesh_open("torus:6x4", NULL, &error);
	pthread_t threads[THREADS];
	void *good;

	ck_assert_msg(mesh != NULL, "%s", error.text);
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, plan_and_apply, mesh), 0);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], &good);
		ck_assert_ptr_nonnull(good);
	}
	stencil_mesh_destroy(mesh);
}
END_TEST

/* On a mesh of all: makes plans that are refused, and plans that are not. */
static void *
plan_and_fail(void *all)
{
	static const char three[] = "stencil three on triangles { in cell p; out cell q; q = sum(e in edges: p); }";
	static const char any[] = "stencil any on hexagons { in cell p; out cell q; q = sum(c in cells: p[c]); }";
	const struct stencil_shape shape = { .mesh = all, .size = { 0, 0, 2 } };
	int good = 1;
	char said[sizeof ((struct stencil_error *)NULL)->text] = "";

	for (int i = 0; i < 40 && good; i++) {
		struct stencil_error own = { 0 };
		stencil_plan *plan = stencil_plan_create_text(three, NULL, &shape, "backend=openmp", 0, &own);

		good = !plan && strstr(own.text, "cell 0 has 6") && (!i || !strcmp(own.text, said));
		snprintf(said, sizeof said, "%s", own.text);
		stencil_plan_destroy(plan);
		plan = stencil_plan_create_text(any, NULL, &shape, "backend=openmp", 0, &own);
		good = good && plan;
		stencil_plan_destroy(plan);
	}
	return good ? all : NULL;
}

START_TEST(threads_fail_on_a_mesh_each_for_itself)
{
	enum { THREADS = 4 };
	stencil_plan_mesh *mesh = stencil_mesh_open("dual:torus:6x4", NULL, &error);
	pthread_t threads[THREADS];
	void *good;

	ck_assert_msg(mesh != NULL, "%s", error.text);
	ck_assert_ptr_nonnull(plan_and_fail(mesh));
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, plan_and_fail, mesh), 0);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], &good);
		ck_assert_ptr_nonnull(good);
	}
	stencil_mesh_destroy(mesh);
}
END_TEST

Suite *
library_tables_suite(void)
{
	Suite *suite = suite_create("library_tables");
	TCase *meshes = tcase_create("meshes");

	tcase_add_loop_test(meshes, meshes_that_cannot_be_are_refused, 0, COUNT(wrong_meshes));
	tcase_add_test(meshes, tables_of_the_caller_make_a_mesh);
	tcase_add_loop_test(meshes, stored_temporaries_have_a_workspace, 0, 2);
	tcase_add_test(meshes, a_relation_of_the_callers_own_is_one_of_the_mesh);
	tcase_add_loop_test(meshes, wrong_tables_are_refused, 0, COUNT(wrong_tables));
	tcase_add_test(meshes, elements_have_a_row_each);
	tcase_add_test(meshes, nothing_is_no_mesh);
	tcase_add_test(meshes, threads_share_a_mesh);
	tcase_add_test(meshes, threads_fail_on_a_mesh_each_for_itself);
	suite_add_tcase(suite, meshes);
	return suite;
}
