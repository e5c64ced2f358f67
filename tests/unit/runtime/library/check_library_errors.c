/* What libstencil refuses, and how it says so. */

#include "runtime/library/stencil.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

Suite *library_errors_suite(void);

#define REFUSES(call, said) \
	ck_assert_int_eq(call, STENCIL_CODE_ARGUMENT); \
	ck_assert_str_eq(error.text, said)

enum { X = 12, Y = 10, Z = 3 };

static struct stencil_error error;
static const struct stencil_shape usual = { .size = { X, Y, Z } };

static struct stencil_plan *
laplap(const char *options)
{
	return stencil_plan_create("stencils/laplap.stencil", NULL, &usual, options, 0, &error);
}

START_TEST(guards_need_a_domain)
{
	static const char stencil[] = "stencil s { in a; out o; o = below < 2 ? a[above] : west == 0 ? a[east] : a[below]; }";
	const struct {
		struct stencil_shape shape;
		const char *said; /* NULL: it is good */
	} shapes[] = {
		{ { .size = { 2, 1, 3 } }, NULL },
		{ { .size = { 2, 1, 2 } }, "the domain of 's' needs at least 3 levels; it has 2" },
		{ { .size = { 1, 1, 3 } }, "the domain of 's' needs at least 2 columns; it has 1" },
		{ { .size = { 4, 3, 3 }, .low = { 1, 1, 0 }, .high = { 2, 1, 0 } },
			"the domain of 's' needs at least 2 columns; it has 1" },
	};

	for (int i = 0; i < (int)(sizeof shapes/sizeof *shapes); i++) {
		struct stencil_plan *plan = stencil_plan_create_text(stencil, NULL, &shapes[i].shape, "backend=openmp", 0,
			&error);

		if (!shapes[i].said)
			ck_assert_ptr_nonnull(plan);
		else
			ck_assert_str_eq(error.text, shapes[i].said);
		stencil_plan_destroy(plan);
	}
}
END_TEST

START_TEST(shapes_and_options_are_checked)
{
	static const struct {
		struct stencil_shape shape;
		const char *options, *said;
	} wrong[] = {
		{ { .size = { 0, 10, 3 } }, "", "the size in x is 0, expected 1 to 1073741824" },
		{ { .size = { 12, -1, 3 } }, "", "the size in y is -1, expected 1 to 1073741824" },
		{ { .size = { 12, 4, 3 } }, "", "nothing to compute: the size in y is 4, all of it halo (2 + 2)" },
		{ { .size = { 12, 10, 3 }, .low = { 2, 2, 0 }, .high = { 2, 1, 0 } }, "",
			"the halo in y is 2 and 1, but 'laplap' needs 2 and 2" },
		{ { .size = { 12, 10, 3 }, .row = 11 }, "",
			"rows of 12 and levels of 12x10 points overlap: they are 11 and 110 elements apart" },
		{ { .size = { 12, 10, 3 }, .level = 119 }, "",
			"rows of 12 and levels of 12x10 points overlap: they are 12 and 119 elements apart" },
		{ { .size = { 1 << 20, 1 << 20, 3 } }, "",
			"levels are 1099511627776 elements apart: distances to those in the halo must fit an int" },
		{ { .size = { 12, 10, 3 }, .row = 12 }, "storage=chasing",
			"storage chasing: there are no rows, and the library sets all strides: leave row, level and pitch at 0" },
		{ { .size = { 12, 10, 3 } }, "storage=chasing order=diagonal",
			"'diagonal' is no order: use row, zcurve[:WIDTH], hilbert or random[:SEED]" },
		{ { .size = { 12, 10, 3 } }, "backend", "option 'backend': write NAME=VALUE" },
		{ { .size = { 12, 10, 3 } }, "acess=naive", "unknown option 'acess'; did you mean 'access'?" },
		{ { .size = { 12, 10, 3 } }, "precision=half", "unknown precision 'half'" },
		{ { .size = { 12, 10, 3 } }, "low=double", "unknown type of low fields 'double'" },
		{ { .size = { 12, 10, 3 } }, "levels-per-thread=0", "option levels-per-thread accepts a number from 1 to " },
		{ { .size = { 12, 10, 3 } }, "access=all", "choose one storage and one access" },
		{ { .size = { 12, 10, 3 } }, "access=teleport", "unknown access 'teleport'" },
		{ { .size = { 12, 10, 3 } }, "block=big", "'big' is no block size: write it as 64x2x1" },
		{ { .size = { 13, 10, 3 } }, "backend=host access=wide points-per-thread=2",
			"access wide loads 2 points at once: the first inner point, rows and levels must start at multiples" },
		{ { .size = { 12, 10, 3 } }, "backend=host storage=chasing_constant",
			"storage chasing_constant stores its table in constant memory" },
	};
	char options[128];

	snprintf(options, sizeof options, "%s %s", strstr(wrong[_i].options, "host") ? "" : "backend=openmp", wrong[_i].options);
	ck_assert_ptr_null(stencil_plan_create("stencils/laplap.stencil", NULL, &wrong[_i].shape, options, 0, &error));
	ck_assert_int_eq(error.code, STENCIL_CODE_ARGUMENT);
	ck_assert_msg(!strncmp(error.text, wrong[_i].said, strlen(wrong[_i].said)), "%s", error.text);
}
END_TEST

