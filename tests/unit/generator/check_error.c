/* Errors: their texts, which are cut and never overrun, and the status that stays with them. */

#include "generator/base/error.h"

#include <check.h>
#include <string.h>

Suite *error_suite(void);

enum { MOST = sizeof ((struct error *)0)->text - 1 };

START_TEST(error_has_text_and_status)
{
	struct error error = { 0 };

	ck_assert_int_eq(error.status, EXIT_GOOD);
	ck_assert(!error_set(&error, EXIT_USAGE, "'%s' is none of %d", "x", 7));
	ck_assert_int_eq(error.status, EXIT_USAGE);
	ck_assert_str_eq(error.text, "'x' is none of 7");
	ck_assert(!error_no_memory(&error));
	ck_assert_int_eq(error.status, EXIT_IO);
	ck_assert_str_eq(error.text, "out of memory");
}
END_TEST

START_TEST(error_is_extended_at_both_ends)
{
	struct error error;

	error_set(&error, EXIT_ERRORS, "line %d", 3);
	ck_assert(!error_prefix(&error, "%s: ", "a.csv"));
	ck_assert(!error_append(&error, " of %d", 9));
	ck_assert_str_eq(error.text, "a.csv: line 3 of 9");
	ck_assert_int_eq(error.status, EXIT_ERRORS);
}
END_TEST

START_TEST(error_is_set_from_its_own_text)
{
	struct error error;

	error_set(&error, EXIT_IO, "no space");
	error_set(&error, EXIT_IO, "cannot write %s: %s, in %s", "b.npy", error.text, error.text);
	ck_assert_str_eq(error.text, "cannot write b.npy: no space, in no space");
}
END_TEST

START_TEST(nobody_needs_an_error)
{
	ck_assert(!error_set(NULL, EXIT_IO, "no space"));
	ck_assert(!error_prefix(NULL, "a.csv: "));
	ck_assert(!error_append(NULL, " of %d", 9));
	ck_assert(!error_no_memory(NULL));
}
END_TEST

/* An error before a guard, so that what is written past the text is seen without a sanitizer as well. */
START_TEST(long_text_is_cut)
{
	struct { struct error error; char guard[8]; } guarded = { .guard = "guard" };
	char text[2*MOST], wanted[MOST + 1];

	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	memset(wanted, 'x', MOST);
	wanted[MOST] = '\0';
	error_set(&guarded.error, EXIT_IO, "%s", text);
	ck_assert_str_eq(guarded.error.text, wanted);
	error_append(&guarded.error, "%s", text);
	ck_assert_str_eq(guarded.error.text, wanted);
	error_prefix(&guarded.error, "y");
	wanted[0] = 'y';
	ck_assert_str_eq(guarded.error.text, wanted);
	error_prefix(&guarded.error, "%s", text);
	wanted[0] = 'x';
	ck_assert_str_eq(guarded.error.text, wanted);
	ck_assert_str_eq(guarded.guard, "guard");
}
END_TEST

Suite *
error_suite(void)
{
	Suite *suite = suite_create("errors");
	TCase *tests = tcase_create("errors");

	tcase_add_test(tests, error_has_text_and_status);
	tcase_add_test(tests, error_is_extended_at_both_ends);
	tcase_add_test(tests, error_is_set_from_its_own_text);
	tcase_add_test(tests, nobody_needs_an_error);
	tcase_add_test(tests, long_text_is_cut);
	suite_add_tcase(suite, tests);
	return suite;
}
