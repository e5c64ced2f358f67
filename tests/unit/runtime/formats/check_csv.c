/* CSV: what is written is read again, whatever is in a cell. */

#include "runtime/formats/csv.h"
#include "tests/unit/test_arena.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct error error;

static const struct csv *
parsed(const char *text)
{
	const struct csv *csv = csv_parse(&arena, text, &error);

	ck_assert_msg(csv, "%s", error.text);
	return csv;
}

START_TEST(cells_are_read)
{
	const struct csv *csv = parsed("a,b\r\n# a comment\n1,\n\n\"x,\"\"y\"\"\n\",2.5\n,");

	ck_assert_int_eq(csv->column_count, 2);
	ck_assert_int_eq(csv->row_count, 3);
	ck_assert_str_eq(csv_text(csv, 0, "a"), "1");
	ck_assert_double_eq(csv_number(csv, 0, "a"), 1);
	ck_assert(isnan(csv_number(csv, 0, "b")));
	ck_assert_str_eq(csv_text(csv, 1, "a"), "x,\"y\"\n");
	ck_assert_double_eq(csv_number(csv, 1, "b"), 2.5);
	ck_assert_str_eq(csv_text(csv, 2, "b"), "");
	ck_assert_str_eq(csv_text(csv, 2, "c"), "");
	ck_assert_int_eq(csv_column(csv, "c"), -1);
}
END_TEST

/* Old Macs end lines with \r only. */
START_TEST(lines_end_with_returns)
{
	struct text text = { .arena = &arena };
	const struct csv *csv;

	text_add(&text, "a,b\r");
	for (int i = 0; i < 1000; i++)
		text_add(&text, "1,2\r");
	csv = parsed(text_of(&text));
	ck_assert_int_eq(csv->row_count, 1000);
	for (int i = 0; i < 1000; i++)
		ck_assert_double_eq(csv_number(csv, i, "b"), 2);
}
END_TEST

START_TEST(unreadable_texts)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
		{ "", "no line with the names of columns" },
		{ "# only this\n", "no line with the names of columns" },
		{ "a,b\n1\n", "row 1 has 1 cells, not 2" },
		{ "a,b\n1,2\n1,2,3\n", "row 2 has 3 cells, not 2" },
		{ "a\n\"never closed\n", "row 1 cannot be read" },
		{ "a\n\"x\"y\n", "row 1 cannot be read" },
	};

	for (size_t i = 0; i < sizeof cases/sizeof *cases; i++) {
		ck_assert_ptr_null(csv_parse(&arena, cases[i].text, &error));
		ck_assert_str_eq(error.text, cases[i].message);
	}
}
END_TEST

START_TEST(too_many_columns)
{
	char text[2000];

	memset(text, ',', sizeof text);
	text[sizeof text - 1] = '\0';
	ck_assert_ptr_null(csv_parse(&arena, text, &error));
}
END_TEST

START_TEST(joined_by_the_names_of_columns)
{
	const struct csv *csv = csv_join(&arena, parsed("a,b\n1,2\n"), parsed("c,a\n3,4\n5,6\n"));

	ck_assert_int_eq(csv->column_count, 3);
	ck_assert_int_eq(csv->row_count, 3);
	ck_assert_str_eq(csv_text(csv, 0, "a"), "1");
	ck_assert_str_eq(csv_text(csv, 0, "c"), "");
	ck_assert_str_eq(csv_text(csv, 1, "a"), "4");
	ck_assert_str_eq(csv_text(csv, 1, "b"), "");
	ck_assert_str_eq(csv_text(csv, 2, "c"), "5");
}
END_TEST

START_TEST(written_cells_are_read_again)
{
	static const char *const cells[] = {
		"", "plain", "a,b", "\"", "two\nlines", "# no comment", " blanks ", "\xc2\xb5",
	};
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	const struct csv *csv;

	fputs("cell,end\n", out);
	for (size_t i = 0; i < sizeof cells/sizeof *cells; i++) {
		csv_put(cells[i], out);
		fputs(",.\n", out);
	}
	fclose(out);
	csv = parsed(text);
	for (size_t i = 0; i < sizeof cells/sizeof *cells; i++)
		ck_assert_str_eq(csv_text(csv, (int)i, "cell"), cells[i]);
	free(text);
}
END_TEST

Suite *
csv_suite(void)
{
	Suite *suite = suite_create("csv");
	TCase *tests = tcase_create("csv");

	tcase_add_checked_fixture(tests, NULL, free_arena);
	tcase_add_test(tests, cells_are_read);
	tcase_add_test(tests, lines_end_with_returns);
	tcase_add_test(tests, unreadable_texts);
	tcase_add_test(tests, too_many_columns);
	tcase_add_test(tests, joined_by_the_names_of_columns);
	tcase_add_test(tests, written_cells_are_read_again);
	suite_add_tcase(suite, tests);
	return suite;
}
