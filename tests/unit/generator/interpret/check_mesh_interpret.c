/* The interpreter on meshes against loops written by hand. */

#include "tests/unit/generator/interpret/mesh_trial.h"

#include <check.h>
#include <glob.h>
#include <math.h>
#include <string.h>

Suite *mesh_interpret_suite(void);

static struct mesh_trial *t;

static void
run(const char *mesh, const char *text)
{
	t = mesh_trial_new(text, NULL, mesh, 3, TYPE_DOUBLE);
	ck_assert(mesh_trial_run(t));
}

static double
before(const char *name, int element, int level)
{
	return mesh_trial_before(t, name, element, 0, level);
}

static double
slot(const char *name, int element, int s)
{
	return mesh_trial_before(t, name, element, s, 0);
}

static int
to(enum relation_id id, int element, int s)
{
	return mesh_at(&t->mesh, id, element, s);
}

/* Asserts that output b is what a function says inside, for all levels that are updated, and untouched elsewhere. */
static void
assert_output(bool (*is_inside)(int element), double (*value)(int element, int level))
{
	for (int e = 0; e < t->mesh.count[t->stencil->location]; e++)
		for (int k = 0; k < 3; k++) {
			const bool inside = k >= t->bottom && k < t->top && (!is_inside || is_inside(e));
			const double expected = inside ? value(e, k) : before("b", e, k);

			ck_assert_msg(mesh_trial_at(t, "b", e, 0, k) == expected, "element %d, level %d: %g, not %g", e, k,
				mesh_trial_at(t, "b", e, 0, k), expected);
		}
	mesh_trial_free(t);
}

static double
divergence(int c, int k)
{
	double sum = before("vn", to(CELL_EDGES, c, 0), k)*slot("w", c, 0);

	for (int s = 1; s < 3; s++)
		sum += before("vn", to(CELL_EDGES, c, s), k)*slot("w", c, s);
	return sum;
}

START_TEST(exact_relations_are_summed_up_from_the_first_term)
{
	run("icosahedron:R1B1", "stencil s on triangles { in edge vn; in cell.edges column w; out cell b;"
		" b = sum(e in edges: vn[e]*w[e]); }");
	assert_output(NULL, divergence);
}
END_TEST

static double
vorticity(int v, int k)
{
	double sum = 0;

	for (int s = 0; s < 6; s++)
		if (to(VERTEX_EDGES, v, s) >= 0)
			sum += before("vn", to(VERTEX_EDGES, v, s), k)*slot("w", v, s);
	return sum;
}

static double
masked(int c, int k)
{
	double sum = 0, product = 1;

	for (int s = 0; s < 3; s++) {
		sum += before("n", to(CELL_EDGES, c, s), k);
		product *= slot("w", c, s);
	}
	return (before("wet", c, k) != 0 && before("low", 0, k) == 0 ? sum : 2*product) + before("m", c, 0)*before("lev", 0, k);
}

START_TEST(ints_and_bools_are_fields)
{
	run("icosahedron:R1B1", "stencil s on triangles { in int edge n; in bool cell wet; in bool profile low; in int profile lev;"
		" in int cell.edges column w; in bool cell column m; out cell b;"
		" b = (wet && !low ? sum(e in edges: n[e]) : 2*product(e in edges: w[e])) + (m ? 1 : 0)*(0.0 + lev); }");
	assert_output(NULL, masked);
}
END_TEST

START_TEST(pentagons_lack_an_edge)
{
	run("icosahedron:R1B1", "stencil s on triangles { in edge vn; in vertex.edges column w; out vertex b;"
		" b = sum(e in edges: vn[e]*w[e]); }");
	assert_output(NULL, vorticity);
}
END_TEST

static bool
has_two_cells(int edge)
{
	return to(EDGE_CELLS, edge, 1) >= 0;
}

