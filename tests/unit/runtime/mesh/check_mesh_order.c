/* Numberings of meshes: each is a mesh as before, and what it is for. */

#include "runtime/mesh/geometry.h"
#include "runtime/mesh/mesh_check.h"
#include "runtime/mesh/mesh_order.h"
#include "tests/unit/runtime/mesh/made_mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *mesh_order_suite(void);

static void
order(const char *how)
{
	ck_assert_msg(mesh_order(&mesh, how, &error), "%s", error.text);
}

static const struct {
	const char *what, *order;
} good[] = {
	{ "icosahedron:R1B1", "given" }, { "icosahedron:R1B1", "hilbert" }, { "icosahedron:R1B1", "rcm" },
	{ "icosahedron:R1B1", "lattice" }, { "icosahedron:R1B1", "random" }, { "icosahedron:R1B0", "lattice" },
	{ "dual:icosahedron:R1B2", "hilbert" }, { "dual:icosahedron:R1B2", "rcm" }, { "dual:icosahedron:R1B2", "lattice" },
	{ "dual:icosahedron:R1B2", "random:9" }, { "torus:6x4", "lattice" }, { "torus:3x3", "lattice" }, { "dual:torus:6x4", "lattice" },
	{ "plane:7x5", "lattice" }, { "plane:1x1", "lattice" }, { "plane:7x5", "rcm" }, { "flips:16x8:1", "rcm" },
	{ "flips:16x8:1", "hilbert" }, { "dual:flips:16x8:1", "random" }, { "cap:40:icosahedron:R2B2", "rcm" },
	{ "cap:40:icosahedron:R2B2", "hilbert" },
};

/* Moves back what was moved: each cell knows its old number by a field of its own. */
START_TEST(an_order_is_the_same_mesh)
{
	double *mark[LOCATIONS];
	struct mesh before;

	make(good[_i].what);
	before = mesh;
	for (int l = 0; l < LOCATIONS; l++) {
		mark[l] = mesh_values(&mesh, (enum location)l, 1);
		for (int e = 0; e < mesh.count[l]; e++)
			mark[l][e] = e;
		mesh_add_field(&mesh, (enum location)l, COLUMN, "mark", mark[l]);
	}
	mesh.row[CELL] = arena_array(&arena, int, mesh.count[CELL]);
	for (int c = 0; c < mesh.count[CELL]; c++)
		mesh.row[CELL][c] = 100 + c;
	order(good[_i].order);
	ck_assert(mesh_check_entries(&mesh, &error) && mesh_check(&mesh, &error));
	for (int l = 0; l < LOCATIONS; l++)
		mark[l] = mesh_field(&mesh, (enum location)l, COLUMN, "mark")->values;
	for (int id = 0; id < RELATIONS; id++) {
		const struct relation_kind *kind = &relation_kinds[id];

		for (int e = 0; mesh.relations[id].at && e < mesh.count[kind->from]; e++)
			for (int s = 0; s < mesh.relations[id].width; s++) {
				const int to = mesh_at(&mesh, (enum relation_id)id, e, s);
				const int old = mesh_at(&before, (enum relation_id)id, (int)mark[kind->from][e], s);

				ck_assert_int_eq(to < 0 ? -1 : (int)mark[kind->to][to], old);
			}
	}
	for (int c = 0; c < mesh.count[CELL]; c++)
		ck_assert_int_eq(mesh.row[CELL][c], 100 + (int)mark[CELL][c]);
	for (int v = 0; v < mesh.count[VERTEX]; v++)
		for (int a = 0; a < mesh.dimensions; a++)
			ck_assert(mesh.xyz[VERTEX][v*mesh.dimensions + a] == before.xyz[VERTEX][(int)mark[VERTEX][v]*mesh.dimensions + a]);
	arena_free(&arena);
}
END_TEST

