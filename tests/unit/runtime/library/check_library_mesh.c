/* libstencil on meshes. */

#include "runtime/library/stencil.h"

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *library_mesh_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

enum { LEVELS = 5, UNTOUCHED = -7 };

static struct stencil_error error;

static stencil_plan_mesh *
mesh_of(const char *what)
{
	stencil_plan_mesh *mesh = stencil_mesh_open(what, NULL, &error);

	ck_assert_msg(mesh != NULL, "%s", error.text);
	return mesh;
}

static double
value(int element, int level)
{
	return (element*37 + level*level*11) % 101;
}

/* An array as the plan wants it; of what is read from (level, element), of others all UNTOUCHED. To be freed. */
static double *
array_of(const stencil_plan *plan, int number)
{
	struct stencil_field f;
	double *array;

	ck_assert_int_eq(stencil_plan_field(plan, number, &f), 0);
	array = malloc(f.bytes);
	for (size_t i = 0; i < f.bytes/sizeof *array; i++)
		array[i] = UNTOUCHED;
	if (f.role == STENCIL_ROLE_IN && f.dimensions == 2 && (f.axes[0] == 2 || f.axes[1] == 2))
		for (long long i = 0; i < f.shape[0]; i++)
			for (long long j = 0; j < f.shape[1]; j++)
				array[i*f.strides[0] + j*f.strides[1]] = f.axes[0] == 2 ? value((int)j, (int)i) : value((int)i, (int)j);
	return array;
}

/* Applies a plan to its arrays. */
static void
apply(const stencil_plan *plan, void *const *arrays)
{
	const int status = stencil_execute_on(plan, arrays, NULL, NULL);

	ck_assert_msg(!status, "%s", stencil_status_text(plan, status));
}

static double
at(const stencil_plan *plan, int number, const double *array, int element, int level)
{
	struct stencil_field f;

	stencil_plan_field(plan, number, &f);
	return array[f.axes[0] == 2 ? level*f.strides[0] + element : element*f.strides[0] + level];
}

static void
free_arrays(void **arrays, int count)
{
	for (int i = 0; i < count; i++)
		free(arrays[i]);
}

static const struct {
	const char *options, *kernel;
	int pitch;
} ways[] = {
	{ "backend=openmp", "chasing_idxvar", 0 },
	{ "backend=openmp levels=innermost", "chasing_idxvar_innermost", 0 },
	{ "backend=openmp levels=innermost", "chasing_idxvar_innermost", 12 },
	{ "backend=host", "chasing_zslice_levels5_unroll4", 0 },
	{ "backend=host access=zslice", "chasing_zslice_levels5_unroll4", 0 },
	{ "backend=host access=zslice levels-per-thread=2", "chasing_zslice_levels2", 0 },
	{ "backend=host access=idxvar", "chasing_idxvar", 0 },
	{ "backend=host block=32x2x1", "chasing_idxvar", 0 },
	{ "backend=host access=zloop block=32x2x1", "chasing_zloop", 0 },
	{ "backend=host levels=innermost", "chasing_idxvar_innermost", 8 },
	{ "backend=host levels=innermost", "chasing_idxvar_levels1_innermost", 0 },
};

/* The divergence on a sphere, in the order of slots as the interpreter adds. */
START_TEST(cells_are_made_of_their_edges)
{
	stencil_plan_mesh *mesh = mesh_of("icosahedron:R2B1");
	const struct stencil_shape shape = { .mesh = mesh, .size = { 0, 0, LEVELS }, .pitch = ways[_i].pitch };
	const int cells = stencil_mesh_count(mesh, STENCIL_CELL);
	stencil_plan *plan = stencil_plan_create("stencils/mesh/divergence.stencil", NULL, &shape, ways[_i].options, 0, &error);
	const double *factors;
	const int *edges;
	void *arrays[3];
	int slots;

	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_str_eq(stencil_plan_kernel(plan) + strlen("divergence_"), ways[_i].kernel);
	factors = stencil_mesh_values(mesh, "cell.edges", "geofac_div", &slots);
	edges = stencil_mesh_neighbors(mesh, "cell.edges", &slots);
	ck_assert(cells == 320 && factors && edges && slots == 3);
	for (int i = 0; i < 3; i++)
		arrays[i] = array_of(plan, i);
	ck_assert_int_eq(stencil_plan_arrange(plan, 1, factors, arrays[1], &error), 0);
	apply(plan, arrays);
	for (int c = 0; c < cells; c++)
		for (int k = 0; k < LEVELS; k++) {
			double sum = value(edges[3*c], k)*factors[3*c] + value(edges[3*c + 1], k)*factors[3*c + 1];

			sum += value(edges[3*c + 2], k)*factors[3*c + 2];
			ck_assert(at(plan, 2, arrays[2], c, k) == sum);
		}
	free_arrays(arrays, 3);
	stencil_plan_destroy(plan);
	stencil_mesh_destroy(mesh);
}
END_TEST

