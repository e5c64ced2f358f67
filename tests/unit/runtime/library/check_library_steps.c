/* Plans that compute several steps per execution. */

#include "runtime/library/stencil.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *library_steps_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

enum { NX = 11, NY = 9, NZ = 7, N = NX*NY*NZ };

static struct stencil_error error;
static const struct stencil_shape shape = { .size = { NX, NY, NZ } };

/* The values of all arrays are the same outside the domain. */
static double *
new_array(int seed)
{
	double *array = malloc(N*sizeof *array);

	for (int z = 0, at = 0; z < NZ; z++)
		for (int y = 0; y < NY; y++)
			for (int x = 0; x < NX; x++, at++) {
				const int inside = x > 0 && x < NX - 1 && y > 0 && y < NY - 1 && z > 0 && z < NZ - 1;

				array[at] = inside ? (double)((at*37 + seed*101) % 64)/8 : 1;
			}
	return array;
}

static void
exchange(double **a, double **b)
{
	double *kept = *a;

	*a = *b;
	*b = kept;
}

static void
execute(const struct stencil_plan *plan, double **arrays)
{
	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_int_eq(stencil_execute_on(plan, (void *const *)arrays, NULL, NULL), 0);
}

static const char wave[] = "stencil wave { in u, old; out n; n = 1.5*u - 0.5*old + 0.125*(u[west] + u[east] + u[above] - 3*u); }";
static const char flat[] = "stencil flat { in u, old; out n; n = 1.5*u - 0.5*old + 0.125*(u[west] + u[east] + u[south] - 3*u); }";
static const char coefficient[] = "stencil coefficient { in c, u; out n; n = u + 0.125*c*(u[west] - 2*u + u[east]) + 0.0625*u[below]; }";

static const struct {
	const char *text, *options;
	int steps; /* of a launch */
} levels_of_time[] = {
	{ wave, "steps-per-launch=2 swap=n:u:old access=temporal", 2 },
	{ wave, "steps-per-launch=3 swap=n:u:old", 3 },
	{ flat, "swap=n:u:old steps-per-launch=2", 2 },
	{ flat, "swap=n:u:old steps-per-launch=4 access=temporal_warp points-per-thread=1", 4 },
};

/* Launches leave what single steps do, in the arrays that they exchange. */
START_TEST(several_levels_of_time_have_a_further_field)
{
	const int launches = 3, steps = levels_of_time[_i].steps;
	char options[200] = "backend=host ";
	struct stencil_plan *single = stencil_plan_create_text(levels_of_time[_i].text, NULL, &shape, options, 0, &error);
	struct stencil_plan *several = stencil_plan_create_text(levels_of_time[_i].text, NULL, &shape,
		strcat(options, levels_of_time[_i].options), 0, &error);
	double *of_single[] = { new_array(1), new_array(2), new_array(3) };                 /* u, old, n */
	double *of_several[] = { new_array(1), new_array(2), new_array(3), new_array(4) };  /* the last: old_next */
	struct stencil_field field;

	ck_assert_msg(several != NULL, "%s", error.text);
	ck_assert_int_eq(stencil_plan_field_count(several), 4);
	ck_assert_int_eq(stencil_plan_field(several, 3, &field), 0);
	ck_assert_str_eq(field.name, "old_next");
	ck_assert_int_eq(field.role, STENCIL_ROLE_OUT);
	ck_assert_int_eq((int)field.bytes, N*(int)sizeof (double));
	for (int step = 0; step < launches*steps; step++) {
		execute(single, of_single);
		exchange(&of_single[1], &of_single[0]);
		exchange(&of_single[0], &of_single[2]);
	}
	for (int launch = 0; launch < launches; launch++) {
		execute(several, of_several);
		exchange(&of_several[0], &of_several[2]);
		exchange(&of_several[1], &of_several[3]);
	}
	ck_assert_int_eq(memcmp(of_single[0], of_several[0], N*sizeof (double)), 0);
	ck_assert_int_eq(memcmp(of_single[1], of_several[1], N*sizeof (double)), 0);
	for (int f = 0; f < COUNT(of_several); f++)
		free(of_several[f]);
	for (int f = 0; f < COUNT(of_single); f++)
		free(of_single[f]);
	stencil_plan_destroy(single);
	stencil_plan_destroy(several);
}
END_TEST

START_TEST(a_field_that_leaves_a_choice_is_named)
{
	struct stencil_plan *single = stencil_plan_create_text(coefficient, NULL, &shape, "backend=host", 0, &error);
	struct stencil_plan *several = stencil_plan_create_text(coefficient, NULL, &shape, "backend=host steps-per-launch=2 swap=n:u", 0, &error);
	double *of_single[] = { new_array(1), new_array(2), new_array(2) }, *of_several[] = { new_array(1), new_array(2), new_array(2) };

	ck_assert_msg(several != NULL, "%s", error.text);
	ck_assert_str_eq(stencil_plan_kernel(several), "coefficient_regular_temporal_steps2_n_u");
	ck_assert_int_eq(stencil_plan_field_count(several), 3);
	execute(single, of_single);
	exchange(&of_single[1], &of_single[2]);
	execute(single, of_single);
	execute(several, of_several);
	ck_assert_int_eq(memcmp(of_single[2], of_several[2], N*sizeof (double)), 0);
	for (int f = 0; f < COUNT(of_single); f++) {
		free(of_several[f]);
		free(of_single[f]);
	}
	stencil_plan_destroy(single);
	stencil_plan_destroy(several);
}
END_TEST

static const struct {
	const char *text, *options, *said;
} wrong[] = {
	{ coefficient, "swap=n:u", "option swap is for launches of several steps: give steps-per-launch, too" },
	{ coefficient, "steps-per-launch=2", "'coefficient' has several fields like 'n': give swap=n:c if the next step reads 'n' as 'c'" },
	{ coefficient, "steps-per-launch=2 swap=u:n", "option swap=u:n: write OUT:IN, an out and an in field, or NEW:NOW:OLD, an out and in fields" },
	{ coefficient, "steps-per-launch=2 swap=", "option swap has no value" },
};

START_TEST(wrong_fields_are_refused)
{
	char options[200] = "backend=host ";

	ck_assert_ptr_null(stencil_plan_create_text(wrong[_i].text, NULL, &shape, strcat(options, wrong[_i].options), 0, &error));
	ck_assert_int_eq(strncmp(error.text, wrong[_i].said, strlen(wrong[_i].said)), 0);
	ck_assert_int_eq(error.code, STENCIL_CODE_ARGUMENT);
}
END_TEST

Suite *
library_steps_suite(void)
{
	Suite *suite = suite_create("library_steps");
	TCase *tests = tcase_create("library_steps");

	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, several_levels_of_time_have_a_further_field, 0, COUNT(levels_of_time));
	tcase_add_test(tests, a_field_that_leaves_a_choice_is_named);
	tcase_add_loop_test(tests, wrong_fields_are_refused, 0, COUNT(wrong));
	suite_add_tcase(suite, tests);
	return suite;
}
