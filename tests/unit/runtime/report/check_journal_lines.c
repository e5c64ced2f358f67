/* Journals that are large, hostile or end anywhere. */

#include "generator/base/arena.h"
#include "runtime/formats/json.h"
#include "runtime/report/journal.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

Suite *journal_lines_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

static const char path[] = "build/tests/journal-2.jsonl";
static const struct environment_entry environment[] = { { "program", "stencilbench 0" }, { NULL, NULL } };
static struct arena arena;
static struct results results;
static struct error error;

static void
setup(void)
{
	arena = (struct arena){ 0 };
	results_open(&results, &arena, environment, "stencilbench");
	unlink(path);
}

static void
teardown(void)
{
	unlink(path);
	arena_free(&arena);
}

static FILE *
begin_file(void)
{
	FILE *out = fopen(path, "w");

	ck_assert_ptr_nonnull(out);
	fputs("{\"environment\":{}}\n", out);
	return out;
}

static struct journal *
opened(void)
{
	struct journal *journal = journal_open(path, &results, &error);

	ck_assert_msg(journal != NULL, "%s", error.text);
	return journal;
}

static void
put_row(FILE *out, const char *key)
{
	fprintf(out, "{\"key\":\"%s\",\"stencil\":\"laplap\",\"outcome\":\"measured\",\"hot_samples_s\":[1e-3,2e-3]}\n",
		key);
}

START_TEST(turns_come_back)
{
	struct journal *journal = opened();
	double good[] = { 1e-3, 2e-3 }, disturbed[] = { 5e-3 };
	const struct series turn = { .good = { good, 2, 2 }, .disturbed = { disturbed, 1, 1 }, .discarded = 3 };
	struct row row = { .key = "k", .kernel = "", .stencil = "", .storage = "", .access = "", .fields = "",
		.levels = "", .precision = "", .order = "", .block = "", .decision = "", .assigns = "", .mesh = "", .note = "" };
	const struct series *turns;

	ck_assert(journal_add_turn(journal, "k", CACHE_COLD, &turn, &error));
	ck_assert(journal_add_turn(journal, "k", CACHE_COLD, &turn, &error));
	journal_close(journal);
	journal = opened();
	ck_assert_ptr_null(journal_find(journal, "k"));
	ck_assert_ptr_null(journal_find_turns(journal, "other", CACHE_COLD));
	turns = journal_find_turns(journal, "k", CACHE_COLD);
	ck_assert_int_eq(turns->good.count, 4);
	ck_assert_double_eq(turns->good.seconds[3], 2e-3);
	ck_assert_int_eq(turns->disturbed.count, 2);
	ck_assert_int_eq(turns->discarded, 6);
	ck_assert_int_eq(journal_find_turns(journal, "k", CACHE_HOT)->good.count, 0);
	ck_assert(journal_add(journal, &row, &error));
	journal_close(journal);
	/* The row replaces its turns. */
	journal = opened();
	ck_assert_ptr_nonnull(journal_find(journal, "k"));
	ck_assert_ptr_null(journal_find_turns(journal, "k", CACHE_COLD));
	journal_close(journal);
}
END_TEST

/* 65 MiB of rows, of which the first and the last are looked for. */
START_TEST(large_journals_are_read)
{
	FILE *out = begin_file();
	struct journal *journal;
	char filler[1001];

	memset(filler, 'x', sizeof filler - 1);
	filler[sizeof filler - 1] = '\0';
	put_row(out, "first");
	for (int i = 0; i < 66*1024*1024/1030; i++)
		fprintf(out, "{\"key\":\"%d\",\"outcome\":\"nothing\",\"note\":\"%s\"}\n", i, filler);
	put_row(out, "last");
	ck_assert(ftell(out) > 64*1024*1024);
	fclose(out);
	journal = opened();
	ck_assert_ptr_nonnull(journal_find(journal, "first"));
	ck_assert_int_eq(journal_find(journal, "last")->series[CACHE_HOT].good.count, 2);
	journal_close(journal);
}
END_TEST

static long
memory_used(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss/1024;
}

/* Lines that once took gigabytes: lists of short strings, of lists, of numbers. */
static const char *const items[] = { "\"\"", "[]", "1", "{\"a\":\"b\"}", "\"\\u0041\"" };