START_TEST(errors_of_a_stencil_are_told_with_their_places)
{
	static const char broken[] = "stencil s {\n    in a;\n    out b;\n    b = a + c;\n    d = ;\n}\n";
	static const char two[] = "stencil one { in a; out b; b = a; } stencil two { in a; out b; b = a; }";

	ck_assert_ptr_null(stencil_plan_create_text(broken, NULL, NULL, NULL, 0, &error));
	ck_assert_int_eq(error.code, STENCIL_CODE_SOURCE);
	ck_assert_ptr_nonnull(strstr(error.text, "text:5:9: error: "));
	ck_assert_ptr_nonnull(strstr(error.text, "\n    5 |     d = ;\n"));
	ck_assert_int_ne(error.text[strlen(error.text) - 1], '\n');
	ck_assert_ptr_null(stencil_plan_create_text(two, NULL, NULL, NULL, 0, &error));
	ck_assert_str_eq(error.text, "text has 2 stencils, choose one: one, two");
	ck_assert_ptr_null(stencil_plan_create_text(two, "three", NULL, NULL, 0, &error));
	ck_assert_str_eq(error.text, "text has no stencil 'three' (there are: one, two)");
	ck_assert_ptr_null(stencil_plan_create("nowhere.stencil", NULL, NULL, NULL, 0, &error));
	ck_assert_int_eq(error.code, STENCIL_CODE_UNAVAILABLE);
	ck_assert_ptr_nonnull(strstr(error.text, "nowhere.stencil: error: "));
	ck_assert_ptr_null(stencil_plan_create("-", NULL, NULL, NULL, 0, &error));
	ck_assert_ptr_nonnull(strstr(error.text, "./-: error: "));
	ck_assert_ptr_null(stencil_plan_create(NULL, NULL, NULL, NULL, 0, &error));
	ck_assert_ptr_null(stencil_plan_create_text(NULL, NULL, NULL, NULL, 0, NULL));
	stencil_plan_destroy(NULL);
}
END_TEST

START_TEST(options_are_for_the_chosen_stencil)
{
	static const char both[] = "stencil one { in a; out b; t = a*a; b = t[east] - t; } stencil two { in a; out b; b = a; }";
	struct stencil_plan *plan = stencil_plan_create_text(both, "one", NULL, "store=t", 0, &error);

	ck_assert_msg(plan != NULL, "%s", error.text);
	stencil_plan_destroy(plan);
	ck_assert_ptr_null(stencil_plan_create_text(both, "two", NULL, "store=t", 0, &error));
	ck_assert_ptr_nonnull(strstr(error.text, "'two' has no such temporary"));
	ck_assert_ptr_null(stencil_plan_create_text(both, NULL, NULL, "store=t", 0, &error));
	ck_assert_str_eq(error.text, "text has 2 stencils, choose one: one, two");
}
END_TEST

