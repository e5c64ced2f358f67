/* Plans of libstencil: their results are the interpreter's, bit for bit. */

#include "runtime/library/stencil.h"
#include "runtime/problem/sparse_problem.h"
#include "runtime/problem/values.h"
#include "tests/unit/runtime/problem/problem_trial.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *library_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

enum { X = 19, Y = 14, Z = 7 };

static struct stencil_error error;

/* The plan's array with a problem's data at its points; the rest is as marks. To be freed. */
static void *
lay_out(const struct stencil_plan *plan, const struct trial *t, const struct field *f, const void *from)
{
	const int *positions = stencil_plan_positions(plan);
	const size_t width = (size_t)t->problem->size[0];
	const size_t size = field_element(f), plane = shapes[f->shape].axes[0] ? width*(size_t)t->problem->size[1] : 1;
	const size_t levels = shapes[f->shape].axes[2] ? (size_t)t->problem->size[2] + f->where.half : 1;
	struct stencil_field info;
	size_t column = 1;
	int innermost = 0;
	char *to;

	ck_assert_int_eq(stencil_plan_field(plan, f->index, &info), 0);
	if (info.dimensions == 2 && info.axes[0] == -1) {
		innermost = 1;
		column = (size_t)info.strides[0];
	}
	to = aligned_alloc(64, (info.bytes + 63)/64*64);
	memset(to, 0x7f, info.bytes);
	ck_assert_uint_eq(problem_elements(t->problem, f), plane*levels);
	for (size_t z = 0; z < levels; z++)
		for (size_t c = 0; c < plane; c++) {
			const size_t row = plane == 1 ? 0 : positions ? (size_t)positions[c]*column
				: c/width*(size_t)info.strides[info.dimensions - 2] + c % width;
			const size_t level = levels == 1 ? 0 : z*(size_t)info.strides[innermost];

			memcpy(to + (level + row)*size, (const char *)from + (z*plane + c)*size, size);
		}
	return to;
}

static void
set_params(struct stencil_plan *plan, const struct trial *t)
{
	for (const struct param *p = t->stencil->params; p; p = p->next)
		ck_assert_int_eq(stencil_plan_param(plan, p->name, t->problem->params[p->index], &error), 0);
}

/* Executes a plan twice, with bound arrays and with given ones, and compares all of what was written. */
static void
compare(const struct trial *t, struct stencil_plan *plan)
{
	void *arrays[2][32] = { { NULL } };
	struct stencil_field info;

	for (const struct field *f = t->stencil->fields; f; f = f->next) {
		ck_assert_int_eq(stencil_plan_field(plan, f->index, &info), 0);
		ck_assert_str_eq(info.name, f->name);
		for (int i = 0; i < 2; i++)
			arrays[i][f->index] = lay_out(plan, t, f, t->problem->fields[f->index]);
		ck_assert_msg(!stencil_plan_bind(plan, f->name, arrays[0][f->index], info.bytes, &error), "%s",
			error.text);
	}
	set_params(plan, t);
	ck_assert_int_eq(stencil_execute(plan, NULL), 0);
	ck_assert_int_eq(stencil_execute_on(plan, arrays[1], t->problem->params, NULL), 0);
	for (const struct field *f = t->stencil->fields; f; f = f->next) {
		const void *result = f->role == ROLE_IN ? t->problem->fields[f->index] : t->problem->expected[f->index];
		void *expected = lay_out(plan, t, f, result);

		ck_assert_int_eq(stencil_plan_field(plan, f->index, &info), 0);
		for (int i = 0; i < 2; i++) {
			ck_assert_msg(!memcmp(arrays[i][f->index], expected, info.bytes), "%s: %s differs",
				stencil_plan_kernel(plan), f->name);
			free(arrays[i][f->index]);
		}
		free(expected);
	}
}

