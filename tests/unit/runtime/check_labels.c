/* Labels of rows: who has one, and in what order they come. */

#include "runtime/report/labels.h"
#include "tests/unit/test_arena.h"

#include <check.h>
#include <string.h>

Suite *labels_suite(void);

static const char rows[] =
	"stencil,order,median_us\n"
	"laplap,row,4\n"
	"laplap,zcurve:1,3\n"
	"hdiff,row,6\n"
	"hdiff,,5\n";

static struct label *
label_all(const char *const *texts)
{
	struct label *labels = NULL;
	struct error error;

	for (; *texts; texts++)
		ck_assert(label_add(&arena, *texts, &labels, &error));
	return labels;
}

/* "label=time", with a blank after each. */
static const char *
rows_with(struct label *labels)
{
	struct error error;
	const struct csv *csv = labelled_rows(&arena, csv_parse(&arena, rows, &error), labels);
	const char *text = "";

	for (int r = 0; r < csv->row_count; r++)
		text = arena_printf(&arena, "%s%s=%s ", text, csv_text(csv, r, "label"), csv_text(csv, r, "median_us"));
	return text;
}

START_TEST(rows_come_in_the_order_of_labels)
{
	static const char *const texts[] = { "b: order=row", "a: order=zcurve:1", NULL };

	ck_assert_str_eq(rows_with(label_all(texts)), "b=4 b=6 a=3 ");
}
END_TEST

START_TEST(a_row_may_have_several_labels)
{
	static const char *const texts[] = { "row by row: order=row", "laplap: stencil=laplap", NULL };

	ck_assert_str_eq(rows_with(label_all(texts)), "row by row=4 row by row=6 laplap=4 laplap=3 ");
}
END_TEST

START_TEST(rows_of_labels_are_counted)
{
	static const char *const texts[] = { "none: order=hilbert", "two: order=,zcurve:1", NULL };
	struct label *labels = label_all(texts);

	ck_assert_str_eq(rows_with(labels), "two=3 two=5 ");
	ck_assert_int_eq(labels->rows, 0);
	ck_assert_int_eq(labels->next->rows, 2);
}
END_TEST

START_TEST(names_may_have_colons_and_commas)
{
	static const char *const texts[] = { "first, and: last: order=zcurve:1", NULL };

	ck_assert_str_eq(rows_with(label_all(texts)), "first, and: last=3 ");
}
END_TEST

START_TEST(what_is_no_label_is_refused)
{
	static const char *const texts[] = { "", "order=row", ": order=row", "row:order=row", "row: row" };
	struct label *labels = NULL;
	struct error error = { 0 };

	ck_assert(!label_add(&arena, texts[_i], &labels, &error));
	ck_assert(strstr(error.text, _i == 4 ? "'row' is no condition" : "is no label"));
}
END_TEST

Suite *
labels_suite(void)
{
	Suite *suite = suite_create("labels");
	TCase *tests = tcase_create("labels");

	tcase_add_checked_fixture(tests, NULL, free_arena);
	tcase_add_test(tests, rows_come_in_the_order_of_labels);
	tcase_add_test(tests, a_row_may_have_several_labels);
	tcase_add_test(tests, rows_of_labels_are_counted);
	tcase_add_test(tests, names_may_have_colons_and_commas);
	tcase_add_loop_test(tests, what_is_no_label_is_refused, 0, 5);
	suite_add_tcase(suite, tests);
	return suite;
}
