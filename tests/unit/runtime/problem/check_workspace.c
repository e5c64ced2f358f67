/* The workspace of a program's kernels: calls that are recorded have its address. */

#include "tests/unit/runtime/problem/laid_out.h"

#include <check.h>
#include <string.h>

Suite *workspace_suite(void);

static size_t wanted;

static size_t
bytes_of_workspace(const void *grid)
{
	(void)grid;
	return wanted;
}

static void *
prepared(struct plane_device *x, const struct trial *t, size_t bytes)
{
	struct built kernel = { .plan = t->plan };
	struct error error = { 0 };

	wanted = bytes;
	if (bytes)
		kernel.workspace = bytes_of_workspace;
	ck_assert_msg(binding_prepare(&x->binding, &kernel, &error), "%s", error.text);
	return x->binding.fields[x->layout.array_count];
}

START_TEST(workspace_stays_where_it_is)
{
	enum { BYTES = 1024 };
	struct trial t, program;
	struct plane_device *x;
	unsigned char marks[BYTES], *first;

	open_memory(&t, 0, false);
	x = lay_out(&t, 0);
	open_trial(&program, "programs/vadv", TYPE_DOUBLE, X, Y, Z); /* which keeps something */
	first = prepared(x, &program, BYTES);
	memcpy(marks, first, BYTES);
	memset(first, 1, BYTES);
	ck_assert_ptr_eq(prepared(x, &program, 0), first); /* of another kernel, without one */
	ck_assert_ptr_eq(prepared(x, &program, BYTES), first);
	ck_assert_mem_eq(first, marks, BYTES); /* and is marked as not written again */
	ck_assert_ptr_nonnull(prepared(x, &program, 2*BYTES));
	binding_free(x);
	close_trial(&program);
	close_trial(&t);
}
END_TEST

Suite *
workspace_suite(void)
{
	Suite *suite = suite_create("workspace");
	TCase *tests = tcase_create("planes");

	tcase_add_test(tests, workspace_stays_where_it_is);
	suite_add_tcase(suite, tests);
	return suite;
}
