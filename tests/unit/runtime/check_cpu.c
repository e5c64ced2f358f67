#include "runtime/device/cpu.h"
#include "runtime/device/cpu_team.h"

#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096, FIELDS = 16, LARGE = 1 << 20 };

static uintptr_t
place_in_page(const void *memory)
{
	return (uintptr_t)memory % PAGE;
}

START_TEST(large_arrays_begin_at_different_places_of_a_page)
{
	void *fields[FIELDS];

	for (int i = 0; i < FIELDS; i++) {
		ck_assert_int_eq(cpu_device.allocate(&fields[i], LARGE), 0);
		ck_assert_uint_eq((uintptr_t)fields[i] % 256, 0);
		memset(fields[i], i, LARGE);
		for (int j = 0; j < i; j++)
			ck_assert_uint_ne(place_in_page(fields[i]), place_in_page(fields[j]));
	}
	for (int i = 0; i < FIELDS; i++)
		cpu_device.release(fields[i]);
}
END_TEST

START_TEST(small_arrays_begin_where_their_memory_does)
{
	const size_t sizes[] = { 0, 1, 100, 70000 };

	for (int i = 0; i < 4; i++) {
		void *field;

		ck_assert_int_eq(cpu_device.allocate(&field, sizes[i]), 0);
		ck_assert_uint_eq(place_in_page(field), 0);
		memset(field, 1, sizes[i]);
		cpu_device.release(field);
	}
	cpu_device.release(NULL);
}
END_TEST

START_TEST(too_much_memory_is_refused)
{
	void *field = &field;

	ck_assert_int_ne(cpu_device.allocate(&field, SIZE_MAX/2), 0);
	ck_assert_ptr_null(field);
}
END_TEST

START_TEST(small_grids_have_fewer_threads)
{
	ck_assert_int_eq(cpu_team_size(0, 64), 1);
	ck_assert_int_eq(cpu_team_size(24000*8.0, 64), 1);
	ck_assert_int_eq(cpu_team_size(24000*81.0, 2), 2);
	ck_assert_int_eq(cpu_team_size(1e300, 64), 64);
	for (int work = 0; work < 1000; work++)
		ck_assert_int_le(cpu_team_size(work*1e5, 64), cpu_team_size((work + 1)*1e5, 64));
}
END_TEST

/* This process has not loaded libgomp. */
START_TEST(the_environment_is_what_it_was)
{
	extern char **environ;
	char **before;

	unsetenv("GOMP_SPINCOUNT");
	unsetenv("OMP_WAIT_POLICY");
	before = environ;
	ck_assert_ptr_nonnull(cpu_team_load("libgomp.so.1"));
	ck_assert_ptr_eq(environ, before);
	ck_assert_ptr_null(getenv("OMP_WAIT_POLICY"));
	setenv("OMP_WAIT_POLICY", "active", 1);
	ck_assert_ptr_nonnull(cpu_team_load("libgomp.so.1"));
	ck_assert_str_eq(getenv("OMP_WAIT_POLICY"), "active");
	ck_assert_ptr_null(cpu_team_load("/no/such/object.so"));
}
END_TEST

static int threads;

static void
set_threads(int number)
{
	threads = number;
}

static int
most_threads(void)
{
	return threads;
}

static double
number_of_points(const void *grid)
{
	return *(const double *)grid;
}

START_TEST(threads_are_put_back_after_a_launch)
{
	const struct cpu_team team = { set_threads, most_threads, 10, number_of_points };
	int before;

	threads = 7;
	before = cpu_team_begin(&team, &(double){ 100 });
	ck_assert_int_eq(threads, 1);
	cpu_team_end(&team, before);
	ck_assert_int_eq(threads, 7);
	before = cpu_team_begin(&team, &(double){ 1e9 });
	ck_assert_int_eq(threads, 7);
	cpu_team_end(&team, before);
	cpu_team_end(NULL, cpu_team_begin(NULL, NULL));
	ck_assert_int_eq(threads, 7);
}
END_TEST

Suite *
cpu_suite(void)
{
	Suite *suite = suite_create("cpu");
	TCase *memory = tcase_create("memory"), *team = tcase_create("team");

	tcase_add_test(memory, large_arrays_begin_at_different_places_of_a_page);
	tcase_add_test(memory, small_arrays_begin_where_their_memory_does);
	tcase_add_test(memory, too_much_memory_is_refused);
	suite_add_tcase(suite, memory);
	tcase_add_test(team, small_grids_have_fewer_threads);
	tcase_add_test(team, the_environment_is_what_it_was);
	tcase_add_test(team, threads_are_put_back_after_a_launch);
	suite_add_tcase(suite, team);
	return suite;
}
