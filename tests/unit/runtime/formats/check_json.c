/* JSON: what is read, and what is refused. */

#include "runtime/formats/json.h"
#include "runtime/rows/row_json.h"
#include "tests/unit/test_arena.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

Suite *json_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

static const char *const no_json[] = {
	"", "{", "}", "[1,", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "\"a", "\"\\x\"", "\"\\u12\"", "tru",
	"1 2", "{\"a\":1}}", "[[[[[[[[[[[[[[[[[[[[[[[[[[", "{1:2}", "nul", "\"\\", "\"\\u", "+1", "[,]",
	"-", "[-]", "-inf", "1e999", "\"a\n\"", "\"\\u +1f\"", "\"\\u-01f\"",
};

START_TEST(other_texts_are_no_json)
{
	ck_assert_msg(!json_parse(&arena, no_json[_i]), "'%s'", no_json[_i]);
	ck_assert_ptr_null(row_from_json(&arena, json_parse(&arena, no_json[_i])));
}
END_TEST

START_TEST(json_is_read)
{
	const struct json *value = json_parse(&arena,
		" {\"a\" : [1, -2.5e3, true, null], \"b\": \"x\\\"\\\\\\n\\u0041\", \"c\": {}} ");

	ck_assert_ptr_nonnull(value);
	ck_assert_int_eq(json_member(value, "a")->count, 4);
	ck_assert_double_eq(json_member(value, "a")->first->next->number, -2500);
	ck_assert_str_eq(json_text(value, "b"), "x\"\\\nA");
	ck_assert_int_eq(json_member(value, "c")->count, 0);
	ck_assert_ptr_null(json_member(value, "d"));
	ck_assert_double_eq(json_number(value, "b"), 0);
	ck_assert_ptr_null(row_from_json(&arena, json_parse(&arena, "{\"key\":\"k\",\"outcome\":\"good\"}")));
	ck_assert_ptr_null(row_from_json(&arena, json_parse(&arena, "{\"outcome\":\"measured\"}")));
}
END_TEST

/* Each string once took the length of the line. */
START_TEST(memory_is_in_proportion)
{
	enum { STRINGS = 50000 };
	struct rlimit limit, old;
	char *text = malloc(4*STRINGS + 8), *end = text;

	end += sprintf(end, "[\"\"");
	for (int i = 0; i < STRINGS; i++)
		end += sprintf(end, ",\"a\"");
	sprintf(end, "]");
	ck_assert_int_eq(getrlimit(RLIMIT_DATA, &old), 0);
	limit = old;
	limit.rlim_cur = 1 << 28;
	ck_assert_int_eq(setrlimit(RLIMIT_DATA, &limit), 0);
	ck_assert_int_eq(json_parse(&arena, text)->count, STRINGS + 1);
	setrlimit(RLIMIT_DATA, &old);
	free(text);
}
END_TEST

Suite *
json_suite(void)
{
	Suite *suite = suite_create("json");
	TCase *tests = tcase_create("json");

	tcase_add_checked_fixture(tests, NULL, free_arena);
	tcase_add_loop_test(tests, other_texts_are_no_json, 0, COUNT(no_json));
	tcase_add_test(tests, json_is_read);
	tcase_add_test(tests, memory_is_in_proportion);
	suite_add_tcase(suite, tests);
	return suite;
}