/* Edges of the boundary lie everywhere among the others, and stay as they were. */
START_TEST(what_lacks_neighbours_is_left)
{
	static const char text[] = "stencil step on triangles { in cell p; out edge d; d = p[cells[1]] - p[cells[0]]; }";
	stencil_plan_mesh *mesh = mesh_of("plane:7x5");
	const struct stencil_shape shape = { .mesh = mesh, .size = { 0, 0, LEVELS }, .pitch = ways[_i].pitch };
	stencil_plan *plan = stencil_plan_create_text(text, NULL, &shape, ways[_i].options, 0, &error);
	const int edges = stencil_mesh_count(mesh, STENCIL_EDGE);
	const int *cells;
	int slots, left = 0;
	void *arrays[2];

	ck_assert_msg(plan != NULL, "%s", error.text);
	cells = stencil_mesh_neighbors(mesh, "edge.cells", &slots);
	arrays[0] = array_of(plan, 0);
	arrays[1] = array_of(plan, 1);
	apply(plan, arrays);
	for (int e = 0; e < edges; e++) {
		left += cells[2*e + 1] < 0;
		for (int k = 0; k < LEVELS; k++)
			ck_assert(at(plan, 1, arrays[1], e, k) == (cells[2*e + 1] < 0 ? UNTOUCHED
				: value(cells[2*e + 1], k) - value(cells[2*e], k)));
	}
	ck_assert_int_eq(left, 24);
	free_arrays(arrays, 2);
	stencil_plan_destroy(plan);
	stencil_mesh_destroy(mesh);
}
END_TEST

static bool
has_all(const int *neighbors, int cell)
{
	return neighbors[3*cell] >= 0 && neighbors[3*cell + 1] >= 0 && neighbors[3*cell + 2] >= 0;
}

static double
updated(const int *neighbors, int cell, int level)
{
	return has_all(neighbors, cell) ? UNTOUCHED + value(cell, level) : UNTOUCHED;
}

/* The second kernel reads new values of cells in other ranges, and old ones of cells that are not updated. */
START_TEST(kernels_run_on_all_ranges_before_the_next_one)
{
	static const char text[] = "stencil two on triangles { in cell a; inout cell b; out cell c; b = b + a; c = sum(e in star: b[e]); }";
	stencil_plan_mesh *mesh = mesh_of("plane:7x5");
	const struct stencil_shape shape = { .mesh = mesh, .size = { 0, 0, LEVELS }, .pitch = ways[_i].pitch };
	stencil_plan *plan = stencil_plan_create_text(text, NULL, &shape, ways[_i].options, 0, &error);
	const int cells = stencil_mesh_count(mesh, STENCIL_CELL);
	const int *neighbors;
	int slots, left = 0;
	void *arrays[3];

	ck_assert_msg(plan != NULL, "%s", error.text);
	neighbors = stencil_mesh_neighbors(mesh, "cell.cells", &slots);
	for (int i = 0; i < 3; i++)
		arrays[i] = array_of(plan, i);
	apply(plan, arrays);
	for (int e = 0; e < cells; e++) {
		left += !has_all(neighbors, e);
		for (int k = 0; k < LEVELS; k++) {
			double sum = updated(neighbors, e, k);

			for (int i = 0; i < 3 && has_all(neighbors, e); i++)
				sum += updated(neighbors, neighbors[3*e + i], k);
			ck_assert(at(plan, 1, arrays[1], e, k) == updated(neighbors, e, k));
			ck_assert(at(plan, 2, arrays[2], e, k) == (has_all(neighbors, e) ? sum : UNTOUCHED));
		}
	}
	ck_assert_int_eq(left, 22);
	free_arrays(arrays, 3);
	stencil_plan_destroy(plan);
	stencil_mesh_destroy(mesh);
}
END_TEST