/* How many different rows of steps to neighbours there are. */
static int
count_patterns(enum relation_id id)
{
	const int width = mesh.relations[id].width;
	int (*rows)[3] = arena_alloc(&arena, (size_t)mesh.count[CELL]*sizeof *rows, _Alignof (int)), count = 0;

	ck_assert_int_eq(width, 3);
	for (int c = 0; c < mesh.count[CELL]; c++) {
		int row[3], known = 0;

		for (int s = 0; s < 3; s++)
			row[s] = mesh_at(&mesh, id, c, s) - c;
		for (int a = 0; a < 2; a++)
			for (int b = 0; b < 2 - a; b++)
				if (row[b] > row[b + 1]) {
					const int swap = row[b];

					row[b] = row[b + 1];
					row[b + 1] = swap;
				}
		while (known < count && memcmp(rows[known], row, sizeof row))
			known++;
		if (known == count)
			memcpy(rows[count++], row, sizeof row);
	}
	return count;
}

/* Rows are found again in a mesh that was shuffled. */
START_TEST(a_lattice_is_found_by_topology)
{
	const char *const what[] = { "icosahedron:R2B2", "plane:40x20" };
	int shuffled, patterns;

	make(what[_i]);
	order("random:3");
	shuffled = count_patterns(CELL_CELLS);
	order("lattice");
	patterns = count_patterns(CELL_CELLS);
	ck_assert_int_gt(shuffled, 9*mesh.count[CELL]/10);
	ck_assert_int_lt(patterns, mesh.count[CELL]/5);
	/* The same numbers again, wherever it began. */
	order("lattice");
	ck_assert_int_eq(count_patterns(CELL_CELLS), patterns);
	arena_free(&arena);
}
END_TEST

static int
bandwidth(void)
{
	int most = 0;

	for (int c = 0; c < mesh.count[CELL]; c++)
		for (int s = 0; s < mesh.relations[CELL_CELLS].width; s++) {
			const int to = mesh_at(&mesh, CELL_CELLS, c, s);

			most = to >= 0 && abs(to - c) > most ? abs(to - c) : most;
		}
	return most;
}

START_TEST(rcm_keeps_neighbours_near)
{
	make("icosahedron:R2B2");
	order("random");
	ck_assert_int_gt(bandwidth(), 1000);
	order("rcm");
	ck_assert_int_lt(bandwidth(), 60);
	make("plane:40x5");
	order("rcm");
	ck_assert_int_lt(bandwidth(), 16);
	arena_free(&arena);
}
END_TEST

/* Through the points of a cube of 8x8x8 the curve goes from each to one beside it. */
START_TEST(hilbert_is_a_curve)
{
	enum { SIDE = 8, COUNT = SIDE*SIDE*SIDE };
	double points[COUNT][3];
	int place[COUNT], at[COUNT];
	struct mesh cube = { .arena = &arena, .count = { COUNT, 0, 0 }, .dimensions = 3 };

	for (int i = 0; i < COUNT; i++) {
		points[i][0] = i%SIDE;
		points[i][1] = i/SIDE%SIDE;
		points[i][2] = (double)(i/SIDE/SIDE);
	}
	mesh_order_hilbert(&cube, points[0], place);
	for (int i = 0; i < COUNT; i++)
		at[place[i]] = i;
	for (int i = 1; i < COUNT; i++) {
		double step = 0;

		for (int a = 0; a < 3; a++)
			step += fabs(points[at[i]][a] - points[at[i - 1]][a]);
		ck_assert(step == 1);
	}
	arena_free(&arena);
}
END_TEST

/* Edges and vertices follow the cells: no cell names one that a later cell names first. */
START_TEST(edges_and_vertices_follow)
{
	static const enum relation_id ids[] = { CELL_EDGES, CELL_VERTICES };

	make("icosahedron:R1B2");
	order("hilbert");
	for (int i = 0; i < 2; i++) {
		int next = 0;

		for (int c = 0; c < mesh.count[CELL]; c++)
			for (int s = 0; s < 3; s++) {
				const int to = mesh_at(&mesh, ids[i], c, s);

				ck_assert_int_le(to, next);
				next += to == next;
			}
		ck_assert_int_eq(next, mesh.count[relation_kinds[ids[i]].to]);
	}
	arena_free(&arena);
}
END_TEST

