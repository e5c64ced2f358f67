/* Meshes have no exchange before a kernel. */

#include "generator/base/exit.h"
#include "runtime/partition/unstructured.h"

#include <check.h>
#include <string.h>

Suite *rows_suite(void);

enum { KERNEL = 2 };

START_TEST(rows_of_meshes)
{
	const bool fields[] = { true };
	const struct exchange_row row = { KERNEL, fields };
	const struct decomposition decomposition = { .ranks = { 2, 1 }, .every = 1, .inside = { &row, 1 } };
	struct processes processes = { .count = 1 };
	const struct backend backend = { .kind = BACKEND_HOST };
	const struct partition_setup setup = { .processes = &processes, .backend = &backend, .decomposition = &decomposition,
		.exchanged = fields };
	const struct stencil stencil = { .name = "divergence" };
	const struct plan plan = { .stencil = &stencil };
	const struct mesh mesh = { .count = { 0 } };
	struct mesh_problem problem = { .plan = &plan, .stencil = &stencil, .mesh = &mesh };
	struct partition partition;
	struct error error = { 0 };

	ck_assert(!unstructured_open(&partition, &setup, &problem, NULL, &error));
	ck_assert_int_eq(error.status, EXIT_USAGE);
	ck_assert_msg(strstr(error.text, "'divergence' is on a mesh") && strstr(error.text, "not before kernel 2"), "%s", error.text);
	partition_close(&partition);
}
END_TEST

Suite *
rows_suite(void)
{
	Suite *suite = suite_create("rows");
	TCase *tests = tcase_create("rows");

	tcase_add_test(tests, rows_of_meshes);
	suite_add_tcase(suite, tests);
	return suite;
}