/* Values of slots of any degree lie one after the other. */
START_TEST(rows_have_no_gaps)
{
	static const char *const options[] = { "backend=openmp", "backend=host storage=rows", "backend=openmp levels=innermost" };
	stencil_plan_mesh *mesh = mesh_of("dual:icosahedron:R1B1");
	const struct stencil_shape shape = { .mesh = mesh, .size = { 0, 0, LEVELS } };
	stencil_plan *plan = stencil_plan_create("stencils/mesh/tangential.stencil", NULL, &shape, options[_i], 0, &error);
	const int edges = stencil_mesh_count(mesh, STENCIL_EDGE);
	const double *weights;
	const int *others, *starts;
	struct stencil_field f;
	void *arrays[3];
	int slots;

	ck_assert_msg(plan != NULL, "%s", error.text);
	weights = stencil_mesh_values(mesh, "edge.edges", "weights", &slots);
	others = stencil_mesh_neighbors(mesh, "edge.edges", &slots);
	starts = stencil_plan_starts(plan, 1);
	ck_assert(weights && others && starts && !stencil_plan_starts(plan, 0) && !stencil_plan_starts(plan, 9));
	ck_assert_int_eq(stencil_plan_field(plan, 1, &f), 0);
	ck_assert(f.dimensions == 1 && f.axes[0] == -1 && f.shape[0] == starts[edges] && starts[edges] < edges*slots);
	for (int i = 0; i < 3; i++)
		arrays[i] = array_of(plan, i);
	ck_assert_int_eq(stencil_plan_arrange(plan, 1, weights, arrays[1], &error), 0);
	apply(plan, arrays);
	for (int e = 0; e < edges; e++)
		for (int k = 0; k < LEVELS; k++) {
			double sum = 0;

			for (int s = 0; s < slots; s++)
				if (others[e*slots + s] >= 0)
					sum += weights[e*slots + s]*value(others[e*slots + s], k);
			ck_assert(at(plan, 2, arrays[2], e, k) == sum);
		}
	ck_assert_int_eq(stencil_plan_arrange(plan, 7, weights, arrays[1], &error), STENCIL_CODE_ARGUMENT);
	ck_assert_int_eq(stencil_plan_arrange(plan, 1, NULL, arrays[1], &error), STENCIL_CODE_ARGUMENT);
	free_arrays(arrays, 3);
	stencil_plan_destroy(plan);
	stencil_mesh_destroy(mesh);
}
END_TEST

/* Values for each slot are asked for. The wind is that of rows. */
START_TEST(slots_of_any_degree_are_those_of_the_mesh)
{
	static const char *const options[] = { "backend=openmp", "backend=openmp storage=chasing", "backend=host storage=chasing",
		"backend=openmp storage=chasing levels=innermost" };
	stencil_plan_mesh *mesh = mesh_of("dual:icosahedron:R1B1");
	const struct stencil_shape shape = { .mesh = mesh, .size = { 0, 0, LEVELS } };
	const int edges = stencil_mesh_count(mesh, STENCIL_EDGE);
	void *first[3] = { NULL };

	for (int i = 0; i < COUNT(options); i++) {
		stencil_plan *plan = stencil_plan_create("stencils/mesh/tangential.stencil", NULL, &shape, options[i], 0, &error);
		struct stencil_field f;
		void *arrays[3];
		int slots;
		const double *weights = stencil_mesh_values(mesh, "edge.edges", "weights", &slots);

		ck_assert_msg(plan != NULL, "%s", error.text);
		ck_assert_int_eq(stencil_plan_starts(plan, 1) != NULL, !i);
		ck_assert_int_eq(strncmp(stencil_plan_kernel(plan), "tangential_chasing_", 19) == 0, i > 0);
		stencil_plan_field(plan, 1, &f);
		ck_assert(slots == 10 && f.slots == 10 && (!i || (f.dimensions == 2 && f.shape[0]*f.shape[1] == edges*slots)));
		for (int n = 0; n < 3; n++)
			arrays[n] = array_of(plan, n);
		ck_assert_int_eq(stencil_plan_arrange(plan, 1, weights, arrays[1], &error), 0);
		apply(plan, arrays);
		for (int e = 0; e < edges && i; e++)
			for (int k = 0; k < LEVELS; k++)
				ck_assert(at(plan, 2, arrays[2], e, k) == ((double *)first[2])[k*edges + e]);
		if (i)
			free_arrays(arrays, 3);
		else
			memcpy(first, arrays, sizeof first);
		stencil_plan_destroy(plan);
	}
	free_arrays(first, 3);
	stencil_mesh_destroy(mesh);
}
END_TEST