static bool
has_inner_edges(int cell)
{
	return has_two_cells(to(CELL_EDGES, cell, 0)) && has_two_cells(to(CELL_EDGES, cell, 1))
		&& has_two_cells(to(CELL_EDGES, cell, 2));
}

static double
flux_at(int e, int k)
{
	return slot("d", e, 0)*(before("q", to(EDGE_CELLS, e, 1), k) - before("q", to(EDGE_CELLS, e, 0), k));
}

static double
diffusion(int c, int k)
{
	return flux_at(to(CELL_EDGES, c, 0), k) + flux_at(to(CELL_EDGES, c, 1), k) + flux_at(to(CELL_EDGES, c, 2), k);
}

static const char *const diffusions[] = { "", "stored" };

START_TEST(temporaries_lie_elsewhere_and_restrict_the_domain)
{
	char text[300];

	snprintf(text, sizeof text, "stencil s on triangles { in cell q; in edge column d; out cell b; %s edge f = d*(q[cells[1]]"
		" - q[cells[0]]); b = sum(e in edges: f[e]); }", diffusions[_i]);
	run("plane:5x4", text);
	assert_output(has_inner_edges, diffusion);
}
END_TEST

static double
twice(int c, int k)
{
	return 2*before("q", c, k);
}

START_TEST(what_no_output_reads_restricts_nothing)
{
	run("plane:5x4", "stencil s on triangles { in cell q; out cell b; edge f = q[cells[1]]; if (q > 0)"
		" { c = f[edges[0]]; } b = 2*q; }");
	assert_output(NULL, twice);
}
END_TEST

static double
corner(int e, int s, int k)
{
	return before("u", to(EDGE_CORNERS, e, s), k)*slot("w", e, s);
}

static double
across(int e, int k)
{
	return corner(e, 3, k) - corner(e, 2, k);
}

START_TEST(temporaries_have_values_for_slots)
{
	run("plane:5x4", "stencil s on triangles { in vertex u; in edge.corners column w; out edge b; neighbor left = [corners[2]];"
		" un[c in corners] = u[c]*w[c]; b = un[corners[3]] - un[left]; }");
	assert_output(has_two_cells, across);
}
END_TEST

static double
star(int c, int k)
{
	double sum = before("q", c, k)*slot("w", c, 0);

	for (int s = 0; s < 3; s++)
		sum += before("q", to(CELL_CELLS, c, s), k)*slot("w", c, 1 + s);
	return sum + before("q", c, k)*slot("w", c, 0);
}

START_TEST(slot_0_of_a_star_is_the_point)
{
	run("torus:4x3", "stencil s on triangles { in cell q; in cell.star column w; out cell b;"
		" b = sum(c in star: q[c]*w[c]) + q[star[0]]*w[star[0]]; }");
	assert_output(NULL, star);
}
END_TEST

static bool
has_three_cells(int cell)
{
	return to(CELL_CELLS, cell, 0) >= 0 && to(CELL_CELLS, cell, 1) >= 0 && to(CELL_CELLS, cell, 2) >= 0;
}

static double
of_updated(int c, int k)
{
	double sum = 0;

	for (int s = 0; s < 3; s++) {
		const int e = to(CELL_CELLS, c, s);
		const double new = has_three_cells(e) ? 2*before("q", e, k) : before("q", e, k);

		sum = s ? sum + new : new;
	}
	return sum;
}

/* New values where they are updated, others elsewhere. */
START_TEST(later_statements_read_outputs_at_neighbours)
{
	run("plane:5x4", "stencil s on triangles { inout cell q; out cell b; q = 2*q; b = sum(c in cells: q[c]); }");
	assert_output(has_three_cells, of_updated);
}
END_TEST

static double
extremes(int v, int k)
{
	double most = -INFINITY, least = INFINITY, product = 1;
	int count = 0;

	for (int s = 0; s < 6; s++) {
		const int c = to(VERTEX_CELLS, v, s);
		const double q = c < 0 ? NAN : before("q", c, k);

		if (c < 0)
			continue;
		most = most < q ? q : most;
		least = q < least ? q : least;
		product *= q;
		count++;
	}
	return (most - least)*product + count;
}

