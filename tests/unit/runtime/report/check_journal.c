/* Journals: rows are kept, whatever happens to the last line. */

#include "runtime/report/journal.h"
#include "tests/unit/runtime/report/made_rows.h"

#include <check.h>
#include <stdio.h>
#include <unistd.h>

Suite *journal_suite(void);

static const char journal_path[] = "build/tests/journal.jsonl";

START_TEST(journals_keep_rows)
{
	struct journal *journal;
	struct results results;
	struct error error;
	FILE *torn;

	fake_results(&results);
	unlink(journal_path);
	journal = journal_open(journal_path, &results, &error);
	ck_assert_ptr_nonnull(journal);
	ck_assert_ptr_null(journal_find(journal, results.first->key));
	for (const struct row *row = results.first; row; row = row->next)
		ck_assert(journal_add(journal, row, &error));
	journal_close(journal);

	/* A line that was never finished takes neither the one before nor the next. */
	torn = fopen(journal_path, "a");
	fputs("{\"key\":\"torn\",\"stencil\":\"lap", torn);
	fclose(torn);
	journal = journal_open(journal_path, &results, &error);
	ck_assert_ptr_nonnull(journal);
	for (const struct row *row = results.first; row; row = row->next)
		ck_assert_str_eq(json_of(journal_find(journal, row->key)), json_of(row));
	ck_assert_ptr_null(journal_find(journal, "torn"));
	results.first->key = "new";
	ck_assert(journal_add(journal, results.first, &error));
	journal_close(journal);
	journal = journal_open(journal_path, &results, &error);
	ck_assert_ptr_nonnull(journal_find(journal, "new"));
	journal_close(journal);
}
END_TEST

START_TEST(other_files_are_no_journals)
{
	struct results results;
	struct error error;
	const char *before = text_of_file("tests/golden/bench/rows.csv");

	fake_results(&results);
	ck_assert_ptr_null(journal_open("tests/golden/bench/rows.csv", &results, &error));
	ck_assert_str_eq(error.text, "tests/golden/bench/rows.csv is no journal");
	ck_assert_str_eq(text_of_file("tests/golden/bench/rows.csv"), before);
	ck_assert_ptr_null(journal_open("build/tests", &results, &error));
	ck_assert_ptr_null(journal_open("build/none/journal", &results, &error));
}
END_TEST

Suite *
journal_suite(void)
{
	Suite *suite = suite_create("journal");
	TCase *tests = tcase_create("journal");

	tcase_add_checked_fixture(tests, open_rows, close_rows);
	tcase_add_test(tests, journals_keep_rows);
	tcase_add_test(tests, other_files_are_no_journals);
	suite_add_tcase(suite, tests);
	return suite;
}
