/* The interpreter on meshes: bounds of rounding errors. */

#include "tests/unit/generator/interpret/mesh_trial.h"

#include <check.h>
#include <math.h>

Suite *mesh_bounds_suite(void);

enum { LEVELS = 3 };

static struct mesh_trial *
run(const char *mesh, const char *text, enum type precision)
{
	struct mesh_trial *t = mesh_trial_new(text, NULL, mesh, LEVELS, precision);

	ck_assert(mesh_trial_run_bounded(t));
	return t;
}

/* The sum of products at a cell as a GPU may compute it, with a rounding less for each product. */
static double
contracted(const struct mesh_trial *t, int c, int k)
{
	double sum = mesh_trial_before(t, "p", mesh_at(&t->mesh, CELL_EDGES, c, 0), 0, k)*mesh_trial_before(t, "w", c, 0, 0);

	for (int s = 1; s < 3; s++)
		sum = fma(mesh_trial_before(t, "p", mesh_at(&t->mesh, CELL_EDGES, c, s), 0, k),
			mesh_trial_before(t, "w", c, s, 0), sum);
	return sum;
}

START_TEST(bounds_hold_for_contracted_sums)
{
	struct mesh_trial *t = run("icosahedron:R1B1", "stencil s on triangles { in edge p; in cell.edges column w; out cell b;"
		" b = sum(e in edges: p[e]*w[e]); }", TYPE_DOUBLE);
	int different = 0;

	for (int c = 0; c < t->mesh.count[CELL]; c++)
		for (int k = 0; k < LEVELS; k++) {
			const double off = fabs(contracted(t, c, k) - mesh_trial_at(t, "b", c, 0, k));
			const double bound = mesh_trial_bound(t, "b", c, k);

			different += off > 0;
			ck_assert_msg(off <= bound && bound < 1e-14, "cell %d, level %d: off by %g, bound %g", c, k, off, bound);
		}
	ck_assert(different > 0);
	mesh_trial_free(t);
}
END_TEST

static const char *const chains[] = {
	"edge flux = k*(p[cells[1]] - p[cells[0]]); b = sum(e in edges: flux[e]*w[e]);",
	"vertex mean = sum(c in cells: p[c])/count(cells); b = p*mean[vertices[0]] - sum(v in vertices: mean[v]);",
	"edge f[c in cells] = p[c]*k; b = sum(e in edges: f[e.cells[0]]*w[e]) + max(c in cells: p[c]);",
	"q = p*p; if (level > 0) { q = q*p; } b = q + sum(c in cells: q[c]*p);",
};

START_TEST(bounds_grow_from_temporary_to_temporary)
{
	struct arena memory = { NULL };
	const char *text = arena_printf(&memory, "stencil s on triangles { in cell p; in edge k; in cell.edges column w;"
		" out cell b; %s }", chains[_i]);
	struct mesh_trial *t = run("torus:6x4", text, TYPE_DOUBLE);

	for (int c = 0; c < t->mesh.count[CELL]; c++)
		for (int k = 0; k < LEVELS; k++) {
			const double bound = mesh_trial_bound(t, "b", c, k);

			ck_assert_msg(bound > 0 && bound < 1e-12, "%s: %g", chains[_i], bound);
		}
	mesh_trial_free(t);
	arena_free(&memory);
}
END_TEST

static const struct {
	const char *statements;
	double bound;
} certain[] = {
	{ "b = p;", 0 },
	{ "b = min(c in cells: p[c]);", 0 },
	{ "b = max(p, max(c in cells: p[c])) + count(cells)*0;", -1 },
	{ "b = count(cells) > 2 ? p : 0;", 0 },
	{ "b = p*k > k*p ? 1 : 2;", INFINITY },
	{ "b = p*k > k*p ? p : p;", 0 },
	{ "t = p*k > k*p ? 1 : 2; b = sum(c in cells: t[c]);", INFINITY },
	{ "t = p*k > k*p; b = t ? 1 : 2;", INFINITY },
	{ "if (p*k > k*p) { b = 1; } else { b = 2; }", INFINITY },
	{ "if (level > 5) { if (p*k > k*p) { b = 1; } else { b = 2; } } else { b = p; }", 0 },
	{ "t = p; if (p*k > k*p) { t = k; } b = t;", INFINITY },
	{ "t = 1/(p*k - k*p); b = min(c in cells: t[c]);", INFINITY },
};

START_TEST(bounds_say_what_is_certain)
{
	struct arena memory = { NULL };
	struct mesh_trial *t = run("torus:6x4", arena_printf(&memory, "stencil s on triangles { in cell p, k; out cell b; %s }",
		certain[_i].statements), TYPE_DOUBLE);
	const double bound = mesh_trial_bound(t, "b", 5, 1);

	ck_assert_msg(certain[_i].bound < 0 ? bound > 0 && bound < 1e-14 : bound == certain[_i].bound, "%s: %g",
		certain[_i].statements, bound);
	mesh_trial_free(t);
	arena_free(&memory);
}
END_TEST

START_TEST(bounds_cover_the_rounding_to_floats)
{
	struct mesh_trial *t = run("torus:6x4", "stencil s on triangles { in double cell p, k; out float cell b; b = p*k; }",
		TYPE_DOUBLE);

	for (int c = 0; c < t->mesh.count[CELL]; c++)
		ck_assert(fabs(mesh_trial_before(t, "p", c, 0, 1)*mesh_trial_before(t, "k", c, 0, 1) - mesh_trial_at(t, "b", c, 0, 1))
			<= mesh_trial_bound(t, "b", c, 1));
	mesh_trial_free(t);
}
END_TEST

START_TEST(bounds_add_up_over_steps)
{
	struct mesh_trial *t = run("torus:6x4", "stencil s on triangles { in cell p; inout cell b; b = b*p; }", TYPE_DOUBLE);
	const double first = mesh_trial_bound(t, "b", 7, 0);

	ck_assert(mesh_interpret(&t->run));
	ck_assert(first > 0);
	ck_assert(mesh_trial_bound(t, "b", 7, 0) > fabs(mesh_trial_before(t, "p", 7, 0, 0))*first);
	mesh_trial_free(t);
}
END_TEST

Suite *
mesh_bounds_suite(void)
{
	Suite *suite = suite_create("error bounds on meshes");
	TCase *tests = tcase_create("bounds");

	tcase_add_test(tests, bounds_hold_for_contracted_sums);
	tcase_add_loop_test(tests, bounds_grow_from_temporary_to_temporary, 0, sizeof chains/sizeof *chains);
	tcase_add_loop_test(tests, bounds_say_what_is_certain, 0, sizeof certain/sizeof *certain);
	tcase_add_test(tests, bounds_cover_the_rounding_to_floats);
	tcase_add_test(tests, bounds_add_up_over_steps);
	suite_add_tcase(suite, tests);
	return suite;
}