START_TEST(reductions_skip_missing_neighbours)
{
	run("plane:3x2", "stencil s on triangles { in cell q; out vertex b; b = (max(c in cells: q[c]) - min(c in cells: q[c]))"
		"*product(c in cells: q[c]) + count(cells); }");
	assert_output(NULL, extremes);
}
END_TEST

START_TEST(exact_relations_restrict_the_domain_where_they_are_counted)
{
	run("plane:3x2", "stencil s on triangles { in cell q; out edge b; b = count(cells); }");
	for (int e = 0; e < t->mesh.count[EDGE]; e++)
		ck_assert(mesh_trial_at(t, "b", e, 0, 0) == (has_two_cells(e) ? 2 : before("b", e, 0)));
	mesh_trial_free(t);
}
END_TEST

static double
walls(int e, int k)
{
	const double here = before("q", to(EDGE_CELLS, e, 0), k);

	return has_two_cells(e) ? here - before("q", to(EDGE_CELLS, e, 1), k) : 7*here;
}

static const char *const wall_values[] = {
	"b = exists(cells[1]) ? q[cells[0]] - q[cells[1]] : 7*q[cells[0]];",
	"b = !exists(cells[1]) ? 7*q[cells[0]] : q[cells[0]] - q[cells[1]];",
	"t = 7*q[cells[0]]; if (exists(cells[1])) { t = q[cells[0]] - q[cells[1]]; } b = t;",
	"if (exists(cells[1])) { b = q[cells[0]] - q[cells[1]]; } else { b = 7*q[cells[0]]; }",
};

START_TEST(a_slot_that_may_be_empty_is_asked_for)
{
	char text[300];

	snprintf(text, sizeof text, "stencil s on triangles { in cell q; out edge b; relation edge.cells[<=2]; %s }",
		wall_values[_i]);
	run("plane:3x2", text);
	assert_output(NULL, walls);
}
END_TEST

static double
side_by_side(int c, int k)
{
	double sum = 0;

	for (int s = 0; s < 3; s++) {
		const double term = slot("w", to(CELL_EDGES, c, s), 0)*(before("q", to(CELL_CELLS, c, s), k) - before("q", c, k));

		sum = s ? sum + term : term;
	}
	return sum;
}

START_TEST(two_relations_are_stepped_through_together)
{
	run("plane:5x4", "stencil s on triangles { in cell q; in edge column w; out cell b;"
		" b = sum(e in edges, c in cells: w[e]*(q[c] - q)); }");
	assert_output(has_inner_edges, side_by_side);
}
END_TEST

static double
nested(int v, int k)
{
	double sum = 0;

	for (int s = 0; s < 6; s++) {
		const int e = to(VERTEX_EDGES, v, s);

		if (e >= 0)
			sum += before("q", to(EDGE_CELLS, e, 0), k)*slot("w", v, s)
				+ before("q", to(EDGE_CELLS, e, 1), k)*slot("w", v, s);
	}
	return sum;
}

START_TEST(reductions_nest)
{
	run("icosahedron:R1B1", "stencil s on triangles { in cell q; in vertex.edges column w; out vertex b;"
		" b = sum(e in edges: sum(c in e.cells: q[c]*w[e])); }");
	assert_output(NULL, nested);
}
END_TEST

static double
between_levels(int c, int k)
{
	const int e = to(CELL_EDGES, c, 0);

	return before("q", c, k)*before("h", 0, k) + (before("z", e, k - 1) + (k - 1)) + 1 - before("z", e, k);
}

START_TEST(levels_are_read_at_places)
{
	run("torus:4x3", "stencil s on triangles { in cell q; in edge z; in profile h; out cell b; edge t = z + level;"
		" b = q*h + t[edges[0].below] + 1 - z[edges[0]]; }");
	ck_assert_int_eq(t->bottom, 1);
	ck_assert_int_eq(t->top, 3);
	assert_output(NULL, between_levels);
}
END_TEST

