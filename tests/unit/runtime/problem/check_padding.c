/* Levels innermost: which padding a GPU updates like levels, and what of it a comparison accepts. */

#include "generator/variants/defaults.h"
#include "runtime/device/cpu.h"
#include "tests/unit/runtime/problem/laid_out.h"

#include <check.h>
#include <string.h>

Suite *padding_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

/* Levels with the halo, and how many a launch takes for them. */
static const struct {
	const char *stencil;
	enum type precision;
	enum target target;
	int levels, launched;
} columns[] = {
	/* Up to the end of a sector of 32 bytes. */
	{ "laplap", TYPE_DOUBLE, TARGET_cuda, 90, 92 }, { "laplap", TYPE_DOUBLE, TARGET_hip, 65, 68 },
	{ "laplap", TYPE_FLOAT, TARGET_cuda, 90, 96 }, { "laplap", TYPE_FLOAT, TARGET_cuda, 65, 72 },
	{ "hdiff", TYPE_DOUBLE, TARGET_cuda, 31, 32 }, { "upwind", TYPE_DOUBLE, TARGET_cuda, 31, 32 },
	/* They end with one; more than an eighth would be for nothing. */
	{ "laplap", TYPE_DOUBLE, TARGET_cuda, 64, 64 }, { "laplap", TYPE_DOUBLE, TARGET_cuda, 5, 5 },
	{ "laplap", TYPE_DOUBLE, TARGET_cuda, 17, 17 },
	/* A halo lies above, a profile has no padding, CPUs write lines of their caches. */
	{ "fastwaves", TYPE_DOUBLE, TARGET_cuda, 65, 65 }, { "sponge", TYPE_DOUBLE, TARGET_cuda, 65, 65 },
	{ "laplap", TYPE_DOUBLE, TARGET_openmp, 65, 65 },
};

static struct plane_device *
open_columns(struct trial *t, int i)
{
	const struct variant variant = {
		.target = columns[i].target, .storage = STORAGE_chasing, .access = ACCESS_idxvar, .levels = LEVELS_INNERMOST,
		.precision = columns[i].precision,
	};
	const struct order order = { .kind = ORDER_HILBERT };
	struct error error = { 0 };
	struct plane_device *x;
	struct grid *grid;

	open_trial(t, columns[i].stencil, columns[i].precision, X, Y, columns[i].levels);
	problem_fill(t->problem, 1);
	ck_assert_msg(problem_solve(t->problem, false, &error), "%s", error.text);
	grid = plane_grid(&t->arena, t->problem, &variant, &order, 128, &error);
	ck_assert_msg(grid != NULL, "%s", error.text);
	x = plane_device_create(&cpu_device, t->problem, LAYOUT_soa, grid, &error);
	ck_assert_msg(x && binding_save(&x->binding, &error), "%s", error.text);
	memset(&fake_task, 0, sizeof fake_task);
	return x;
}

static void
expect_equal(struct plane_device *x)
{
	const struct verdict verdict = run_and_compare(x);

	ck_assert_msg(verdict_is_good(&verdict), "%s", verdict.first);
}

START_TEST(launches_end_with_a_sector)
{
	struct trial t;
	struct plane_device *x = open_columns(&t, _i);
	const int more = columns[_i].launched - columns[_i].levels;

	ck_assert_int_eq(x->view.levels, columns[_i].launched);
	ck_assert_int_eq(x->view.top, x->layout.grid->view.top + more);
	ck_assert_int_eq(x->view.bottom, x->layout.grid->view.bottom);
	ck_assert_int_le(x->view.levels, x->view.pitch);
	ck_assert_int_eq(x->layout.grid->view.levels, columns[_i].levels);
	binding_free(x);
	close_trial(&t);
}
END_TEST

/* Each element behind a column's levels may be written if a launch updates it, and by no means else. */
START_TEST(other_padding_counts)
{
	struct trial t;
	struct plane_device *x = open_columns(&t, _i);
	const struct field *f = last_written(&t);
	const struct stencil_grid *view = &x->view;

	for (int c = view->first ? view->first - 1 : 0; c < view->first + 2; c++)
		for (int k = columns[_i].levels; k < view->pitch; k++) {
			set_task(f, (size_t)c*(size_t)view->pitch + (size_t)k, 1.5);
			if (c >= view->first && k < columns[_i].launched)
				expect_equal(x);
			else
				expect_difference(x, arena_printf(&t.arena, "%s: padding is overwritten with ", f->name));
		}
	binding_free(x);
	close_trial(&t);
}
END_TEST

/* A block has threads for all levels that are updated. */
START_TEST(blocks_take_whole_columns)
{
	const struct variant variant = {
		.target = TARGET_cuda, .storage = STORAGE_chasing, .access = ACCESS_cluster, .levels = LEVELS_INNERMOST,
		.precision = TYPE_DOUBLE,
	};
	struct trial t;
	int block[3];

	open_trial(&t, "laplap", TYPE_DOUBLE, X, Y, Z);
	usual_block(t.plan, &variant, 15, block);
	ck_assert_int_eq(block[0], 16);
	usual_block(t.plan, &variant, 13, block);
	ck_assert_int_eq(block[0], 13);
	close_trial(&t);
}
END_TEST

Suite *
padding_suite(void)
{
	Suite *suite = suite_create("padding");
	TCase *tests = tcase_create("padding");

	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, launches_end_with_a_sector, 0, COUNT(columns));
	tcase_add_loop_test(tests, other_padding_counts, 0, COUNT(columns));
	tcase_add_test(tests, blocks_take_whole_columns);
	suite_add_tcase(suite, tests);
	return suite;
}
