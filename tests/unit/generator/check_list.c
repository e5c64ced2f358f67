/* Lists that grow: what was added stays, and there is an end to their length. */

#include "generator/base/list.h"
#include "generator/base/room.h"
#include "tests/unit/test_arena.h"

#include <check.h>
#include <limits.h>
#include <stdlib.h>

Suite *list_suite(void);

enum { COUNT = 3000 };

static void
check_items(const int *items, int room)
{
	ck_assert_int_ge(room, COUNT);
	for (int i = 0; i < COUNT; i++)
		ck_assert_int_eq(items[i], i);
}

START_TEST(elements_stay_as_a_list_grows)
{
	int *items = NULL, room = 0, moves = 0;

	for (int i = 0; i < COUNT; i++) {
		const int before = room;

		items = list_grow(&arena, items, sizeof *items, i, &room);
		items[i] = i;
		moves += room != before;
	}
	check_items(items, room);
	ck_assert_int_lt(moves, 16);
}
END_TEST

START_TEST(elements_stay_as_a_list_grows_on_the_heap)
{
	int *items = NULL, room = 0;

	for (int i = 0; i < COUNT; i++) {
		items = list_grow_on_heap(items, sizeof *items, i, &room);
		ck_assert_ptr_nonnull(items);
		items[i] = i;
	}
	check_items(items, room);
	free(items);
}
END_TEST

START_TEST(a_list_has_at_most_int_max_elements)
{
	int room = INT_MAX;
	char list[1];

	ck_assert_ptr_null(list_grow_on_heap(list, 1, INT_MAX, &room));
	ck_assert_int_eq(room, INT_MAX);
	ck_assert_ptr_eq(list_grow_on_heap(list, 1, INT_MAX - 1, &room), list);
}
END_TEST

static void
grow_without_end(void *context)
{
	int room = INT_MAX;

	list_grow(&arena, context, 1, INT_MAX, &room);
}

START_TEST(more_elements_are_too_much_for_memory)
{
	char list[1];

	ck_assert(!memory_suffices(grow_without_end, list));
}
END_TEST

START_TEST(resized_objects_end_in_zeros)
{
	char *object = arena_resize(&arena, NULL, 0, 4);

	for (int i = 0; i < 4; i++)
		object[i] = (char)(i + 1);
	object = arena_resize(&arena, object, 3, 6);
	ck_assert_mem_eq(object, "\1\2\3\0\0\0", 6);
}
END_TEST

Suite *
list_suite(void)
{
	Suite *suite = suite_create("list");
	TCase *tests = tcase_create("list");

	tcase_add_checked_fixture(tests, NULL, free_arena);
	tcase_add_test(tests, elements_stay_as_a_list_grows);
	tcase_add_test(tests, elements_stay_as_a_list_grows_on_the_heap);
	tcase_add_test(tests, a_list_has_at_most_int_max_elements);
	tcase_add_test(tests, more_elements_are_too_much_for_memory);
	tcase_add_test(tests, resized_objects_end_in_zeros);
	suite_add_tcase(suite, tests);
	return suite;
}