/* Forward elimination and back substitution, with what neighbors have. */
static double
solution(int c, int k)
{
	double cp[3], dp[3], x = 0;

	for (int l = 0; l < 3; l++) {
		const double d = before("q", c, l) + before("z", to(CELL_EDGES, c, 1), l);

		cp[l] = l ? 0.5/(4 - before("q", to(CELL_CELLS, c, 0), l)*cp[l - 1]) : 0.25;
		dp[l] = l ? (d - dp[l - 1])/(2 + l) : d;
	}
	for (int l = 2; l >= k; l--)
		x = l == 2 ? dp[l] : dp[l] - cp[l]*x;
	return x;
}

START_TEST(sweeps_go_up_and_down)
{
	run("torus:4x3", "stencil s on triangles { in cell q; in edge z; out cell b; edge t = z;"
		" sweep up { d = q + t[edges[1]]; if (below == 0) { cp = 0.25; dp = d; } else {"
		" cp = 0.5/(4 - q[cells[0]]*cp[below]); dp = (d - dp[below])/(2 + level); } }"
		" sweep down { if (above == 0) { b = dp; } else { b = dp - cp*b[above]; } } }");
	ck_assert_int_eq(t->bottom, 0);
	ck_assert_int_eq(t->top, 3);
	assert_output(NULL, solution);
}
END_TEST

static double
column_sum(int c, int k)
{
	double sum = 0;

	for (int l = 0; l < 3; l++)
		sum += before("q", c, l)*before("q", to(CELL_CELLS, c, 2), l);
	return k < 2 ? sum + before("q", c, k + 1) : sum;
}

START_TEST(column_variables_are_read_after_sweeps)
{
	run("torus:4x3", "stencil s on triangles { in cell q; out cell b; column s = 0; sweep up { s = s + q*q[cells[2]]; }"
		" b = above > 0 ? s + q[above] : s; }");
	ck_assert_int_eq(t->top, 3);
	assert_output(NULL, column_sum);
}
END_TEST

START_TEST(reads_behind_a_sweep_restrict_the_domain)
{
	run("torus:4x3", "stencil s on triangles { in cell q; out cell b; sweep up { b = q[below] + (below > 0 ? q[below.below] : 1); } }");
	ck_assert_int_eq(t->bottom, 1);
	ck_assert_int_eq(t->top, 3);
	mesh_trial_free(t);
}
END_TEST

START_TEST(fields_differ_in_levels)
{
	const char *text = "stencil s on triangles { in cell w; out cell b; b = w[above] - w; }";

	for (int levels = 1; levels < 6; levels++) {
		t = mesh_trial_new(text, NULL, "torus:4x3", 3, TYPE_DOUBLE);
		mesh_trial_set_levels(t, "w", levels);
		ck_assert_int_eq(mesh_trial_run(t), levels > 1);
		ck_assert_int_eq(t->bottom, 0);
		ck_assert_int_eq(t->top, levels - 1 < 3 ? levels - 1 : 3);
		mesh_trial_free(t);
	}
}
END_TEST

static bool
is_far_from_the_boundary(int cell)
{
	const int row = t->mesh.row[CELL][cell];

	return row <= 0 || row >= 2;
}

static bool
is_second_row(int cell)
{
	return t->mesh.row[CELL][cell] == 2;
}

START_TEST(zones_are_rows_from_the_boundary)
{
	run("cap:40:icosahedron:R1B2", "stencil s on triangles { in cell q; out cell b; zones [2, inner]; b = 2*q; }");
	assert_output(is_far_from_the_boundary, twice);
	run("cap:40:icosahedron:R1B2", "stencil s on triangles { in cell q; out cell b; zones [2, 2]; b = 2*q; }");
	assert_output(is_second_row, twice);
	t = mesh_trial_new("stencil s on triangles { in cell q; out cell b; zones [1, 3]; b = 2*q; }", NULL, "torus:4x3", 3,
		TYPE_DOUBLE);
	ck_assert(!mesh_trial_run(t)); /* all is inner */
	mesh_trial_free(t);
}
END_TEST

