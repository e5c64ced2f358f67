/* Whether a comparison sees every mistake that a kernel can make. */

#include "tests/unit/runtime/problem/laid_out.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *compare_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

START_TEST(right_results_are_good)
{
	struct trial t;
	struct plane_device *x;
	struct verdict v;
	struct error error;
	int written = 0;

	open_memory(&t, _i, false);
	x = lay_out(&t, _i);
	for (const struct field *f = t.stencil->fields; f; f = f->next)
		written += f->role != ROLE_IN;
	v = run_and_compare(x);
	ck_assert_msg(verdict_is_good(&v), "%s", v.first);
	ck_assert_double_eq(v.different, 0);
	ck_assert_double_eq(v.points, written*problem_points(t.problem));
	for (const struct field *f = t.stencil->fields; f; f = f->next)
		if (f->role != ROLE_IN) {
			ck_assert(plane_fetch(&x->binding, f, t.problem->fields[f->index], &error));
			ck_assert_mem_eq(t.problem->fields[f->index], t.problem->expected[f->index],
				problem_elements(t.problem, f)*field_element(f));
		}
	binding_free(x);
	close_trial(&t);
}
END_TEST

START_TEST(nothing_written_is_wrong)
{
	struct trial t;
	struct plane_device *x;
	struct verdict v;

	open_memory(&t, _i, false);
	x = lay_out(&t, _i);
	fake_task.idle = true;
	v = run_and_compare(x);
	ck_assert(!verdict_is_good(&v));
	/* The sponge leaves the wind as it is at most levels. */
	if (strcmp(t.stencil->name, "sponge"))
		ck_assert_double_eq(v.different, v.points);
	binding_free(x);
	close_trial(&t);
}
END_TEST

/* At each cell of the domain, the halo and beyond, the lowest bit counts. */
START_TEST(every_cell_counts)
{
	const struct field *f;
	struct trial t;
	struct plane_device *e;

	open_memory(&t, _i, false);
	e = lay_out(&t, _i);
	f = last_written(&t);
	for (int z = 0; z < Z; z++)
		for (int y = 0; y < Y; y++)
			for (int x = 0; x < X; x++) {
				const size_t size = field_element(f), i = index_of(t.problem, x, y, z);
				const char *expected = t.problem->expected[f->index];

				fake_task.field = f;
				fake_task.element = memory_place(e, x, y, z);
				memcpy(fake_task.bytes, expected + i*size, size);
				fake_task.bytes[0] ^= 1;
				expect_difference(e, point_text(&t.arena, f, x, y, z));
			}
	binding_free(e);
	close_trial(&t);
}
END_TEST

START_TEST(padding_counts)
{
	const struct field *f;
	struct trial t;
	struct plane_device *e;
	bool *used;
	size_t count, padding = 0;

	open_memory(&t, _i, false);
	e = lay_out(&t, _i);
	f = first_written(&t);
	count = memory_elements(e);
	used = calloc(count, sizeof *used);
	for (int z = 0; z < Z; z++)
		for (int y = 0; y < Y; y++)
			for (int x = 0; x < X; x++)
				used[memory_place(e, x, y, z)] = true;
	for (size_t i = 0; i < count; i++)
		if (!used[i]) {
			set_task(f, i, padding++ % 2 ? 0 : 1.5);
			expect_difference(e, arena_printf(&t.arena, "%s: padding is overwritten with ", f->name));
		}
	ck_assert_uint_gt(padding, 0);
	free(used);
	binding_free(e);
	close_trial(&t);
}
END_TEST

/* Opens a memory in which this is expected there, and the kernel writes that. */
static struct plane_device *
contrast(struct trial *t, int i, double expected, double got)
{
	const struct field *f;
	struct plane_device *x;

	open_memory(t, i, false);
	f = first_written(t);
	put_number(f, t->problem->expected[f->index], index_of(t->problem, AT_X, AT_Y, AT_Z), expected);
	x = lay_out(t, i);
	set_task(f, memory_place(x, AT_X, AT_Y, AT_Z), got);
	return x;
}

