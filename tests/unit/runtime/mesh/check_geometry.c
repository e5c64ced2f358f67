/* Lengths, areas and coefficients: sums that are known, and what the operators of a C-grid promise. */

#include "runtime/mesh/geometry.h"
#include "runtime/mesh/generate.h"

#include <check.h>
#include <float.h>
#include <math.h>
#include <string.h>

Suite *geometry_suite(void);

static struct arena arena;
static struct error error;
static struct mesh mesh;

static void
make(const char *what)
{
	ck_assert(mesh_generate(&mesh, &arena, what, &error));
	ck_assert_msg(mesh_add_geometry(&mesh), "%s", text_of(&mesh.findings->notes));
}

static const double *
values(enum location location, int relation, const char *name)
{
	const struct mesh_field *field = mesh_field(&mesh, location, relation, name);

	ck_assert_msg(field != NULL, "no %s", name);
	ck_assert_int_eq(field->slots, mesh_slots(&mesh, relation));
	return field->values;
}

static double
sum(const double *numbers, int count)
{
	double total = 0;

	for (int i = 0; i < count; i++)
		total += numbers[i];
	return total;
}

#define ABOUT(found, expected, tolerance) \
	ck_assert_msg(fabs((found) - (expected)) <= (tolerance), "%.17g, expected %.17g", (double)(found), (double)(expected))

/* Numbers between -1 and 1 without a pattern. */
static double *
noise(enum location location)
{
	double *numbers = mesh_values(&mesh, location, 1);

	for (int i = 0; i < mesh.count[location]; i++)
		numbers[i] = fmod(1e4*sin(1 + 1.7*i), 1);
	return numbers;
}

/* The sum over a relation's neighbours of weight and field; *scale becomes the largest sum of magnitudes. */
static double *
apply(enum relation_id id, const double *weights, const double *field, double *scale)
{
	const int width = mesh.relations[id].width, count = mesh.count[relation_kinds[id].from];
	double *result = mesh_values(&mesh, relation_kinds[id].from, 1);

	*scale = 0;
	for (int e = 0; e < count; e++) {
		double magnitude = 0;

		for (int s = 0; s < mesh_degree(&mesh, id, e); s++) {
			const double term = weights[e*width + s]*field[mesh_at(&mesh, id, e, s)];

			result[e] += term;
			magnitude += fabs(term);
		}
		*scale = fmax(*scale, magnitude);
	}
	return result;
}

static const double eps = 16*DBL_EPSILON;
static const char *const all[] = {
	"icosahedron:R1B0", "icosahedron:R2B2", "torus:6x4", "torus:3x3", "dual:icosahedron:R2B2", "dual:torus:6x4", "plane:7x5",
	"cap:40:icosahedron:R2B3", "dual:dual:icosahedron:R1B2",
};
enum { ALL = sizeof all/sizeof *all, CLOSED = 6 };

START_TEST(areas_add_up)
{
	const double *kites;
	double whole;

	make(all[_i]);
	whole = strstr(all[_i], "torus:6x4") ? 24*sqrt(3)/2 : strstr(all[_i], "torus") ? 9*sqrt(3)/2 : 4*acos(-1);
	ABOUT(sum(values(CELL, COLUMN, "area"), mesh.count[CELL]), whole, 1e-13*whole);
	ABOUT(sum(values(VERTEX, COLUMN, "area"), mesh.count[VERTEX]), whole, 1e-13*whole);
	kites = values(CELL, CELL_VERTICES, "kite");
	ABOUT(sum(kites, mesh.count[CELL]*mesh.relations[CELL_VERTICES].width), whole, 1e-13*whole);
	kites = values(VERTEX, VERTEX_CELLS, "kite");
	ABOUT(sum(kites, mesh.count[VERTEX]*mesh.relations[VERTEX_CELLS].width), whole, 1e-13*whole);
	arena_free(&arena);
}
END_TEST

START_TEST(equal_triangles_are_equal)
{
	make("torus:6x4");
	for (int e = 0; e < mesh.count[EDGE]; e++) {
		ABOUT(values(EDGE, COLUMN, "length")[e], 1, 1e-15);
		ABOUT(values(EDGE, COLUMN, "dual_length")[e], 1/sqrt(3), 2e-15);
	}
	make("icosahedron:R1B0");
	for (int e = 0; e < mesh.count[EDGE]; e++)
		ABOUT(values(EDGE, COLUMN, "length")[e], atan(2), 1e-15);
	/* At a boundary the dual edge ends in the middle of the edge. */
	make("plane:1x1");
	for (int e = 0; e < mesh.count[EDGE]; e++)
		ABOUT(values(EDGE, COLUMN, "dual_length")[e], (mesh_at(&mesh, EDGE_CELLS, e, 1) < 0 ? 0.5 : 1)/sqrt(3), 2e-15);
	arena_free(&arena);
}
END_TEST