static const struct {
	const char *stencil, *options;
} planes[] = {
	{ "laplap",    "backend=openmp" },
	{ "hdiff",     "backend=openmp precision=float access=naive" },
	{ "sponge",    "backend=openmp" },
	{ "laplap",    "backend=openmp storage=chasing order=hilbert" },
	{ "hdiff",     "backend=openmp storage=direct_compressed precision=float" },
	{ "fastwaves", "backend=openmp storage=chasing_compressed order=row" },
	{ "sponge",    "backend=openmp storage=chasing levels=innermost" },
	{ "hdiff",     "backend=openmp storage=direct_compressed levels=innermost precision=float order=random:5" },
	{ "sponge",    "backend=host storage=chasing levels=innermost precision=float" },
	{ "fastwaves", "backend=host storage=chasing_compressed levels=innermost block=2x8x1 levels-per-load=1" },
	{ "laplap",    "backend=host storage=direct levels=innermost access=cluster" },
	{ "hdiff",     "backend=host storage=chasing levels=innermost access=cluster order=random:3" },
	{ "laplap",    "backend=host storage=direct access=cluster" },
	{ "hdiff",     "backend=host storage=chasing_compressed access=cluster order=random:3 block=5x3x2 levels-per-thread=2" },
	{ "fastwaves", "backend=host storage=chasing access=cluster precision=float points-per-thread=2" },
	{ "upwind",    "backend=host block=16x2x2 precision=float" },
	{ "sponge",    "backend=host storage=chasing" },
	{ "laplap",    "backend=host storage=chasing_compressed precision=float order=random:3" },
	{ "fastwaves", "backend=host access=tile block=8x4x1" },
	{ "hdiff",     "backend=host access=zloop unroll=2 precision=float block=8x4x1" },
	{ "hdiff",     "backend=openmp store=lap" },
	{ "hdiff",     "backend=host store=lap+flux_x/flux_y storage=chasing precision=float" },
	{ "../stencils/programs/heat_3d", "backend=openmp" },
	{ "../tests/data/programs/versions", "backend=host access=tile" },
	{ "programs/tridiagonal", "backend=host" },
	{ "programs/zdf", "backend=openmp precision=float" },
	{ "programs/shallow", "backend=openmp" },
	{ "../tests/data/programs/swept_neighbours", "backend=host" },
	{ "../tests/data/evaluated/half_levels", "backend=openmp" },
	{ "../tests/data/evaluated/half_levels", "backend=host storage=chasing levels=innermost" },
	{ "../tests/data/evaluated/half_levels", "backend=openmp precision=float storage=chasing order=hilbert" },
	{ "../tests/data/evaluated/half_differences", "backend=host access=tile" },
	{ "../tests/data/evaluated/half_differences", "backend=host storage=chasing levels=innermost access=cluster" },
	{ "../tests/data/evaluated/half_differences", "backend=host storage=chasing access=cluster" },
	{ "../tests/data/evaluated/half_differences", "backend=openmp storage=chasing_compressed levels=innermost precision=float" },
};

START_TEST(planes_equal_the_interpreter)
{
	const char *options = planes[_i].options;
	struct stencil_shape shape = { .size = { X, Y, Z } };
	struct stencil_plan *plan;
	struct trial t;
	struct error why;

	open_trial(&t, planes[_i].stencil, strstr(options, "float") ? TYPE_FLOAT : TYPE_DOUBLE, X, Y, Z);
	problem_fill(t.problem, 7);
	ck_assert(problem_solve(t.problem, false, &why));
	if (!strstr(options, "storage")) {
		shape.row = X + 3;
		shape.level = (X + 3)*(Y + 1) + 5;
	}
	plan = stencil_plan_create(t.unit.source.path, NULL, &shape, options, 0, &error);
	ck_assert_msg(plan != NULL, "%s", error.text);
	compare(&t, plan);
	stencil_plan_destroy(plan);
	close_trial(&t);
}
END_TEST

/* Planes in shared memory are for arrays that are laid out for vectors of 16 bytes, so no plan takes them by itself. */
static const struct {
	const char *stencil, *options, *kernel;
	int row, level;
} wide_stars[] = {
	{ "star25", "backend=host access=planes", "star25_regular_planes", 0, 0 },
	{ "star25", "backend=host access=planes levels-per-thread=16", "star25_regular_planes_levels16", 26, 26*19 },
	{ "star25", "backend=host access=planes precision=float", "star25_regular_planes_float", 0, 0 },
	{ "../tests/data/planes/acoustic", "backend=host access=planes", "acoustic_regular_planes", 24, 24*17 + 2 },
	{ "star25", "backend=host", "star25_regular_idxvar", 0, 0 },
};

START_TEST(plans_have_planes_where_the_caller_asks)
{
	struct stencil_shape shape = { .size = { 24, 17, 72 }, .row = wide_stars[_i].row, .level = wide_stars[_i].level };
	const enum type precision = strstr(wide_stars[_i].options, "float") ? TYPE_FLOAT : TYPE_DOUBLE;
	struct stencil_plan *plan;
	struct trial t;
	struct error why;

	open_trial(&t, wide_stars[_i].stencil, precision, shape.size[0], shape.size[1], shape.size[2]);
	problem_fill(t.problem, 7);
	ck_assert(problem_solve(t.problem, false, &why));
	plan = stencil_plan_create(t.unit.source.path, NULL, &shape, wide_stars[_i].options, STENCIL_PLAN_EXACT, &error);
	ck_assert_msg(plan != NULL, "%s", error.text);
	ck_assert_str_eq(stencil_plan_kernel(plan), wide_stars[_i].kernel);
	compare(&t, plan);
	stencil_plan_destroy(plan);
	close_trial(&t);
}
END_TEST

Suite *
library_suite(void)
{
	Suite *suite = suite_create("library");
	TCase *tests = tcase_create("library");

	tcase_add_loop_test(tests, planes_equal_the_interpreter, 0, COUNT(planes));
	tcase_add_loop_test(tests, plans_have_planes_where_the_caller_asks, 0, COUNT(wide_stars));
	suite_add_tcase(suite, tests);
	return suite;
}