START_TEST(hostile_lines_are_cheap)
{
	const long before = memory_used();
	FILE *out = begin_file();
	struct journal *journal;

	fprintf(out, "{\"key\":\"hostile\",\"outcome\":\"measured\",\"hot_samples_s\":[%s", items[_i]);
	for (int i = 0; i < 60000; i++)
		fprintf(out, ",%s", items[_i]);
	fputs("]}\n", out);
	put_row(out, "good");
	fclose(out);
	journal = opened();
	ck_assert_ptr_nonnull(journal_find(journal, "good"));
	journal_close(journal);
	ck_assert_msg(memory_used() - before < 200, "%ld MiB", memory_used() - before);
}
END_TEST

static const char *const lines[] = {
	"{\"key\":\"k\",\"turn\":\"hot\",\"samples_s\":[1,\"x\",-1,0,1e999,null,[1],{}]}",
	"{\"key\":\"k\",\"turn\":\"hot\",\"samples_s\":7,\"disturbed_s\":{\"a\":1},\"discarded\":1e300}",
	"{\"key\":\"k\",\"turn\":7}", "{\"key\":\"k\",\"turn\":\"warm\",\"samples_s\":[1]}",
	"{\"turn\":\"hot\",\"samples_s\":[1]}", "{\"turn\":\"hot\"", "[\"turn\"]", "\"turn\"", "", "{}", "\001\377",
	"{\"key\":\"k\",\"outcome\":\"measured\",\"size_x\":1e300,\"level\":-1e300,\"blocks\":1e300,\"points\":\"x\","
		"\"hot_samples_s\":[1e-400,1e308,1e308],\"hot_noisy\":1e99,\"hot_discarded\":-1e99,\"counters\":[1,2]}",
	"{\"key\":\"k\",\"outcome\":\"measured\",\"counters\":{\"a\":1,\"b\":\"c\",\"d\":{}},\"block\":5,\"note\":[]}",
};

/* None of these stops the reading, and the rows around them are there. */
START_TEST(odd_lines_are_skipped)
{
	FILE *out = begin_file();
	struct journal *journal;
	const struct series *turns;
	const struct row *row;

	put_row(out, "before");
	fprintf(out, "%s\n", lines[_i]);
	put_row(out, "after");
	fclose(out);
	journal = opened();
	ck_assert_ptr_nonnull(journal_find(journal, "before"));
	ck_assert_ptr_nonnull(journal_find(journal, "after"));
	turns = journal_find_turns(journal, "k", CACHE_HOT);
	for (int i = 0; turns && i < turns->good.count; i++)
		ck_assert_double_eq(turns->good.seconds[i], 1);
	row = journal_find(journal, "k");
	ck_assert(!row || row->size[0] >= 0);
	journal_close(journal);
}
END_TEST

START_TEST(long_lines_are_skipped)
{
	FILE *out = begin_file();
	struct journal *journal;

	put_row(out, "before");
	for (int i = 0; i < 3 << 20; i++)
		putc('[', out);
	putc('\n', out);
	put_row(out, "after");
	fputs("{\"key\":\"torn", out);
	fclose(out);
	journal = opened();
	ck_assert_ptr_nonnull(journal_find(journal, "before"));
	ck_assert_ptr_nonnull(journal_find(journal, "after"));
	journal_close(journal);
}
END_TEST

START_TEST(fifos_are_no_journals)
{
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	ck_assert_ptr_null(journal_open(path, &results, &error));
}
END_TEST

Suite *
journal_lines_suite(void)
{
	Suite *suite = suite_create("journal lines");
	TCase *journal = tcase_create("journal");

	tcase_add_checked_fixture(journal, setup, teardown);
	tcase_set_timeout(journal, 300);
	tcase_add_test(journal, turns_come_back);
	tcase_add_test(journal, large_journals_are_read);
	tcase_add_loop_test(journal, hostile_lines_are_cheap, 0, COUNT(items));
	tcase_add_loop_test(journal, odd_lines_are_skipped, 0, COUNT(lines));
	tcase_add_test(journal, long_lines_are_skipped);
	tcase_add_test(journal, fifos_are_no_journals);
	suite_add_tcase(suite, journal);
	return suite;
}