/* The divergence of a rotated gradient, the vorticity of a gradient, the sum of a divergence are 0. */
START_TEST(operators_are_consistent)
{
	const double *length, *dual_length, *area, *q;
	double *flow, *swirl, *gradient, *result, *p, scale, total = 0;

	make(all[_i]);
	p = noise(CELL);
	length = values(EDGE, COLUMN, "length");
	dual_length = values(EDGE, COLUMN, "dual_length");
	area = values(CELL, COLUMN, "area");
	q = noise(VERTEX);
	swirl = mesh_values(&mesh, EDGE, 1);
	gradient = mesh_values(&mesh, EDGE, 1);
	for (int e = 0; e < mesh.count[EDGE]; e++) {
		const int *ends = mesh_row(&mesh, EDGE_VERTICES, e), *cells = mesh_row(&mesh, EDGE_CELLS, e);

		swirl[e] = (q[ends[1]] - q[ends[0]])/length[e];
		gradient[e] = cells[1] < 0 ? 0 : (p[cells[1]] - p[cells[0]])/dual_length[e];
	}
	result = apply(CELL_EDGES, values(CELL, CELL_EDGES, "geofac_div"), swirl, &scale);
	for (int c = 0; c < mesh.count[CELL]; c++)
		ABOUT(result[c], 0, eps*scale);
	if (_i < CLOSED) {
		result = apply(VERTEX_EDGES, values(VERTEX, VERTEX_EDGES, "geofac_rot"), gradient, &scale);
		for (int v = 0; v < mesh.count[VERTEX]; v++)
			ABOUT(result[v], 0, eps*scale);
		flow = noise(EDGE);
		result = apply(CELL_EDGES, values(CELL, CELL_EDGES, "geofac_div"), flow, &scale);
		for (int c = 0; c < mesh.count[CELL]; c++)
			total += area[c]*result[c];
		ABOUT(total, 0, 1e-13);
	}
	arena_free(&arena);
}
END_TEST

/* Turning about the axis of the poles has a vorticity of 2 z. */
START_TEST(vorticity_is_positive_if_counter_clockwise)
{
	const char *const what[] = { "icosahedron:R2B4", "dual:icosahedron:R2B4" };
	const double *centres, *middles;
	double *flow, *result, scale;

	make(what[_i]);
	centres = mesh_centres(&mesh, &arena);
	middles = mesh_middles(&mesh, &arena);
	flow = mesh_values(&mesh, EDGE, 1);
	for (int e = 0; e < mesh.count[EDGE]; e++) {
		const double *mid = middles + 3*e;
		const double *a = centres + 3*mesh_at(&mesh, EDGE_CELLS, e, 0), *b = centres + 3*mesh_at(&mesh, EDGE_CELLS, e, 1);
		const double step[3] = { b[0] - a[0], b[1] - a[1], b[2] - a[2] };

		flow[e] = (mid[0]*step[1] - mid[1]*step[0])/sqrt(step[0]*step[0] + step[1]*step[1] + step[2]*step[2]);
	}
	result = apply(VERTEX_EDGES, values(VERTEX, VERTEX_EDGES, "geofac_rot"), flow, &scale);
	for (int v = 0; v < mesh.count[VERTEX]; v++)
		ABOUT(result[v], 2*mesh.xyz[VERTEX][3*v + 2], 0.02);
	arena_free(&arena);
}
END_TEST

START_TEST(the_laplacian_is_div_grad)
{
	const double *weights, *p, *dual_length;
	double *gradient, *result, scale;

	make("icosahedron:R2B2");
	weights = values(CELL, CELL_STAR, "geofac_n2s");
	dual_length = values(EDGE, COLUMN, "dual_length");
	p = noise(CELL);
	gradient = mesh_values(&mesh, EDGE, 1);
	for (int e = 0; e < mesh.count[EDGE]; e++)
		gradient[e] = (p[mesh_at(&mesh, EDGE_CELLS, e, 1)] - p[mesh_at(&mesh, EDGE_CELLS, e, 0)])/dual_length[e];
	result = apply(CELL_EDGES, values(CELL, CELL_EDGES, "geofac_div"), gradient, &scale);
	for (int c = 0; c < mesh.count[CELL]; c++) {
		double laplacian = weights[4*c]*p[c];

		for (int s = 0; s < 3; s++)
			laplacian += weights[4*c + 1 + s]*p[mesh_at(&mesh, CELL_CELLS, c, s)];
		ABOUT(laplacian, result[c], eps*scale);
	}
	arena_free(&arena);
}
END_TEST