static bool
is_any(int cell)
{
	(void)cell;
	return true;
}

static double
twice_in_second_row(int cell, int k)
{
	return is_second_row(cell) ? twice(cell, k) : before("q", cell, k);
}

START_TEST(blocks_of_zones_assign_in_their_rows)
{
	run("cap:40:icosahedron:R1B2", "stencil s on triangles { in cell q; out cell b; b = q; zones [2, 2] { t = 2*q; b = t; } }");
	assert_output(is_any, twice_in_second_row);
	run("cap:40:icosahedron:R1B2", "stencil s on triangles { in cell q; out cell b; param int n = 2; b = q;"
		" zones [n, n] { sweep up { b = 2*q; } } }");
	assert_output(is_any, twice_in_second_row);
	/* Cells at the boundary lack what is read in the second row. */
	run("cap:40:icosahedron:R1B2", "stencil s on triangles { in cell q; out cell b; b = q;"
		" zones [2, 2] { d = q[cells[0]] + q[cells[1]] + q[cells[2]]; b = 2*q + 0*d; } }");
	assert_output(is_any, twice_in_second_row);
}
END_TEST

START_TEST(floats_are_rounded_term_by_term)
{
	t = mesh_trial_new("stencil s on triangles { in float edge vn; out float cell b; b = sum(e in edges: 0.1*vn[e]); }",
		NULL, "torus:4x3", 1, TYPE_DOUBLE);
	ck_assert(mesh_trial_run(t));
	for (int c = 0; c < t->mesh.count[CELL]; c++) {
		float sum = 0.1f*(float)before("vn", to(CELL_EDGES, c, 0), 0);

		for (int s = 1; s < 3; s++)
			sum += 0.1f*(float)before("vn", to(CELL_EDGES, c, s), 0);
		ck_assert(mesh_trial_at(t, "b", c, 0, 0) == (double)sum);
	}
	mesh_trial_free(t);
}
END_TEST

/* A relation of the mesh's own: an edge's third next edge, by number, but none from every fourth. */
static int own_table[200];

static double
own_relation(int e, int k)
{
	return own_table[e] < 0 ? 0 : 3*before("q", own_table[e], k);
}

START_TEST(relations_may_be_the_meshes_own)
{
	t = mesh_trial_new("stencil s on triangles { in edge q; out edge b; relation edge.far[<=1] -> edge;"
		" b = sum(f in far: 3*q[f]); }", NULL, "torus:4x3", 3, TYPE_DOUBLE);
	for (int e = 0; e < t->mesh.count[EDGE]; e++)
		own_table[e] = e % 4 ? (e + 3) % t->mesh.count[EDGE] : -1;
	for (const struct relation *r = t->stencil->relations; r; r = r->next)
		if (r->to_written)
			t->tables[r->index] = (struct mesh_table){ 1, own_table };
	ck_assert(mesh_trial_run(t));
	assert_output(NULL, own_relation);
}
END_TEST

/* The edges of the cells across, one after the other. */
static double
wide(int c, int k)
{
	double sum = 0;

	for (int s = 0; s < 9; s++) {
		const double term = before("q", to(CELL_EDGES, to(CELL_CELLS, c, s/3), s % 3), k)*slot("w", c, s);

		sum = s ? sum + term : term;
	}
	return sum;
}

START_TEST(relations_may_be_composed)
{
	run("plane:5x4", "stencil s on triangles { in edge q; in cell.wide column w; out cell b;"
		" relation cell.wide[9] = cells.edges; b = sum(e in wide: q[e]*w[e]); }");
	assert_output(has_three_cells, wide);
}
END_TEST