START_TEST(plan_without_a_shape_tells_of_fields_and_params)
{
	struct stencil_plan *plan = stencil_plan_create("stencils/sponge.stencil", NULL, NULL, NULL, 0, &error);
	struct stencil_field field;
	struct stencil_param param;
	int low[3], high[3];

	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_str_eq(stencil_plan_name(plan), "sponge");
	ck_assert_ptr_null(stencil_plan_kernel(plan));
	ck_assert_ptr_null(stencil_plan_backend(plan));
	ck_assert_ptr_null(stencil_plan_device(plan));
	ck_assert_ptr_null(stencil_plan_positions(plan));
	ck_assert_int_gt(stencil_plan_field_count(plan), 2);
	for (int i = 0; i < stencil_plan_field_count(plan); i++) {
		ck_assert_int_eq(stencil_plan_field(plan, i, &field), 0);
		ck_assert_int_eq(field.type, STENCIL_TYPE_DOUBLE);
		ck_assert_int_ge(field.dimensions, 1);
	}
	ck_assert_int_eq(stencil_plan_field(plan, stencil_plan_field_count(plan), &field), STENCIL_CODE_ARGUMENT);
	ck_assert_int_eq(stencil_plan_field(plan, -1, &field), STENCIL_CODE_ARGUMENT);
	ck_assert_int_eq(stencil_plan_param_at(plan, 0, &param), 0);
	ck_assert_int_eq(stencil_plan_param_at(plan, 99, &param), STENCIL_CODE_ARGUMENT);
	stencil_plan_halo(plan, low, high);
	ck_assert_int_eq(low[0], 0);
	ck_assert_str_eq(stencil_status_text(plan, stencil_execute(plan, NULL)), "a field was not bound");
	ck_assert_str_eq(stencil_status_text(plan, stencil_execute_on(plan, NULL, NULL, NULL)),
		"the plan was made without a shape");
	ck_assert_int_eq(stencil_plan_bind(plan, field.name, low, 12, &error), STENCIL_CODE_ARGUMENT);
	ck_assert_str_eq(error.text, "the plan was made without a shape");
	stencil_plan_destroy(plan);
}
END_TEST

START_TEST(arrays_that_do_not_fit_are_refused)
{
	static double memory[2*X*Y*Z + 1];
	static const long long shape[] = { Z, Y, X }, wrong_shape[] = { Z, Y, X - 1 }, strides[] = { X*Y, X, 1 },
		wrong_strides[] = { 1, Z, Z*Y };
	const size_t bytes = sizeof (double)*X*Y*Z;
	struct stencil_plan *plan = laplap("backend=openmp");

	ck_assert_msg(plan != NULL, "%s", error.text);
	REFUSES(stencil_plan_bind(plan, "sorc", memory, bytes, &error), "'laplap' has no field 'sorc'; did you mean 'src'?");
	REFUSES(stencil_plan_bind(plan, NULL, memory, bytes, &error), "no field is named");
	REFUSES(stencil_plan_bind(plan, "src", NULL, bytes, &error), "field 'src': a null pointer");
	REFUSES(stencil_plan_bind(plan, "src", (char *)memory + 4, bytes, &error),
		"field 'src': the pointer is not aligned to 8 bytes");
	REFUSES(stencil_plan_bind(plan, "src", memory, bytes - 8, &error),
		"field 'src': the array has 2872 bytes, expected 2880");
	REFUSES(stencil_plan_bind(plan, "src", memory, 2*bytes, &error),
		"field 'src': the array has 5760 bytes, expected 2880");
	REFUSES(stencil_plan_bind_array(plan, "src", memory, STENCIL_TYPE_FLOAT, 3, shape, NULL, &error),
		"field 'src' is double, the array is float");
	REFUSES(stencil_plan_bind_array(plan, "src", memory, 7, 3, shape, NULL, &error),
		"field 'src' is double, the array is something else");
	REFUSES(stencil_plan_bind_array(plan, "src", memory, STENCIL_TYPE_DOUBLE, 2, shape, NULL, &error),
		"field 'src' has 3 dimensions, the array has 2");
	REFUSES(stencil_plan_bind_array(plan, "src", memory, STENCIL_TYPE_DOUBLE, 3, wrong_shape, NULL, &error),
		"field 'src': dimension 2 of the array is 11, expected 12");
	REFUSES(stencil_plan_bind_array(plan, "src", memory, STENCIL_TYPE_DOUBLE, 3, shape, wrong_strides, &error),
		"field 'src': in dimension 2 elements of the array are 30 apart, expected 1");
	REFUSES(stencil_plan_bind_array(plan, "src", memory, STENCIL_TYPE_BOOL, 3, shape, NULL, &error),
		"field 'src' is double, the array is bool");
	REFUSES(stencil_plan_param(plan, "dt", 1, &error), "'laplap' has no param 'dt'");
	REFUSES(stencil_plan_param(plan, NULL, 1, &error), "no param is named");
	ck_assert_int_eq(stencil_plan_bind_array(plan, "src", memory, STENCIL_TYPE_DOUBLE, 3, shape, strides, NULL), 0);
	ck_assert_str_eq(stencil_status_text(plan, stencil_execute(plan, NULL)), "a field was not bound");
	ck_assert_int_eq(stencil_plan_bind(plan, "dst", memory + X*Y*Z, bytes, &error), 0);
	ck_assert_int_eq(stencil_execute(plan, NULL), 0);
	ck_assert_int_eq(stencil_plan_bind(plan, "dst", memory + X*Y*Z - 1, bytes, &error), 0);
	ck_assert_str_eq(stencil_status_text(plan, stencil_execute(plan, NULL)),
		"field 'dst', which is written, shares memory with field 'src': give each an array of its own");
	ck_assert_int_eq(stencil_plan_bind(plan, "src", memory + X*Y*Z, bytes, &error), 0);
	ck_assert_int_eq(stencil_plan_bind(plan, "dst", memory, bytes, &error), 0);
	ck_assert_int_eq(stencil_execute(plan, NULL), 0);
	ck_assert_str_eq(stencil_status_text(plan, stencil_execute_on(plan, (void *[]){ memory, memory }, NULL, NULL)),
		"field 'dst', which is written, shares memory with field 'src': give each an array of its own");
	ck_assert_int_eq(stencil_execute_on(plan, (void *[]){ memory, NULL }, NULL, NULL), -1);
	ck_assert_ptr_nonnull(strstr(stencil_status_text(plan, -1), "null pointer"));
	stencil_plan_destroy(plan);
}
END_TEST