/* The circulation of TRiSK's tangential velocity is less the divergence, weighted with kites. */
START_TEST(trisk_holds)
{
	const char *const what[] = { "dual:icosahedron:R2B2", "dual:torus:6x4" };
	const double *dual_length, *sign;
	double *tangential, *divergence, *circulation, *kites, scale, round;
	int width;

	make(what[_i]);
	dual_length = values(EDGE, COLUMN, "dual_length");
	sign = values(VERTEX, VERTEX_EDGES, "sign");
	width = mesh.relations[VERTEX_EDGES].width;
	tangential = apply(EDGE_EDGES, values(EDGE, EDGE_EDGES, "weights"), noise(EDGE), &scale);
	divergence = apply(CELL_EDGES, values(CELL, CELL_EDGES, "geofac_div"), noise(EDGE), &scale);
	kites = apply(VERTEX_CELLS, values(VERTEX, VERTEX_CELLS, "kite"), divergence, &scale);
	for (int e = 0; e < mesh.count[EDGE]; e++)
		tangential[e] *= dual_length[e];
	circulation = apply(VERTEX_EDGES, sign, tangential, &round);
	ck_assert_int_eq(width, 3);
	for (int v = 0; v < mesh.count[VERTEX]; v++)
		ABOUT(circulation[v], -kites[v], eps*(scale + round));
	arena_free(&arena);
}
END_TEST

START_TEST(what_has_no_geometry_is_noted)
{
	ck_assert(mesh_generate(&mesh, &arena, "flips:16x8:1", &error));
	ck_assert(!mesh_add_geometry(&mesh));
	ck_assert_msg(strstr(text_of(&mesh.findings->notes), "no geometry: cell"), "%s", text_of(&mesh.findings->notes));
	ck_assert_ptr_null(mesh.fields);
	ck_assert(mesh_generate(&mesh, &arena, "icosahedron:R1B1", &error));
	mesh.xyz[VERTEX][0] += 0.5;
	ck_assert(!mesh_add_geometry(&mesh));
	ck_assert_str_eq(text_of(&mesh.findings->notes), "no geometry: the vertices are neither on a sphere nor in a plane\n");
	mesh.xyz[VERTEX] = NULL;
	ck_assert(!mesh_add_geometry(&mesh));
	ck_assert(findings_are_good(mesh.findings, &error));
	arena_free(&arena);
}
END_TEST

/* What a mesh has wins over what is computed. */
START_TEST(own_values_stay)
{
	double *own;

	ck_assert(mesh_generate(&mesh, &arena, "torus:6x4", &error));
	own = mesh_values(&mesh, CELL, 1);
	for (int c = 0; c < 48; c++)
		own[c] = 2;
	mesh_add_field(&mesh, CELL, COLUMN, "area", own);
	ck_assert(mesh_add_geometry(&mesh));
	ck_assert_ptr_eq(values(CELL, COLUMN, "area"), own);
	ABOUT(values(CELL, CELL_EDGES, "geofac_div")[0], 0.5, 1e-15);
	arena_free(&arena);
}
END_TEST

/* Clockwise cells have the same areas and the same vorticity. */
START_TEST(cells_may_run_clockwise)
{
	struct mesh other = mesh_empty(&arena);
	const double *sign;

	make("torus:6x4");
	sign = values(VERTEX, VERTEX_EDGES, "sign");
	other.count[CELL] = mesh.count[CELL];
	other.count[EDGE] = mesh.count[EDGE];
	other.count[VERTEX] = mesh.count[VERTEX];
	memcpy(other.relations, mesh.relations, sizeof other.relations);
	for (int c = 0; c < mesh.count[CELL]; c++) {
		int *row = mesh_row(&other, CELL_VERTICES, c), first = row[0];

		row[0] = row[2];
		row[2] = first;
	}
	other.dimensions = 2;
	other.xyz[VERTEX] = mesh.xyz[VERTEX];
	other.periodic = true;
	memcpy(other.periods, mesh.periods, sizeof other.periods);
	mesh = other;
	ck_assert(mesh_add_geometry(&mesh));
	ABOUT(values(CELL, COLUMN, "area")[7], sqrt(3)/4, 1e-15);
	ck_assert_mem_eq(values(VERTEX, VERTEX_EDGES, "sign"), sign, 6*24*sizeof *sign);
	arena_free(&arena);
}
END_TEST

Suite *
geometry_suite(void)
{
	Suite *suite = suite_create("geometry");
	TCase *tc = tcase_create("geometry");

	tcase_add_loop_test(tc, areas_add_up, 0, CLOSED);
	tcase_add_test(tc, equal_triangles_are_equal);
	tcase_add_loop_test(tc, operators_are_consistent, 0, ALL);
	tcase_add_loop_test(tc, vorticity_is_positive_if_counter_clockwise, 0, 2);
	tcase_add_test(tc, the_laplacian_is_div_grad);
	tcase_add_loop_test(tc, trisk_holds, 0, 2);
	tcase_add_test(tc, what_has_no_geometry_is_noted);
	tcase_add_test(tc, own_values_stay);
	tcase_add_test(tc, cells_may_run_clockwise);
	suite_add_tcase(suite, tc);
	return suite;
}