/* Where no field has values per slot, plans on a mesh of few neighbours have slots by themselves. */
START_TEST(slots_replace_rows_that_have_no_values)
{
	static const struct {
		const char *options, *kernel;
	} plans[] = {
		{ "backend=openmp", "graph_laplacian_chasing_" }, { "backend=openmp storage=rows", "graph_laplacian_rows_" },
		{ "backend=openmp levels=innermost", "graph_laplacian_rows_" },
	};
	stencil_plan_mesh *mesh = mesh_of("dual:icosahedron:R1B1");
	const struct stencil_shape shape = { .mesh = mesh, .size = { 0, 0, LEVELS } };
	stencil_plan *plan = stencil_plan_create("stencils/mesh/graph_laplacian.stencil", NULL, &shape, plans[_i].options, 0, &error);

	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_msg(!strncmp(stencil_plan_kernel(plan), plans[_i].kernel, strlen(plans[_i].kernel)), "%s", stencil_plan_kernel(plan));
	stencil_plan_destroy(plan);
	stencil_mesh_destroy(mesh);
}
END_TEST

/* Neighbours of neighbours, walked to and in a table of their own. */
START_TEST(tables_of_chains_lead_to_the_same)
{
	static const char text[] = "stencil far on triangles { in cell p; out cell q;"
		" q = sum(e in edges: p[e.cells[1]] - p[e.cells[0]]); }";
	static const char *const options[] = { "backend=openmp storage=chasing", "backend=openmp storage=direct",
		"backend=host storage=direct", "backend=openmp storage=direct levels=innermost" };
	stencil_plan_mesh *mesh = mesh_of("plane:7x5");
	const struct stencil_shape shape = { .mesh = mesh, .size = { 0, 0, LEVELS } };
	const int count = stencil_mesh_count(mesh, STENCIL_CELL);
	void *first[2] = { NULL };

	for (int i = 0; i < COUNT(options); i++) {
		stencil_plan *plan = stencil_plan_create_text(text, NULL, &shape, options[i], 0, &error);
		void *arrays[2];

		ck_assert_msg(plan != NULL, "%s", error.text);
		arrays[0] = array_of(plan, 0);
		arrays[1] = array_of(plan, 1);
		apply(plan, arrays);
		for (int c = 0; c < count && i; c++)
			for (int k = 0; k < LEVELS; k++)
				ck_assert(at(plan, 1, arrays[1], c, k) == ((double *)first[1])[k*count + c]);
		if (i)
			free_arrays(arrays, 2);
		else
			memcpy(first, arrays, sizeof first);
		stencil_plan_destroy(plan);
	}
	free_arrays(first, 2);
	stencil_mesh_destroy(mesh);
}
END_TEST

