/* Waits for a core: from a folder like /proc/self/task, and from a real one. */

#include "runtime/device/core_waits.h"

#include <check.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

Suite *core_waits_suite(void);

static const char folder[] = "build/tests/threads";

static void
make_thread(const char *name, const char *text)
{
	char path[128];
	FILE *out;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	mkdir(folder, 0777);
	mkdir(path, 0777);
	snprintf(path, sizeof path, "%s/%s/schedstat", folder, name);
	out = fopen(path, "w");
	ck_assert_ptr_nonnull(out);
	fputs(text, out);
	fclose(out);
}

START_TEST(longest_wait_of_a_thread)
{
	struct core_waits before, after;

	make_thread("11", "5000000 1000000 7\n");
	make_thread("12", "5000000 8000000 7\n");
	make_thread("13", "nothing\n");
	make_thread("name", "1 2 3\n");
	ck_assert(core_waits_read(&before, folder));
	ck_assert_int_eq(before.count, 2);
	make_thread("11", "9000000 4000000 9\n");
	make_thread("12", "9000000 8500000 9\n");
	ck_assert(core_waits_read(&after, folder));
	ck_assert_double_eq_tol(core_waits_between(&before, &after), 3e-3, 1e-9);
	ck_assert_double_eq(core_waits_between(&after, &after), 0);
	/* A new thread counts from 0. */
	make_thread("14", "100 6000000 9\n");
	ck_assert(core_waits_read(&after, folder));
	ck_assert_double_eq_tol(core_waits_between(&before, &after), 6e-3, 1e-9);
	make_thread("14", "");
	ck_assert(!core_waits_read(&before, "build/tests/no such folder"));
}
END_TEST

static double
seconds_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9*(double)time.tv_nsec;
}

static void *
spin(void *end)
{
	while (seconds_now() < *(double *)end)
		;
	return NULL;
}

/* More busy threads than cores: some must wait, however idle the machine is. */
START_TEST(waits_are_seen_here)
{
	enum { MOST = 512 };
	static struct core_waits before, after;
	static pthread_t threads[MOST];
	const long cores = sysconf(_SC_NPROCESSORS_ONLN);
	double end = seconds_now() + 0.2;
	int started = 0;

	if (cores + 2 > MOST || !core_waits_read(&before, own_threads))
		return;
	while (started < cores + 2 && !pthread_create(&threads[started], NULL, spin, &end))
		started++;
	/* While they run: a thread that ends takes its numbers with it. */
	while (seconds_now() < end - 0.02)
		;
	ck_assert(core_waits_read(&after, own_threads));
	for (int i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	if (started > cores)
		ck_assert_double_gt(core_waits_between(&before, &after), 1e-3);
}
END_TEST

Suite *
core_waits_suite(void)
{
	Suite *suite = suite_create("core waits");
	TCase *waits = tcase_create("waits");

	tcase_add_test(waits, longest_wait_of_a_thread);
	tcase_add_test(waits, waits_are_seen_here);
	suite_add_tcase(suite, waits);
	return suite;
}
