/* Results on meshes, compared within error bounds. */

#include "generator/check/check.h"
#include "generator/language/parse.h"
#include "runtime/device/cpu.h"
#include "runtime/mesh/generate.h"
#include "runtime/problem/mesh_device.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *mesh_compare_suite(void);

enum { LEVELS = 3, AT = 4, LEVEL = 1 }; /* the cell and the level that are looked at */

static int align; /* of elements, in bytes; 0: as usual */

struct trial {
	struct arena arena;
	struct mesh mesh;
	struct mesh_problem problem;
	struct mesh_device *device;
	const struct field *written;
};

static const struct stencil *
read_stencil(struct trial *t, struct source *source)
{
	struct stencil *stencil = parse_stencils(&t->arena, source);

	ck_assert(check_stencils(&t->arena, source, stencil, TYPE_DOUBLE));
	return stencil;
}

static void
fill_fields(struct mesh_problem *p)
{
	for (const struct field *f = p->stencil->fields; f; f = f->next) {
		double *values;

		p->levels[f->index] = LEVELS;
		values = p->fields[f->index] = malloc(mesh_problem_elements(p, f)*sizeof *values);
		for (size_t i = 0; i < mesh_problem_elements(p, f); i++)
			values[i] = 0.1*(double)i + 1;
	}
}

/* Lays out a problem whose results are bounded, or not, and puts the expected ones where a kernel would. */
static void
open_text(struct trial *t, const char *text, enum levels levels, bool bounded)
{
	struct diagnostics diagnostics = { .out = stderr, .max_errors = 20 };
	struct source source = { .path = "s.stencil", .text = text, .size = strlen(text), .diagnostics = &diagnostics };
	const struct variant variant = { .family = GRID_mesh, .levels = levels };
	struct error error;
	void *expected;

	*t = (struct trial){ 0 };
	ck_assert(mesh_generate(&t->mesh, &t->arena, "torus:3x3", &error));
	t->problem.stencil = read_stencil(t, &source);
	ck_assert(mesh_problem_open(&t->problem, &t->arena, t->problem.stencil,
		plan_stencil(&t->arena, &source, t->problem.stencil), &t->mesh, &error));
	fill_fields(&t->problem);
	t->problem.bounded = bounded;
	t->problem.align = align;
	ck_assert(mesh_problem_find_domain(&t->problem, &error) && mesh_problem_solve(&t->problem, 1, NULL, false, NULL));
	t->device = (struct mesh_device *)mesh_domain.place(&cpu_device, &t->problem, &(struct binding_spec){ .variant = &variant }, &error);
	ck_assert_ptr_nonnull(t->device);
	for (t->written = t->problem.stencil->fields; t->written->role == ROLE_IN;)
		t->written = t->written->next;
	expected = mesh_lay_out(&t->device->layout, t->written, t->problem.expected[t->written->index]);
	memcpy(t->device->binding.fields[t->written->index], expected, mesh_layout_elements(&t->device->layout, t->written)*sizeof (double));
	free(expected);
}

static void
open_trial(struct trial *t, enum levels levels, bool bounded)
{
	open_text(t, "stencil s on triangles { in cell p, k; out cell b; b = p*k; }", levels, bounded);
}

static void
close_trial(struct trial *t)
{
	binding_free(t->device);
	mesh_problem_free(&t->problem);
	arena_free(&t->arena);
}

/* The element that is looked at, in the device's memory. */
static double *
looked_at(const struct trial *t)
{
	const struct stencil_mesh *mesh = &t->device->layout.mesh;
	double *memory = t->device->binding.fields[t->written->index];

	return &memory[mesh->height ? AT*mesh->height + LEVEL : LEVEL*mesh->cell_stride + AT];
}

static struct verdict
compare(const struct trial *t)
{
	struct verdict verdict;
	struct error error;

	ck_assert(mesh_domain.compare(&t->device->binding, &verdict, &error));
	return verdict;
}

static const struct {
	double bound, off;
	int different, skipped;
} cases[] = {
	{ 0.25, 0, 0, 0 },
	{ 0.25, 0.5, 0, 0 },  /* both may be off */
	{ 0.25, -0.5, 0, 0 },
	{ 0.25, 0.53125, 1, 0 },
	{ 0.25, NAN, 1, 0 },
	{ 0, 0.0078125, 1, 0 },
	{ INFINITY, 7, 0, 1 },
	{ INFINITY, NAN, 0, 1 },
};

START_TEST(results_may_be_off_by_twice_their_bounds)
{
	struct trial t;
	struct verdict verdict;

	open_trial(&t, (enum levels)(_i % LEVELS_COUNT), true);
	t.problem.bounds[t.written->index][LEVEL*t.mesh.count[CELL] + AT] = cases[_i/LEVELS_COUNT].bound;
	*looked_at(&t) += cases[_i/LEVELS_COUNT].off;
	verdict = compare(&t);
	ck_assert(verdict.different == cases[_i/LEVELS_COUNT].different && verdict.skipped == cases[_i/LEVELS_COUNT].skipped);
	close_trial(&t);
}
END_TEST