static const char *const meshes[][2] = {
	{ "triangles", "icosahedron:R1B1" }, { "triangles", "plane:9x8" },
	{ "polygons", "dual:flips:16x8:1" }, { "polygons", "cap:50:dual:icosahedron:R1B2" },
};

/* Applies a shipped stencil on the meshes that it is for; what it writes are numbers. */
static void
apply_shipped(const char *path)
{
	static char text[1 << 14];
	FILE *file = fopen(path, "r");

	ck_assert_ptr_nonnull(file);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	for (size_t m = 0; m < sizeof meshes/sizeof *meshes; m++) {
		if (!strstr(text, meshes[m][0]))
			continue;
		t = mesh_trial_new(text, NULL, meshes[m][1], 3, TYPE_DOUBLE);
		for (struct param *p = t->stencil->params; p; p = p->next)
			ck_assert_ptr_nonnull(p->value);
		ck_assert_msg(mesh_trial_run(t), "%s on %s", path, meshes[m][1]);
		for (const struct field *f = t->stencil->fields; f; f = f->next)
			for (int e = 0; f->role != ROLE_IN && e < t->mesh.count[t->stencil->location]; e++)
				ck_assert_msg(isfinite(mesh_trial_at(t, f->name, e, 0, t->bottom)), "%s: element %d", path, e);
		mesh_trial_free(t);
	}
}

START_TEST(shipped_stencils_give_numbers)
{
	glob_t found;

	ck_assert_int_eq(glob("stencils/mesh/*.stencil", 0, NULL, &found), 0);
	ck_assert_int_ge(found.gl_pathc, 29);
	for (size_t i = 0; i < found.gl_pathc; i++)
		apply_shipped(found.gl_pathv[i]);
	globfree(&found);
}
END_TEST

Suite *
mesh_interpret_suite(void)
{
	Suite *suite = suite_create("interpreter on meshes");
	TCase *tests = tcase_create("values");

	tcase_add_test(tests, exact_relations_are_summed_up_from_the_first_term);
	tcase_add_test(tests, ints_and_bools_are_fields);
	tcase_add_test(tests, pentagons_lack_an_edge);
	tcase_add_loop_test(tests, temporaries_lie_elsewhere_and_restrict_the_domain, 0, 2);
	tcase_add_test(tests, what_no_output_reads_restricts_nothing);
	tcase_add_test(tests, temporaries_have_values_for_slots);
	tcase_add_test(tests, slot_0_of_a_star_is_the_point);
	tcase_add_test(tests, later_statements_read_outputs_at_neighbours);
	tcase_add_test(tests, reductions_skip_missing_neighbours);
	tcase_add_test(tests, exact_relations_restrict_the_domain_where_they_are_counted);
	tcase_add_loop_test(tests, a_slot_that_may_be_empty_is_asked_for, 0, sizeof wall_values/sizeof *wall_values);
	tcase_add_test(tests, two_relations_are_stepped_through_together);
	tcase_add_test(tests, reductions_nest);
	tcase_add_test(tests, levels_are_read_at_places);
	tcase_add_test(tests, sweeps_go_up_and_down);
	tcase_add_test(tests, column_variables_are_read_after_sweeps);
	tcase_add_test(tests, reads_behind_a_sweep_restrict_the_domain);
	tcase_add_test(tests, fields_differ_in_levels);
	tcase_add_test(tests, zones_are_rows_from_the_boundary);
	tcase_add_test(tests, blocks_of_zones_assign_in_their_rows);
	tcase_add_test(tests, floats_are_rounded_term_by_term);
	tcase_add_test(tests, relations_may_be_the_meshes_own);
	tcase_add_test(tests, relations_may_be_composed);
	tcase_add_test(tests, shipped_stencils_give_numbers);
	suite_add_tcase(suite, tests);
	return suite;
}