START_TEST(params_are_checked)
{
	static const char text[] = "stencil s { in a; out b; param int n; param float x = 2; b = a*n*x; }";
	static double memory[2*X*Y*Z];
	const size_t bytes = sizeof memory/2;
	struct stencil_plan *plan = stencil_plan_create_text(text, NULL, &usual, "backend=openmp", 0, &error);
	struct stencil_param param;

	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_int_eq(stencil_plan_bind(plan, "a", memory, bytes, &error), 0);
	ck_assert_int_eq(stencil_plan_bind(plan, "b", memory + X*Y*Z, bytes, &error), 0);
	ck_assert_str_eq(stencil_status_text(plan, stencil_execute(plan, NULL)), "a param has no default and was not set");
	REFUSES(stencil_plan_param(plan, "n", 0.5, &error), "param n needs a whole number, not 0.5");
	REFUSES(stencil_plan_param(plan, "n", 1e9, &error), "param n needs a whole number from -100000000 to 100000000, not 1e+09");
	REFUSES(stencil_plan_param(plan, "x", 1e300, &error), "param x needs a number that a float can hold, not 1e+300");
	ck_assert_int_eq(stencil_plan_param(plan, "n", 3, &error), 0);
	ck_assert_int_eq(stencil_plan_param_at(plan, 0, &param), 0);
	ck_assert(param.is_set && param.value == 3 && param.type == STENCIL_TYPE_INT);
	memory[0] = 7;
	ck_assert_int_eq(stencil_execute(plan, NULL), 0);
	ck_assert_double_eq(memory[X*Y*Z], 42);
	stencil_plan_destroy(plan);
}
END_TEST

/* Rows of one array that belong to two fields, one beside, above or among the other: they share elements, or none. The expected
 * answer counts the elements of both. */