/* Half levels are one more than full ones. */
START_TEST(fields_differ_in_levels)
{
	static const char text[] = "stencil layer on triangles { in cell half; in cell.edges w; in cell column h; in profile p;"
		" out cell full; full = h*p*(half[0,0,1] - half) + sum(e in edges: w[e]); }";
	static const int levels[] = { LEVELS + 1, 0, 0, LEVELS, LEVELS };
	static const long long outer[5][3] = { { 6, 48 }, { 5, 3, 48 }, { 48 }, { 5 }, { 5, 48 } };
	static const long long inner[5][3] = { { 48, 6 }, { 48, 3, 5 }, { 48 }, { 5 }, { 48, 5 } };
	static const long long strides[5][3] = { { 8, 1 }, { 24, 8, 1 }, { 1 }, { 1 }, { 8, 1 } };
	stencil_plan_mesh *mesh = mesh_of("torus:6x4");

	for (int innermost = 0; innermost < 2; innermost++) {
		const struct stencil_shape shape = {
			.mesh = mesh, .size = { 0, 0, LEVELS }, .field_levels = levels, .pitch = innermost ? 8 : 0,
		};
		stencil_plan *plan = stencil_plan_create_text(text, NULL, &shape,
			innermost ? "backend=openmp levels=innermost" : "backend=openmp", 0, &error);
		struct stencil_field f;

		ck_assert_msg(plan != NULL, "%s", error.text);
		for (int i = 0; i < 5; i++) {
			ck_assert_int_eq(stencil_plan_field(plan, i, &f), 0);
			for (int d = 0; d < f.dimensions; d++)
				ck_assert_int_eq(f.shape[d], innermost ? inner[i][d] : outer[i][d]);
			for (int d = 0; innermost && d < f.dimensions; d++)
				ck_assert_int_eq(f.strides[d], strides[i][d]);
			ck_assert_uint_eq(f.bytes, (size_t)(f.shape[0]*f.strides[0])*sizeof (double));
		}
		stencil_plan_destroy(plan);
	}
	stencil_mesh_destroy(mesh);
}
END_TEST

static const struct {
	const char *what, *stencil, *options, *said;
	struct stencil_shape shape; /* but for the mesh */
} wrong_plans[] = {
	{ NULL, "divergence", "", "'divergence' is on a mesh (triangles): set mesh of the shape", { .size = { 0, 0, 3 } } },
	{ "torus:6x4", "divergence", "", "'divergence' is on a mesh, which has the sizes: set only mesh, size[2],"
		" field_levels and pitch of a shape", { .size = { 4, 4, 3 } } },
	{ "torus:6x4", "divergence", "", "field 'vn' has 0 levels, expected 1 to 16777216", { .size = { 0, 0, 0 } } },
	{ "torus:6x4", "divergence", "pitch=4", "unknown option 'pitch'", { .size = { 0, 0, 3 } } },
	{ "torus:6x4", "divergence", "order=hilbert", "option order: the order of a mesh is set when it is opened: leave it"
		" out", { .size = { 0, 0, 3 } } },
	{ "torus:6x4", "divergence", "", "the pitch is 4, but levels are outermost: a pitch is for the option levels=innermost",
		{ .size = { 0, 0, 3 }, .pitch = 4 } },
	{ "torus:6x4", "divergence", "levels=innermost", "columns of 3 levels overlap: they are 2 elements apart",
		{ .size = { 0, 0, 3 }, .pitch = 2 } },
	{ "dual:torus:6x4", "divergence", "", "exact relation cell.edges[3]: cell 0 has 6", { .size = { 0, 0, 3 } } },
	{ "torus:6x4", "contravariant", "", "no level has all that 'contravariant' reads below and above it",
		{ .size = { 0, 0, 1 } } },
	{ "torus:6x4", "divergence", "backend=host levels=innermost block=8x4x2",
		"idxvar has no block 8x4x2: x goes along levels and y along columns: z must be 1", { .size = { 0, 0, 3 } } },
	{ "torus:6x4", "divergence", "backend=host levels=innermost levels-per-load=2",
		"a thread loads 2 levels at once: columns must start at multiples of that, not 3 elements apart", { .size = { 0, 0, 3 } } },
	{ "torus:6x4", "divergence", "access=tile", "access tile is not for meshes: use idxvar", { .size = { 0, 0, 3 } } },
	{ "torus:6x4", "divergence", "backend=host access=shared", "access shared is not for meshes: use idxvar", { .size = { 0, 0, 3 } } },
	{ "plane:6x4", "../../tests/data/meshes/zones_to_param", "",
		"'zones_to_param' has zones that end at the param 'last', which is not known before a call: write a number",
		{ .size = { 0, 0, 3 } } },
	{ "plane:6x4", "../../tests/data/ranks/passes", "", "'passes' reduces over the mesh, and the elements that it updates are in ",
		{ .size = { 0, 0, 3 } } },
	{ "torus:6x4", "transport", "access=naive", "access naive is not for meshes: use idxvar", { .size = { 0, 0, 3 } } },
};

