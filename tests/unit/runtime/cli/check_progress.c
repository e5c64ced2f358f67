/* The line that shows how far a run is, on a clock of the test's. */

#include "runtime/cli/progress.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *progress_suite(void);

static double time_now;
static struct progress progress;
static char *text;
static size_t size;

static double
read_clock(void)
{
	return time_now;
}

static void
setup(void)
{
	progress_open(&progress, "program", true);
	progress.out = open_memstream(&text, &size);
	progress.clock = read_clock;
	progress.on_terminal = false;
	time_now = 1000;
}

static void
teardown(void)
{
	fclose(progress.out);
	free(text);
}

/* Adds work after some seconds. */
static void
work(double seconds, double done)
{
	time_now += seconds;
	progress_add(&progress, done);
	fflush(progress.out);
}

START_TEST(time_left_follows_the_work)
{
	progress_stage(&progress, "compiling", 4);
	work(0.5, 1); /* too early to show */
	work(1.5, 1);
	progress_stage(&progress, "measuring", 1000);
	work(10, 10);
	work(0.5, 10);
	work(89.5, 80);
	work(900, 900);
	ck_assert_str_eq(text,
		"program: compiling: 50 %, 2 s left\n"
		"program: measuring: 1 %, 16 min 30 s left\n"
		"program: measuring: 10 %, 15 min 0 s left\n"
		"program: measuring: 100 %, 0 s left\n");
}
END_TEST

START_TEST(more_work_than_was_said)
{
	progress_stage(&progress, "measuring", 10);
	work(2, 0);
	work(2, 15);
	work(0.5, 1);
	progress_stage(&progress, "measuring", 0);
	work(2, 1);
	ck_assert_str_eq(text, "program: measuring: 100 %, 0 s left\nprogram: measuring: 100 %, 0 s left\n");
}
END_TEST

START_TEST(nothing_where_nobody_looks)
{
	progress.shown = false;
	progress_stage(&progress, "measuring", 10);
	work(20, 5);
	work(20, 5);
	progress_close(&progress);
	fflush(progress.out);
	ck_assert_int_eq((int)size, 0);
}
END_TEST

START_TEST(terminals_keep_one_line)
{
	progress.on_terminal = true;
	progress_stage(&progress, "measuring", 10);
	work(4, 5);
	progress_close(&progress);
	fflush(progress.out);
	ck_assert_str_eq(text, "\rprogram: measuring\033[K\rprogram: measuring: 50 %, 4 s left \033[K\r\033[K");
}
END_TEST

START_TEST(a_unit_has_a_rate)
{
	progress_stage(&progress, "running", 1000);
	progress.unit = "steps";
	work(4, 100);
	progress_stage(&progress, "measuring", 10);
	work(4, 5);
	ck_assert_str_eq(text, "program: running: 10 %, 100 of 1000 steps, 25 per second, 36 s left\n"
		"program: measuring: 50 %, 4 s left\n");
}
END_TEST

Suite *
progress_suite(void)
{
	Suite *suite = suite_create("progress");
	TCase *tests = tcase_create("progress");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, time_left_follows_the_work);
	tcase_add_test(tests, more_work_than_was_said);
	tcase_add_test(tests, nothing_where_nobody_looks);
	tcase_add_test(tests, a_unit_has_a_rate);
	tcase_add_test(tests, terminals_keep_one_line);
	suite_add_tcase(suite, tests);
	return suite;
}