START_TEST(seeds_mean_the_same)
{
	struct mesh first;
	const size_t bytes = 3*48*sizeof (int);

	make("torus:6x4");
	order("random:2");
	first = mesh;
	make("torus:6x4");
	order("random:2");
	ck_assert_mem_eq(first.relations[CELL_VERTICES].at, mesh.relations[CELL_VERTICES].at, bytes);
	make("torus:6x4");
	order("random");
	ck_assert_mem_ne(first.relations[CELL_VERTICES].at, mesh.relations[CELL_VERTICES].at, bytes);
	arena_free(&arena);
}
END_TEST

static const struct {
	const char *what, *order;
	enum exit_status status;
	const char *message;
} refused[] = {
	{ "torus:6x4", "row", EXIT_USAGE, "'row' is no order of a mesh: use given, hilbert, rcm, lattice, random[:SEED]" },
	{ "torus:6x4", "random:", EXIT_USAGE, "'random:' is no order of a mesh" },
	{ "torus:6x4", "random:-1", EXIT_USAGE, "is no order of a mesh" },
	{ "torus:6x4", "random:99999999999999999999", EXIT_USAGE, "is no order of a mesh" },
	{ "flips:16x8:1", "lattice", EXIT_ERRORS, "order lattice is for triangles of an icosahedron" },
	{ "dual:flips:16x8:1", "lattice", EXIT_ERRORS, "rcm is for all" },
	{ "cap:40:icosahedron:R2B2", "lattice", EXIT_ERRORS, "rcm is for all" },
	{ "cap:50:dual:icosahedron:R2B2", "lattice", EXIT_ERRORS, "rcm is for all" },
	{ "torus:6x4", "none.npy", EXIT_ERRORS, "none.npy: No such file or directory" },
};

START_TEST(wrong_orders_are_refused)
{
	make(refused[_i].what);
	ck_assert(!mesh_order(&mesh, refused[_i].order, &error));
	ck_assert_int_eq(error.status, refused[_i].status);
	ck_assert_msg(strstr(error.text, refused[_i].message), "%s", error.text);
	ck_assert(mesh_check(&mesh, &error));
	arena_free(&arena);
}
END_TEST

START_TEST(a_curve_needs_coordinates)
{
	make("torus:6x4");
	mesh.xyz[VERTEX] = NULL;
	ck_assert(!mesh_order(&mesh, "hilbert", &error));
	ck_assert(strstr(error.text, "order hilbert needs coordinates"));
	order("rcm");
	order("lattice");
	make("dual:icosahedron:R1B1");
	mesh.xyz[VERTEX] = mesh.xyz[CELL] = mesh.xyz[EDGE] = NULL;
	order("lattice");
	arena_free(&arena);
}
END_TEST

Suite *
mesh_order_suite(void)
{
	Suite *suite = suite_create("mesh_order");
	TCase *tc = tcase_create("order");

	tcase_add_loop_test(tc, an_order_is_the_same_mesh, 0, sizeof good/sizeof *good);
	tcase_add_loop_test(tc, a_lattice_is_found_by_topology, 0, 2);
	tcase_add_test(tc, rcm_keeps_neighbours_near);
	tcase_add_test(tc, hilbert_is_a_curve);
	tcase_add_test(tc, edges_and_vertices_follow);
	tcase_add_test(tc, seeds_mean_the_same);
	tcase_add_loop_test(tc, wrong_orders_are_refused, 0, sizeof refused/sizeof *refused);
	tcase_add_test(tc, a_curve_needs_coordinates);
	suite_add_tcase(suite, tc);
	return suite;
}
