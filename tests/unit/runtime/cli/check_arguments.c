/* Numbers, sizes and params on the command line. */

#include "generator/cli/command_line.h"
#include "runtime/cli/tool.h"
#include "runtime/problem/plane_problem.h"

#include <check.h>

Suite *arguments_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

START_TEST(sizes_are_read)
{
	int size[3];

	ck_assert(read_size("512x256x64", size));
	ck_assert_int_eq(size[0], 512);
	ck_assert_int_eq(size[1], 256);
	ck_assert_int_eq(size[2], 64);
	ck_assert(read_size("1x1x1", size));
	ck_assert(read_size("1073741824x1x1", size));
}
END_TEST

static const char *const no_sizes[] = {
	"", "x", "512", "512x512", "512x512x", "x512x64", "512x512x64x", "512x512x64x1", "512x512x64 ",
	"0x1x1", "1x-1x1", "1x1x0", "1.5x1x1", "axbxc", "512X512X64", "512,512,64", "1x1x1073741825",
	"99999999999999999999x1x1", "1073741824x1073741824x1073741824", "1073741824x1073741824x1",
};

START_TEST(other_sizes_are_refused)
{
	int size[3];

	ck_assert_msg(!read_size(no_sizes[_i], size), "'%s'", no_sizes[_i]);
}
END_TEST

START_TEST(counts_are_read)
{
	static const char *const wrong[] = {
		"", "0", "-1", "x", "5x", "5 ", "1.5", "101", "4294967297", "99999999999999999999",
	};
	int count = 7;

	for (int i = 0; i < COUNT(wrong); i++)
		ck_assert_msg(!whole_number(wrong[i], 100, &count), "'%s'", wrong[i]);
	ck_assert_int_eq(count, 7);
	ck_assert(whole_number("1", 100, &count));
	ck_assert_int_eq(count, 1);
	ck_assert(whole_number("100", 100, &count));
	ck_assert_int_eq(count, 100);
}
END_TEST

/* A list, and its items with a bar after each. */
static const char *const lists[][2] = {
	{ "a", "a|" },
	{ "row,zcurve:16,hilbert", "row|zcurve:16|hilbert|" },
	{ "", "|" },
	{ "a,", "a||" },
	{ ",a", "|a|" },
	{ "a,,b", "a||b|" },
};

START_TEST(lists_are_split)
{
	struct arena arena = { 0 };
	const char *joined = "";

	for (const char **item = split(&arena, lists[_i][0]); *item; item++)
		joined = arena_printf(&arena, "%s%s|", joined, *item);
	ck_assert_str_eq(joined, lists[_i][1]);
	arena_free(&arena);
}
END_TEST

Suite *
arguments_suite(void)
{
	Suite *suite = suite_create("arguments");
	TCase *tests = tcase_create("arguments");

	tcase_add_test(tests, sizes_are_read);
	tcase_add_loop_test(tests, other_sizes_are_refused, 0, COUNT(no_sizes));
	tcase_add_test(tests, counts_are_read);
	tcase_add_loop_test(tests, lists_are_split, 0, COUNT(lists));
	suite_add_tcase(suite, tests);
	return suite;
}
