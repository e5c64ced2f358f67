/* Params that an option of libstencil makes constants. */

#include "runtime/library/stencil.h"

#include <check.h>
#include <string.h>

Suite *library_fixed_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

enum { N = 6 };

static struct stencil_error error;
static const struct stencil_shape shape = { .size = { N, 1, 1 } };

static const char scheme[] =
	"stencil scheme { in u; in f; out d; param int order = 1; param dt = 0.5;\n"
	" if (order > 1) { t = u + f; } else { t = 3*u; }\n"
	" d = t*dt; }";

static struct stencil_plan *
plan_with(const char *options)
{
	return stencil_plan_create_text(scheme, NULL, &shape, options, 0, &error);
}

static const struct {
	const char *options;
	int fields, params;
	double u, f, product; /* d = (u*U + f*F)*product */
} fixed[] = {
	{ "backend=openmp", 3, 2, 3, 0, 0.5 },
	{ "backend=openmp fix=order=1", 2, 1, 3, 0, 0.5 },
	{ "backend=openmp fix=order=2", 3, 1, 1, 1, 0.5 },
	{ "backend=openmp fix=order=2,dt=-0.25", 3, 0, 1, 1, -0.25 },
	{ "fix=dt=2e0,order=+1 backend=host", 2, 0, 3, 0, 2 },
};

START_TEST(plans_have_no_fixed_params)
{
	const double u[N] = { 1, -2, 3, 0.5, 7, 11 }, f[N] = { 4, 8, 1, 2, -6, 5 };
	struct stencil_plan *plan = plan_with(fixed[_i].options);
	double d[N];

	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_int_eq(stencil_plan_field_count(plan), fixed[_i].fields);
	ck_assert_int_eq(stencil_plan_param_count(plan), fixed[_i].params);
	ck_assert_int_eq(stencil_plan_bind(plan, "u", (void *)u, sizeof u, &error), 0);
	ck_assert_int_eq(stencil_plan_bind(plan, "f", (void *)f, sizeof f, &error) == 0, fixed[_i].fields == 3);
	ck_assert_int_eq(stencil_plan_bind(plan, "d", d, sizeof d, &error), 0);
	ck_assert_int_eq(stencil_plan_param(plan, "dt", 0.5, &error) == 0, fixed[_i].params > 0 && fixed[_i].product == 0.5);
	ck_assert_int_eq(stencil_execute(plan, NULL), 0);
	for (int i = 0; i < N; i++)
		ck_assert_double_eq(d[i], (fixed[_i].u*u[i] + fixed[_i].f*f[i])*fixed[_i].product);
	stencil_plan_destroy(plan);
}
END_TEST

START_TEST(meshes_have_none_either)
{
	stencil_plan_mesh *mesh = stencil_mesh_open("torus:4x3", NULL, &error);
	const struct stencil_shape on_mesh = { .mesh = mesh, .size = { 0, 0, 1 } };
	static const char text[] = "stencil s on triangles { in cell u; in edge f; out cell d; param int order = 1;\n"
		" d = order > 1 ? sum(e in edges: f[e]) : 2*u; }";
	struct stencil_plan *plan = stencil_plan_create_text(text, NULL, &on_mesh, "backend=openmp fix=order=1", 0, &error);
	double u[24], d[24];

	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_int_eq(stencil_mesh_count(mesh, STENCIL_CELL), COUNT(u));
	for (int i = 0; i < COUNT(u); i++)
		u[i] = i;
	ck_assert_int_eq(stencil_plan_field_count(plan), 2);
	ck_assert_int_eq(stencil_execute_on(plan, (void *[]){ u, d }, NULL, NULL), 0);
	for (int i = 0; i < COUNT(u); i++)
		ck_assert_double_eq(d[i], 2*i);
	stencil_plan_destroy(plan);
	stencil_mesh_destroy(mesh);
}
END_TEST

static const struct {
	const char *options, *said;
} wrong[] = {
	{ "fix=order", "option fix=order: write NAME=VALUE, with the name of a param" },
	{ "fix=order=1,", NULL },
	{ "fix=order=1,,dt=1", "option fix=: write NAME=VALUE, with the name of a param" },
	{ "fix=oder=1", "option fix: there is no param 'oder'; did you mean 'order'?" },
	{ "fix=u=1", "option fix: there is no param 'u': name a param of a stencil" },
	{ "fix=dt=x", "option fix=dt=x: 'x' is no number: write a number as in a stencil" },
	{ "fix=dt=1,dt=2", "option fix=dt=2: 'dt' is fixed to 1 already: give it once" },
	{ "fix=", "option fix has no value" },
};

START_TEST(wrong_values_are_refused)
{
	struct stencil_plan *plan = plan_with(wrong[_i].options);

	ck_assert_int_eq(plan != NULL, wrong[_i].said == NULL);
	if (wrong[_i].said) {
		ck_assert_str_eq(error.text, wrong[_i].said);
		ck_assert_int_eq(error.code, STENCIL_CODE_ARGUMENT);
	}
	stencil_plan_destroy(plan);
}
END_TEST

START_TEST(a_real_number_for_an_int_is_an_error_of_the_stencil)
{
	ck_assert_ptr_null(plan_with("fix=order=0.5"));
	ck_assert_int_eq(error.code, STENCIL_CODE_SOURCE);
	ck_assert_ptr_nonnull(strstr(error.text, "'order' is an int param, but is fixed to 0.5: give a whole number"));
}
END_TEST

Suite *
library_fixed_suite(void)
{
	Suite *suite = suite_create("library_fixed");
	TCase *tests = tcase_create("library_fixed");

	tcase_set_timeout(tests, 120);
	tcase_add_loop_test(tests, plans_have_no_fixed_params, 0, COUNT(fixed));
	tcase_add_test(tests, meshes_have_none_either);
	tcase_add_loop_test(tests, wrong_values_are_refused, 0, COUNT(wrong));
	tcase_add_test(tests, a_real_number_for_an_int_is_an_error_of_the_stencil);
	suite_add_tcase(suite, tests);
	return suite;
}
