/* Lists and ranges of numbers and sizes. */

#include "runtime/cli/lists.h"
#include "tests/unit/test_arena.h"

#include <check.h>
#include <string.h>

Suite *lists_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

/* A list of numbers up to 1024, and what it is; "" if it is none. */
static const char *const number_lists[][2] = {
	{ "1", "1" }, { "1024", "1024" }, { "3,1,2", "3 1 2" }, { "1..4", "1 2 3 4" },
	{ "1,4..6,9", "1 4 5 6 9" }, { "8..64x2", "8 16 32 64" }, { "8..63x2", "8 16 32" },
	{ "1..9+4", "1 5 9" }, { "1..10+4", "1 5 9" }, { "5..5", "5" }, { "1..1000x10", "1 10 100 1000" },
	{ "", "" }, { "0", "" }, { "1025", "" }, { "-1", "" }, { "+1", "" }, { " 1", "" }, { "1 ", "" },
	{ "1,", "" }, { ",1", "" }, { "1,,2", "" }, { "5..2", "" }, { "1..", "" }, { "..3", "" },
	{ "1...3", "" }, { "1..4x1", "" }, { "1..4x", "" }, { "1..4+", "" }, { "1..4+0", "" }, { "1x2", "" },
	{ "1..4x2x2", "" }, { "a", "" }, { "1..b", "" }, { "0x10", "" }, { "99999999999999999999", "" },
	{ "1..99999999999", "" },
};

START_TEST(numbers_and_ranges)
{
	int *numbers;
	const int count = read_numbers(&arena, number_lists[_i][0], 1, 1024, &numbers);
	const char *got = "";

	for (int i = 0; i < count; i++)
		got = arena_printf(&arena, "%s%s%d", got, i ? " " : "", numbers[i]);
	ck_assert_msg(!strcmp(got, number_lists[_i][1]), "'%s' is '%s'", number_lists[_i][0], got);
}
END_TEST

static const char *const lists_from_0[][2] = {
	{ "0", "0" }, { "0,2..3", "0 2 3" }, { "0..2", "0 1 2" }, { "0..9+4", "0 4 8" }, { "4,0", "4 0" },
	{ "00", "" }, { "0..4x2", "" }, { "3..0", "" }, { "0..4+0", "" }, { "0x", "" }, { "-0", "" },
};

START_TEST(numbers_from_0)
{
	int *numbers;
	const int count = read_numbers(&arena, lists_from_0[_i][0], 0, 1024, &numbers);
	const char *got = "";

	for (int i = 0; i < count; i++)
		got = arena_printf(&arena, "%s%s%d", got, i ? " " : "", numbers[i]);
	ck_assert_msg(!strcmp(got, lists_from_0[_i][1]), "'%s' is '%s'", lists_from_0[_i][0], got);
}
END_TEST

static const char *const size_lists[][2] = {
	{ "8x4x2", "8x4x2" }, { "8x4x2,1x1x1", "8x4x2 1x1x1" },
	{ "8x8x4..32x16x4", "8x8x4 16x16x4 32x16x4" }, { "12x8x4..40x8x4", "12x8x4 24x8x4 40x8x4" },
	{ "8x8x8..8x8x8", "8x8x8" }, { "4x4x4..8x8x8,2x2x2", "4x4x4 8x8x8 2x2x2" },
	{ "", "" }, { "8x4", "" }, { "8x4x2,", "" }, { "8x4x2..", "" }, { "8x4x2..4x4x2", "" },
	{ "..8x4x2", "" }, { "8x4x2..16", "" }, { "sweep", "" },
};

START_TEST(sizes_and_ranges)
{
	struct triple *sizes;
	const int count = read_sizes(&arena, size_lists[_i][0], &sizes);
	const char *got = "";

	for (int i = 0; i < count; i++)
		got = arena_printf(&arena, "%s%s%s", got, i ? " " : "", triple_text(&arena, sizes[i]));
	ck_assert_msg(!strcmp(got, size_lists[_i][1]), "'%s' is '%s'", size_lists[_i][0], got);
}
END_TEST

Suite *
lists_suite(void)
{
	Suite *suite = suite_create("lists");
	TCase *tests = tcase_create("lists");

	tcase_add_checked_fixture(tests, NULL, free_arena);
	tcase_add_loop_test(tests, numbers_and_ranges, 0, COUNT(number_lists));
	tcase_add_loop_test(tests, numbers_from_0, 0, COUNT(lists_from_0));
	tcase_add_loop_test(tests, sizes_and_ranges, 0, COUNT(size_lists));
	suite_add_tcase(suite, tests);
	return suite;
}