START_TEST(what_does_not_fit_is_refused)
{
	struct stencil_shape shape = wrong_plans[_i].shape;
	stencil_plan_mesh *mesh = wrong_plans[_i].what ? mesh_of(wrong_plans[_i].what) : NULL;
	char path[64];

	shape.mesh = mesh;
	snprintf(path, sizeof path, "stencils/mesh/%s.stencil", wrong_plans[_i].stencil);
	ck_assert_ptr_null(stencil_plan_create(path, NULL, &shape, wrong_plans[_i].options, 0, &error));
	ck_assert_int_eq(error.code, STENCIL_CODE_ARGUMENT);
	ck_assert_msg(strstr(error.text, wrong_plans[_i].said), "%s", error.text);
	stencil_mesh_destroy(mesh);
}
END_TEST

START_TEST(arrays_have_the_sizes_of_the_mesh)
{
	stencil_plan_mesh *mesh = mesh_of("torus:6x4");
	const struct stencil_shape shape = { .mesh = mesh, .size = { 0, 0, 2 } };
	stencil_plan *plan = stencil_plan_create("stencils/mesh/divergence.stencil", NULL, &shape, "backend=openmp", 0, &error);
	static double array[4*72];

	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_int_eq(stencil_plan_bind(plan, "vn", array, 2*71*sizeof *array, &error), STENCIL_CODE_ARGUMENT);
	ck_assert_str_eq(error.text, "field 'vn': the array has 1136 bytes, expected 1152");
	ck_assert_int_eq(stencil_plan_bind_array(plan, "vn", array, STENCIL_TYPE_DOUBLE, 2, (const long long[]){ 2, 48 }, NULL,
		&error), STENCIL_CODE_ARGUMENT);
	ck_assert_str_eq(error.text, "field 'vn': dimension 1 of the array is 48, expected 72");
	ck_assert_int_eq(stencil_plan_bind(plan, "vn", array, 2*72*sizeof *array, &error), 0);
	stencil_plan_destroy(plan);

	plan = stencil_plan_create("stencils/mesh/divergence.stencil", NULL, NULL, NULL, 0, &error);
	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_ptr_null(stencil_plan_starts(plan, 1));
	ck_assert_int_eq(stencil_plan_arrange(plan, 1, array, array, &error), STENCIL_CODE_ARGUMENT);
	stencil_plan_destroy(plan);
	stencil_mesh_destroy(mesh);
}
END_TEST

Suite *
library_mesh_suite(void)
{
	Suite *suite = suite_create("library_mesh");
	TCase *plans = tcase_create("plans");

	tcase_add_loop_test(plans, cells_are_made_of_their_edges, 0, COUNT(ways));
	tcase_add_loop_test(plans, what_lacks_neighbours_is_left, 0, COUNT(ways));
	tcase_add_loop_test(plans, kernels_run_on_all_ranges_before_the_next_one, 0, COUNT(ways));
	tcase_add_loop_test(plans, rows_have_no_gaps, 0, 3);
	tcase_add_test(plans, slots_of_any_degree_are_those_of_the_mesh);
	tcase_add_loop_test(plans, slots_replace_rows_that_have_no_values, 0, 3);
	tcase_add_test(plans, tables_of_chains_lead_to_the_same);
	tcase_add_test(plans, fields_differ_in_levels);
	tcase_add_loop_test(plans, what_does_not_fit_is_refused, 0, COUNT(wrong_plans));
	tcase_add_test(plans, arrays_have_the_sizes_of_the_mesh);
	suite_add_tcase(suite, plans);
	return suite;
}
