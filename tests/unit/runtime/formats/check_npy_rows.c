#define _XOPEN_SOURCE 700 /* truncate */

/* Reading rows of .npy files that are opened. */

#include "runtime/formats/npy_rows.h"
#include "runtime/formats/npy_write.h"
#include "tests/unit/runtime/formats/npy_files.h"

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Suite *npy_rows_suite(void);

enum { PLANES = 3, ROWS = 5, COLUMNS = 7, ALL = PLANES*ROWS*COLUMNS };

static const struct npy_rows windows[] = {
	{ 0, ROWS, 0, COLUMNS }, { 1, 4, 0, COLUMNS }, { 0, ROWS, 2, 6 }, { 4, 5, 6, 7 }, { 0, 1, 0, 1 }, { 2, 2, 0, COLUMNS },
	{ 1, 3, 3, 3 },
};
enum { WINDOWS = sizeof windows/sizeof *windows };

static void
write_numbers(int ndim, bool fortran)
{
	double numbers[ALL];
	struct error error;
	struct array npy = { .ndim = ndim, .shape = { PLANES, ROWS, COLUMNS }, .element = sizeof *numbers, .fortran = fortran,
		.data = numbers };

	if (ndim < 3)
		memcpy(npy.shape, (long long[3]){ ndim > 1 ? ROWS : COLUMNS, COLUMNS }, sizeof npy.shape);
	for (int i = 0; i < ALL; i++)
		numbers[i] = i + 1;
	ck_assert(npy_write(npy_path, &npy, &error));
}

/* What is in a window, and nothing else, is read. */
static void
check_window(const struct array *npy, const struct npy_rows *w)
{
	const int rows = npy->ndim > 1 ? ROWS : 1, count = (npy->ndim > 2 ? PLANES : 1)*rows*COLUMNS;
	double *numbers = npy->data;
	struct error error;

	memset(numbers, 0, (size_t)count*sizeof *numbers);
	ck_assert(npy_read_rows(npy_path, npy, w, numbers, &error));
	for (int i = 0; i < count; i++) {
		const int x = i % COLUMNS, y = i/COLUMNS % rows;
		const bool inside = y >= w->begin && y < w->end && x >= w->from && x < w->to;

		ck_assert_msg(numbers[i] == (inside ? i + 1 : 0), "element %d is %g", i, numbers[i]);
	}
}

START_TEST(only_these_rows_are_read)
{
	struct error error;
	struct array npy;

	write_numbers(_i + 1, false);
	ck_assert(npy_open_of(npy_path, NPY_REAL, &npy, &error));
	ck_assert_int_gt(npy.later, 0);
	for (int w = 0; w < WINDOWS; w++)
		if (_i || windows[w].end == 1)
			check_window(&npy, &windows[w]);
	array_free(&npy);
}
END_TEST

/* What is written in pieces is what is written at once. */
START_TEST(only_these_rows_are_written)
{
	double zeros[ALL] = { 0 };
	struct error error;
	struct array npy, blank = { .ndim = 3, .shape = { PLANES, ROWS, COLUMNS }, .element = sizeof *zeros, .data = zeros };

	write_numbers(3, false);
	ck_assert(npy_read_of(npy_path, NPY_REAL, &npy, &error));
	ck_assert(npy_write(npy_path, &blank, &error));
	npy.later = NPY_HEADER_BYTES;
	ck_assert(npy_write_rows(npy_path, &npy, &windows[_i], npy.data, &error));
	array_free(&npy);
	ck_assert(npy_read_of(npy_path, NPY_REAL, &npy, &error));
	for (int i = 0; i < ALL; i++) {
		const int x = i % COLUMNS, y = i/COLUMNS % ROWS;
		const struct npy_rows *w = &windows[_i];
		const bool inside = y >= w->begin && y < w->end && x >= w->from && x < w->to;

		ck_assert_msg(((double *)npy.data)[i] == (inside ? i + 1 : 0), "element %d is %g", i, ((double *)npy.data)[i]);
	}
	array_free(&npy);
}
END_TEST

START_TEST(other_orders_are_read_at_once)
{
	struct error error;
	struct array npy;

	write_numbers(3, true);
	ck_assert(npy_open_of(npy_path, NPY_REAL, &npy, &error));
	ck_assert_int_eq(npy.later, 0);
	for (int i = 0; i < ALL; i++)
		ck_assert_double_eq(((double *)npy.data)[i], i + 1);
	array_free(&npy);
}
END_TEST

START_TEST(what_is_missing_is_told)
{
	struct error error;
	struct array npy;

	write_numbers(3, false);
	ck_assert(npy_open_of(npy_path, NPY_REAL, &npy, &error));
	ck_assert_int_eq(truncate(npy_path, npy.later + ALL*(long)sizeof (double) - 8), 0);
	ck_assert(npy_read_rows(npy_path, &npy, &windows[4], npy.data, &error));
	ck_assert(!npy_read_rows(npy_path, &npy, &windows[0], npy.data, &error));
	ck_assert_ptr_nonnull(strstr(error.text, "the file is shorter than it was"));
	ck_assert_int_eq(unlink(npy_path), 0);
	ck_assert(!npy_read_rows(npy_path, &npy, &windows[0], npy.data, &error));
	ck_assert_ptr_nonnull(strstr(error.text, "No such file"));
	array_free(&npy);
	write_bytes(golden_npy, GOLDEN - 8);
	ck_assert(!npy_open_of(npy_path, NPY_REAL, &npy, &error));
	ck_assert_ptr_nonnull(strstr(error.text, "truncated"));
	ck_assert_ptr_null(npy.data);
}
END_TEST

Suite *
npy_rows_suite(void)
{
	Suite *suite = suite_create("npy rows");
	TCase *test = tcase_create("npy rows");

	tcase_add_checked_fixture(test, make_npy_folder, remove_npy_folder);
	tcase_add_loop_test(test, only_these_rows_are_read, 0, 3);
	tcase_add_loop_test(test, only_these_rows_are_written, 0, WINDOWS);
	tcase_add_test(test, other_orders_are_read_at_once);
	tcase_add_test(test, what_is_missing_is_told);
	suite_add_tcase(suite, test);
	return suite;
}