static const struct {
	int row, level; /* elements from one to the next */
	int at;         /* where the second field begins */
} interleaved[] = {
	{ 24, 240, 12 }, { 24, 240, 11 }, { 24, 240, 13 }, { 24, 240, 0 }, { 12, 240, 120 }, { 12, 240, 119 }, { 12, 240, 108 },
	{ 12, 240, 239 }, { 12, 240, 241 }, { 24, 120*4, 240 }, { 24, 120*4, 240 - 13 }, { 24, 120*4, 240 - 12 }, { 24, 120*4, 252 },
	{ 24, 500, 12 + 500 }, { 24, 500, 13 + 500 }, { 24, 500, 500*2 - 12 }, { 24, 500, 500*3 }, { 24, 500, 260 }, { 24, 500, 255 },
};

START_TEST(arrays_may_be_interleaved)
{
	enum { IX = 12, IY = 10, IZ = 4, ALL = 500*8 };
	static double memory[ALL];
	static unsigned char taken[ALL];
	const int row = interleaved[_i].row, level = interleaved[_i].level, at = interleaved[_i].at;
	const struct stencil_shape shape = { .size = { IX, IY, IZ }, .row = row, .level = level };
	stencil_plan *plan = stencil_plan_create("stencils/laplap.stencil", NULL, &shape, "backend=openmp", 0, &error);
	int both = 0, status;

	ck_assert_msg(plan != NULL, "%s", error.text);
	memset(taken, 0, sizeof taken);
	for (int i = 0; i < IX*IY*IZ; i++)
		taken[i/(IX*IY)*level + i/IX % IY*row + i % IX] = 1;
	for (int i = 0; i < IX*IY*IZ; i++)
		both += taken[at + i/(IX*IY)*level + i/IX % IY*row + i % IX];
	for (int turn = 0; turn < 2; turn++) {
		void *const fields[] = { memory + (turn ? at : 0), memory + (turn ? 0 : at) };

		status = stencil_execute_on(plan, fields, NULL, NULL);
		ck_assert_msg(!status == !both, "%d elements are of both, but: %s", both, stencil_status_text(plan, status));
	}
	stencil_plan_destroy(plan);
}
END_TEST

/* A scalar is an array without dimensions, or of one element. */
START_TEST(scalars_have_no_dimensions_or_one_element)
{
	static const char text[] = "stencil s { in u; in scalar k; out v; v = k*u; }";
	const struct stencil_shape shape = { .size = { 3, 1, 1 } };
	stencil_plan *plan = stencil_plan_create_text(text, NULL, &shape, "backend=openmp", 0, &error);
	double u[] = { 1, 2, 3 }, v[3], k = 4;

	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_int_eq(stencil_plan_bind_array(plan, "k", &k, STENCIL_TYPE_DOUBLE, 0, NULL, NULL, &error), 0);
	ck_assert_int_eq(stencil_plan_bind_array(plan, "k", &k, STENCIL_TYPE_DOUBLE, 1, (long long[]){ 1 }, NULL, &error), 0);
	REFUSES(stencil_plan_bind_array(plan, "k", &k, STENCIL_TYPE_DOUBLE, 1, (long long[]){ 2 }, NULL, &error),
		"field 'k' has 0 dimensions, the array has 1");
	ck_assert_int_eq(stencil_execute_on(plan, (void *[]){ u, &k, v }, NULL, NULL), 0);
	ck_assert(v[0] == 4 && v[2] == 12);
	stencil_plan_destroy(plan);
}
END_TEST

Suite *
library_errors_suite(void)
{
	Suite *suite = suite_create("library_errors");
	TCase *tests = tcase_create("library_errors");

	tcase_add_test(tests, guards_need_a_domain);
	tcase_add_loop_test(tests, shapes_and_options_are_checked, 0, 18);
	tcase_add_test(tests, errors_of_a_stencil_are_told_with_their_places);
	tcase_add_test(tests, options_are_for_the_chosen_stencil);
	tcase_add_test(tests, plan_without_a_shape_tells_of_fields_and_params);
	tcase_add_test(tests, arrays_that_do_not_fit_are_refused);
	tcase_add_test(tests, params_are_checked);
	tcase_add_loop_test(tests, arrays_may_be_interleaved, 0, (int)(sizeof interleaved/sizeof *interleaved));
	tcase_add_test(tests, scalars_have_no_dimensions_or_one_element);
	suite_add_tcase(suite, tests);
	return suite;
}
