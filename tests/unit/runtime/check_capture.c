/* What the streams of a CPU capture, by the rules of CUDA. */

#include "runtime/device/cpu_streams.h"

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

Suite *capture_suite(void);

enum { BYTES = 8 };

static const struct device_streams *const d = &cpu_streams;
static void *first, *second, *before, *within;

static void
open_streams(void)
{
	setenv("STENCIL_HOST_STREAMS", "3", 1);
	ck_assert_int_eq(d->create(true, &first), 0);
	ck_assert_int_eq(d->create(false, &second), 0);
	ck_assert_int_eq(d->create_event("before", &before), 0);
	ck_assert_int_eq(d->create_event("within", &within), 0);
	ck_assert_int_eq(d->record(before, first), 0);
}

static void
close_streams(void)
{
	d->destroy(first);
	d->destroy(second);
	d->destroy_event(before);
	d->destroy_event(within);
}

static int
copy(char *to, const char *from, void *stream)
{
	return d->copy(to, 0, from, 0, BYTES, stream);
}

/* Captures a copy by the first stream and one more of the result by the second, if both are joined. */
static int
capture(char *numbers, bool joins, bool ends, void **recording)
{
	int status = d->begin_capture(first), ended;

	ck_assert_int_eq(status, 0);
	status = copy(numbers + BYTES, numbers, first);
	if (!status)
		status = d->record(within, first);
	if (!status && joins)
		status = d->wait(second, within);
	if (!status)
		status = copy(numbers + 2*BYTES, numbers + BYTES, second);
	if (!status && ends)
		status = d->record(within, second);
	if (!status && ends)
		status = d->wait(first, within);
	ended = d->end_capture(first, recording);
	return status ? status : ended;
}

START_TEST(nothing_is_done_before_it_is_replayed)
{
	char numbers[3*BYTES] = "1234567";
	void *recording;

	ck_assert_int_eq(capture(numbers, true, true, &recording), 0);
	ck_assert_int_eq(d->finish(first), 0);
	ck_assert_str_eq(numbers + BYTES, "");
	for (int turn = 0; turn < 3; turn++) {
		numbers[0] = (char)('a' + turn);
		ck_assert_int_eq(d->replay(recording, first), 0);
		ck_assert_int_eq(d->finish(first), 0);
		ck_assert_str_eq(numbers + 2*BYTES, numbers);
	}
	d->forget(recording);
}
END_TEST

START_TEST(streams_must_join_and_be_joined)
{
	char numbers[3*BYTES] = "1234567";
	void *recording;

	ck_assert_str_eq(cpu_streams_text(capture(numbers, false, true, &recording)),
		"work came to a stream that is not joined to what is recorded");
	ck_assert_int_ne(capture(numbers, true, false, &recording), 0);
	ck_assert_ptr_null(recording);
	ck_assert_int_eq(copy(numbers + BYTES, numbers, second), 0);
	ck_assert_int_eq(d->finish(second), 0);
	ck_assert_str_eq(numbers + BYTES, numbers);
}
END_TEST

START_TEST(events_stay_on_their_side)
{
	char numbers[3*BYTES] = "1234567";
	void *recording, *none;

	ck_assert_int_eq(d->begin_capture(first), 0);
	ck_assert_str_eq(cpu_streams_text(d->wait(first, before)), "a stream waits for an event of another recording, or of none");
	ck_assert_int_eq(d->end_capture(first, &none), 0);
	d->forget(none);
	ck_assert_int_eq(capture(numbers, true, true, &recording), 0);
	ck_assert_int_ne(d->wait(second, within), 0);
	ck_assert_int_eq(d->record(within, first), 0);
	ck_assert_int_eq(d->wait(second, within), 0);
	d->forget(recording);
}
END_TEST

Suite *
capture_suite(void)
{
	Suite *suite = suite_create("capture");
	TCase *tests = tcase_create("capture");

	tcase_add_checked_fixture(tests, open_streams, close_streams);
	tcase_add_test(tests, nothing_is_done_before_it_is_replayed);
	tcase_add_test(tests, streams_must_join_and_be_joined);
	tcase_add_test(tests, events_stay_on_their_side);
	suite_add_tcase(suite, tests);
	return suite;
}