START_TEST(without_bounds_all_bits_count)
{
	struct trial t;

	open_trial(&t, (enum levels)_i, false);
	ck_assert(compare(&t).different == 0);
	*looked_at(&t) = nextafter(*looked_at(&t), 0);
	ck_assert(compare(&t).different == 1);
	close_trial(&t);
}
END_TEST

/* As on other grids: a zero is as good with either sign where products and sums may be contracted. */
START_TEST(zeros_have_no_sign_within_bounds)
{
	struct trial t;

	open_text(&t, "stencil s on triangles { in cell p; out cell b; b = p - p; }", (enum levels)(_i % LEVELS_COUNT), _i < LEVELS_COUNT);
	ck_assert(*looked_at(&t) == 0);
	*looked_at(&t) = -0.0;
	ck_assert(compare(&t).different == (_i < LEVELS_COUNT ? 0 : 1));
	close_trial(&t);
}
END_TEST

/* What a kernel writes behind the last element is no result. */
START_TEST(padding_has_no_bounds)
{
	struct trial t;
	double *memory;

	open_trial(&t, (enum levels)_i, true);
	memory = t.device->binding.fields[t.written->index];
	memory[mesh_layout_elements(&t.device->layout, t.written) - 1] = 1;
	ck_assert(compare(&t).different == 1);
	close_trial(&t);
}
END_TEST

/* All levels are updated, so a GPU updates the padding of an element, too, for whole sectors: it is no result. */
START_TEST(levels_are_updated_to_the_end_of_their_padding)
{
	const bool innermost = _i == LEVELS_INNERMOST;
	struct trial t;

	open_trial(&t, (enum levels)_i, false);
	ck_assert_int_eq(t.problem.top, LEVELS);
	ck_assert_int_eq(t.device->layout.mesh.top, innermost ? LEVELS + 1 : LEVELS);
	looked_at(&t)[innermost ? LEVELS - LEVEL : 0] = 7;
	ck_assert(compare(&t).different == !innermost);
	close_trial(&t);
}
END_TEST

static const struct {
	const char *text;
	int top; /* of four levels' memory, three are there */
} tops[] = {
	{ "stencil s on triangles { in cell p; out cell b; b = p; }", 4 },
	{ "stencil s on triangles { in cell p; out cell b; b = p*level; }", 4 },
	{ "stencil s on triangles { in cell p; in profile k; out cell b; b = p*k; }", 4 },
	{ "stencil s on triangles { in cell p; out cell b; b = p[0,0,-1]; }", 4 },
	{ "stencil s on triangles { in cell p; out cell b; b = p[0,0,+1]; }", 2 },
};

START_TEST(padding_is_updated_where_no_level_depends_on_others)
{
	struct trial t;

	open_text(&t, tops[_i].text, LEVELS_INNERMOST, false);
	ck_assert_int_eq(t.device->layout.mesh.top, tops[_i].top);
	close_trial(&t);
}
END_TEST

static const struct {
	int align, height, top; /* bytes; three levels are there */
} alignments[] = {
	{ 0, 4, 4 }, { 8, 4, 4 }, { 16, 4, 4 }, { 64, 8, 4 }, { 128, 16, 4 },
};

START_TEST(elements_may_begin_at_lines)
{
	struct trial t;
	double *memory;

	align = alignments[_i].align;
	open_trial(&t, LEVELS_INNERMOST, false);
	align = 0;
	ck_assert_int_eq(t.device->layout.mesh.height, alignments[_i].height);
	ck_assert_int_eq(t.device->layout.mesh.top, alignments[_i].top);
	memory = t.device->binding.fields[t.written->index];
	memory[t.device->layout.mesh.height - 1] = 1;
	ck_assert(compare(&t).different == (alignments[_i].top < alignments[_i].height));
	close_trial(&t);
}
END_TEST

Suite *
mesh_compare_suite(void)
{
	Suite *suite = suite_create("results on meshes");
	TCase *tests = tcase_create("comparisons");

	tcase_add_loop_test(tests, results_may_be_off_by_twice_their_bounds, 0,
		LEVELS_COUNT*(int)(sizeof cases/sizeof *cases));
	tcase_add_loop_test(tests, without_bounds_all_bits_count, 0, LEVELS_COUNT);
	tcase_add_loop_test(tests, zeros_have_no_sign_within_bounds, 0, 2*LEVELS_COUNT);
	tcase_add_loop_test(tests, padding_has_no_bounds, 0, LEVELS_COUNT);
	tcase_add_loop_test(tests, levels_are_updated_to_the_end_of_their_padding, 0, LEVELS_COUNT);
	tcase_add_loop_test(tests, elements_may_begin_at_lines, 0, (int)(sizeof alignments/sizeof *alignments));
	tcase_add_loop_test(tests, padding_is_updated_where_no_level_depends_on_others, 0, (int)(sizeof tops/sizeof *tops));
	suite_add_tcase(suite, tests);
	return suite;
}