static const struct {
	double expected, got;
	bool good;
} contrasts[] = {
	{ 0.0, 0.0, true },
	{ 0.0, -0.0, false },
	{ -0.0, 0.0, false },
	{ -0.0, -0.0, true },
	{ NAN, NAN, true },
	{ NAN, -NAN, true },
	{ -NAN, NAN, true },
	{ NAN, 0, false },
	{ NAN, INFINITY, false },
	{ 0, NAN, false },
	{ INFINITY, INFINITY, true },
	{ INFINITY, -INFINITY, false },
	{ INFINITY, 1e30, false },
};

START_TEST(special_numbers_are_told_apart)
{
	for (int i = 0; i < COUNT(contrasts); i++) {
		struct trial t;
		struct plane_device *x = contrast(&t, _i, contrasts[i].expected, contrasts[i].got);
		const struct verdict v = run_and_compare(x);

		ck_assert_msg(v.different == !contrasts[i].good, "%g expected, got %g: %g differ, %s",
			contrasts[i].expected, contrasts[i].got, v.different, v.first);
		binding_free(x);
		close_trial(&t);
	}
}
END_TEST

/* A point that should be NaN and was not written. */
START_TEST(not_written_is_no_nan)
{
	const struct field *f;
	struct trial t;
	struct plane_device *x = contrast(&t, _i, NAN, 0);
	struct verdict v;

	f = first_written(&t);
	if (f->role == ROLE_OUT) {
		memcpy(fake_task.bytes, t.problem->fields[f->index], field_element(f));
		v = run_and_compare(x);
		ck_assert_double_eq(v.different, 1);
	}
	binding_free(x);
	close_trial(&t);
}
END_TEST

/* A launch without bounds checks computes cells outside the domain, from what
 * happens to be there: wherever it writes, that shows. */
START_TEST(arithmetic_with_padding_shows)
{
	const struct field *f, *in;
	struct trial t;
	struct plane_device *x;
	bool *used;

	open_memory(&t, _i, false);
	x = lay_out(&t, _i);
	f = first_written(&t);
	for (in = t.stencil->fields; in && (in->role != ROLE_IN || in->shape != SHAPE_POINT
			|| in->type != f->type); in = in->next)
		;
	used = calloc(memory_elements(x), sizeof *used);
	for (int c = 0; c < X*Y*Z; c++)
		used[memory_place(x, c % X, c/X % Y, c/X/Y)] = true;
	for (size_t i = 0; in && i < memory_elements(x); i++)
		if (!used[i]) {
			const double sum = element_number(in, memory_element(x, x->binding.fields, in, i), 0) + 1;

			set_task(f, i, sum);
			ck_assert_msg(run_and_compare(x).different == 1, "a sum with padding passes for padding");
			set_task(f, memory_place(x, 0, 0, 0), sum);
			ck_assert_msg(f->role != ROLE_OUT || t.stencil->border.low[0] == 0
				|| run_and_compare(x).different == 1, "a sum with padding passes for a halo");
			break;
		}
	free(used);
	binding_free(x);
	close_trial(&t);
}
END_TEST

Suite *
compare_suite(void)
{
	Suite *suite = suite_create("compare");
	TCase *tests = tcase_create("compare");

	tcase_add_loop_test(tests, right_results_are_good, 0, MEMORIES*STORAGE_COUNT);
	tcase_add_loop_test(tests, nothing_written_is_wrong, 0, MEMORIES*STORAGE_COUNT);
	tcase_add_loop_test(tests, every_cell_counts, 0, MEMORIES*STORAGE_COUNT);
	tcase_add_loop_test(tests, padding_counts, 0, MEMORIES*STORAGE_COUNT);
	tcase_add_loop_test(tests, special_numbers_are_told_apart, 0, MEMORIES*STORAGE_COUNT);
	tcase_add_loop_test(tests, not_written_is_no_nan, 0, MEMORIES*STORAGE_COUNT);
	tcase_add_loop_test(tests, arithmetic_with_padding_shows, 0, MEMORIES*STORAGE_COUNT);
	suite_add_tcase(suite, tests);
	return suite;
}
