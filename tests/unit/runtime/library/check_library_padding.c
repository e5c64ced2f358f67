/* libstencil on meshes, with levels innermost: who may write padding, and where arrays begin. */

#include "runtime/library/stencil.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *library_padding_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

enum { LEVELS = 5, PITCH = 10, SECTOR = 8 /* levels after which 32 bytes end, of doubles */, UNTOUCHED = -7 };

#define HEAD "stencil step on triangles { in cell p; "

static const struct {
	const char *text, *options;
	int pitch, below; /* the last level that is written, and one */
	int levels;       /* of p; 0: as many as all have */
} cases[] = {
	{ HEAD "out cell q; q = 2*p; }", "backend=host", PITCH, LEVELS, 0 },
	{ HEAD "out cell q; q = 2*p; }", "backend=host padding=keep", PITCH, LEVELS, 0 },
	{ HEAD "out cell q; q = 2*p; }", "backend=host padding=overwrite", PITCH, SECTOR, 0 },
	{ HEAD "out cell q; q = 2*p; }", "backend=host padding=overwrite", 6, 6, 0 },
	{ HEAD "out cell q; q = 2*p; }", "backend=host padding=overwrite", LEVELS, LEVELS, 0 },
	{ HEAD "out cell q; q = 2*p; }", "backend=openmp padding=overwrite", PITCH, LEVELS, 0 },
	{ HEAD "out cell q; q = p - p[0,0,-1]; }", "backend=host padding=overwrite", PITCH, SECTOR, 0 },
	/* The last level is not written, or padded ones would read what is not there. */
	{ HEAD "out cell q; q = p[0,0,+1] - p; }", "backend=host padding=overwrite", PITCH, LEVELS - 1, 0 },
	{ HEAD "out cell q; q = p[0,0,+1] - p; }", "backend=host padding=overwrite", PITCH, LEVELS, LEVELS + 1 },
	{ HEAD "in profile f; out cell q; q = f*p; }", "backend=host padding=overwrite", PITCH, LEVELS, 0 },
	/* Stored temporaries have room for padding. */
	{ HEAD "out cell q; stored edge d = p[cells[1]] - p[cells[0]]; q = sum(e in edges: d[e]); }",
		"backend=host padding=overwrite", PITCH, SECTOR, 0 },
	{ HEAD "out cell q; stored cell d = 2*p; q = d[0,0,+1] - d; }", "backend=host padding=overwrite", PITCH, LEVELS - 1, 0 },
};

/* Arrays of PITCH levels, without gaps; to be freed. */
static double *
array_of(const stencil_plan *plan, int number)
{
	struct stencil_field f;
	double *array;

	ck_assert_int_eq(stencil_plan_field(plan, number, &f), 0);
	array = malloc(f.bytes);
	for (size_t i = 0; i < f.bytes/sizeof *array; i++)
		array[i] = f.role == STENCIL_ROLE_IN ? (double)i : UNTOUCHED;
	return array;
}

START_TEST(sectors_are_whole_where_padding_may_be_overwritten)
{
	struct stencil_error error;
	stencil_plan_mesh *mesh = stencil_mesh_open("torus:6x4", NULL, &error);
	const int levels[3] = { cases[_i].levels };
	const struct stencil_shape shape = {
		.mesh = mesh, .size = { 0, 0, LEVELS }, .pitch = cases[_i].pitch, .field_levels = levels,
	};
	const int cells = stencil_mesh_count(mesh, STENCIL_CELL), pitch = cases[_i].pitch;
	char options[128];
	stencil_plan *plan;
	void *arrays[3];
	int fields, status;

	snprintf(options, sizeof options, "levels=innermost %s", cases[_i].options);
	plan = stencil_plan_create_text(cases[_i].text, NULL, &shape, options, 0, &error);
	ck_assert_msg(plan != NULL, "%s", error.text);
	fields = stencil_plan_field_count(plan);
	for (int i = 0; i < fields; i++)
		arrays[i] = array_of(plan, i);
	status = stencil_execute_on(plan, arrays, NULL, NULL);
	ck_assert_msg(!status, "%s", stencil_status_text(plan, status));
	for (int c = 0; c < cells; c++)
		for (int k = 0; k < pitch; k++) {
			const double got = ((const double *)arrays[fields - 1])[c*pitch + k];

			if (k > 0 && k < LEVELS - 1)
				ck_assert(got != UNTOUCHED);
			if (k >= LEVELS - 1)
				ck_assert_msg((got != UNTOUCHED) == (k < cases[_i].below), "cell %d, level %d: %g", c, k, got);
		}
	for (int i = 0; i < fields; i++)
		free(arrays[i]);
	stencil_plan_destroy(plan);
	stencil_mesh_destroy(mesh);
}
END_TEST

START_TEST(other_words_are_refused)
{
	struct stencil_error error;

	ck_assert_ptr_null(stencil_plan_create("stencils/mesh/nabla2.stencil", NULL, NULL, "padding=overwite", 0, &error));
	ck_assert_int_eq(error.code, STENCIL_CODE_ARGUMENT);
	ck_assert_str_eq(error.text, "unknown padding 'overwite'; did you mean 'overwrite'? (there are: keep overwrite)");
}
END_TEST

static const struct {
	const char *options, *degree;
	size_t alignment; /* of doubles in slots */
} slots[] = {
	{ "backend=host levels=innermost", "", 8 }, /* three */
	{ "backend=host levels=innermost", "relation cell.edges[<=4]; ", 16 },
	{ "backend=host levels=innermost precision=float", "relation cell.edges[<=4]; ", 16 },
	{ "backend=host levels=innermost precision=float", "relation cell.edges[<=6]; ", 8 },
	{ "backend=host levels=outermost", "relation cell.edges[<=4]; ", 8 },
	{ "backend=openmp levels=innermost", "relation cell.edges[<=4]; ", 8 },
};

START_TEST(values_of_slots_begin_where_several_can_be_loaded)
{
	stencil_plan_mesh *mesh = stencil_mesh_open("torus:6x4", NULL, NULL);
	const struct stencil_shape shape = { .mesh = mesh, .size = { 0, 0, LEVELS }, .pitch = strstr(slots[_i].options, "inner") ? 8 : 0 };
	char text[256];
	struct stencil_field f;
	struct stencil_error error;
	stencil_plan *plan;

	snprintf(text, sizeof text, "stencil s on triangles { %sin edge p; in cell.edges column w; out cell q;"
		" q = sum(e in edges: w[e]*p[e]); }", slots[_i].degree);
	plan = stencil_plan_create_text(text, NULL, &shape, slots[_i].options, 0, &error);
	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_int_eq(stencil_plan_field(plan, 1, &f), 0);
	ck_assert_uint_eq(f.alignment, slots[_i].alignment);
	stencil_plan_destroy(plan);
	stencil_mesh_destroy(mesh);
}
END_TEST

Suite *
library_padding_suite(void)
{
	Suite *suite = suite_create("library_padding");
	TCase *tests = tcase_create("library_padding");

	tcase_add_loop_test(tests, sectors_are_whole_where_padding_may_be_overwritten, 0, COUNT(cases));
	tcase_add_loop_test(tests, values_of_slots_begin_where_several_can_be_loaded, 0, COUNT(slots));
	tcase_add_test(tests, other_words_are_refused);
	suite_add_tcase(suite, tests);
	return suite;
}
