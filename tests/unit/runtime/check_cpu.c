#include "runtime/device/cpu.h"

#include <check.h>
#include <stdint.h>
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

Suite *
cpu_suite(void)
{
	Suite *suite = suite_create("cpu");
	TCase *memory = tcase_create("memory");

	tcase_add_test(memory, large_arrays_begin_at_different_places_of_a_page);
	tcase_add_test(memory, small_arrays_begin_where_their_memory_does);
	tcase_add_test(memory, too_much_memory_is_refused);
	suite_add_tcase(suite, memory);
	return suite;
}
