/* How samples are taken, by a device that follows a script. */

#include "generator/base/arena.h"
#include "runtime/bench/sampling.h"

#include <check.h>
#include <string.h>

Suite *sampling_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

static struct arena arena;

static void
setup(void)
{
	arena = (struct arena){ 0 };
}

static void
teardown(void)
{
	arena_free(&arena);
}

/* A device that notes who is timed, and whose times and clock follow a script. */
static struct {
	char turns[4000];
	int taken;
	double slow_share; /* of the usual clock, for the first slow samples */
	int slow, fail_at, stop_at;
	double seconds, jitter;
} script;

static int
scripted_time(const struct call *call, int cold, int count, struct sample *samples)
{
	char turn[2] = { *(const char *)call->params, '\0' };

	if (cold)
		turn[0] = (char)(turn[0] - 'a' + 'A');
	if (strlen(script.turns) + 2 < sizeof script.turns)
		strcat(script.turns, turn);
	for (int i = 0; i < count; i++, script.taken++) {
		samples[i].seconds = script.seconds + (script.taken % 2 ? script.jitter : 0);
		samples[i].clock = script.taken < script.slow ? script.slow_share*1e9 : 1e9;
	}
	return script.fail_at && script.taken >= script.fail_at ? 7 : 0;
}

static bool
never(void)
{
	return false;
}

static bool
script_stops(void)
{
	return script.taken >= script.stop_at;
}

static const struct device scripted_device = { .time = scripted_time };

static struct contender
contender(const char *letter)
{
	return (struct contender){ .name = letter, .call = { .params = (const double *)(const void *)letter } };
}

START_TEST(contenders_take_turns)
{
	static _Alignas (double) const char a[8] = "a", b[8] = "b", c[8] = "c";
	struct contender contenders[] = { contender(a), contender(b), contender(c) };
	const struct sampling sampling = {
		.caches = { true, true }, .runs = 10, .usual_clock = 1e9, .stopped = never,
	};

	memset(&script, 0, sizeof script);
	script.seconds = 1e-3;
	measure(&arena, &scripted_device, contenders, 3, &sampling);
	/* A turn to warm up, then two of five samples each. */
	ck_assert_str_eq(script.turns, "AaBbCcAaBbCcAaBbCc");
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < CACHE_COUNT; k++) {
			ck_assert_int_eq(contenders[i].series[k].count, 10);
			ck_assert_int_eq(contenders[i].series[k].discarded, 0);
			ck_assert_double_eq(contenders[i].series[k].clock, 1e9);
		}
}
END_TEST

static const struct {
	double seconds, jitter, slow_share;
	int slow, runs, count, discarded;
} samplings[] = {
	{ 1e-3, 0, 1, 0, 20, 20, 0 },
	{ 1e-3, 0, 1, 0, 3, 3, 0 },
	/* Noise of ten per cent: ten times as many. */
	{ 1e-3, 1e-4, 1, 0, 20, 200, 0 },
	{ 1e-3, 1e-4, 1, 0, 3, 30, 0 },
	/* A second is enough, but not before there are as many as asked for. */
	{ 0.04, 0.004, 1, 0, 20, 25, 0 },
	{ 0.2, 0.02, 1, 0, 20, 20, 0 },
	/* One sample is to warm up; of the rest those at 74 % of the clock go. */
	{ 1e-3, 0, 0.74, 8, 20, 20, 7 },
	{ 1e-3, 0, 0.75, 8, 20, 20, 0 },
	{ 1e-3, 0, 0.5, 10000, 20, 0, 200 },
};

START_TEST(samples_are_enough)
{
	static _Alignas (double) const char a[8] = "a";
	struct contender one = contender(a);
	const struct sampling sampling = {
		.caches = { [CACHE_HOT] = true }, .runs = samplings[_i].runs, .usual_clock = 1e9,
		.stopped = never,
	};

	memset(&script, 0, sizeof script);
	script.seconds = samplings[_i].seconds;
	script.jitter = samplings[_i].jitter;
	script.slow = samplings[_i].slow;
	script.slow_share = samplings[_i].slow_share;
	measure(&arena, &scripted_device, &one, 1, &sampling);
	ck_assert_int_eq(one.series[CACHE_HOT].count, samplings[_i].count);
	ck_assert_int_eq(one.series[CACHE_HOT].discarded, samplings[_i].discarded);
	ck_assert_int_eq(one.series[CACHE_COLD].count, 0);
}
END_TEST

START_TEST(failures_and_stops_end_it)
{
	static _Alignas (double) const char a[8] = "a", b[8] = "b";
	struct contender contenders[] = { contender(a), contender(b) };
	struct sampling sampling = { .caches = { true, true }, .runs = 20, .stopped = never };

	memset(&script, 0, sizeof script);
	script.seconds = 1e-3;
	script.fail_at = 10;
	measure(&arena, &scripted_device, contenders, 2, &sampling);
	ck_assert_int_eq(contenders[0].status, 7);
	ck_assert_int_eq(contenders[1].status, 7);
	ck_assert_str_eq(script.turns, "AaBbAaB");

	contenders[0] = contender(a);
	contenders[1] = contender(b);
	memset(&script, 0, sizeof script);
	script.seconds = 1e-3;
	script.stop_at = 12;
	sampling.stopped = script_stops;
	measure(&arena, &scripted_device, contenders, 2, &sampling);
	ck_assert_str_eq(script.turns, "AaBbAa");
	ck_assert_int_eq(contenders[0].series[CACHE_COLD].count, 5);
	ck_assert_int_eq(contenders[1].series[CACHE_COLD].count, 0);
}
END_TEST

Suite *
sampling_suite(void)
{
	Suite *suite = suite_create("sampling");
	TCase *tests = tcase_create("sampling");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, contenders_take_turns);
	tcase_add_loop_test(tests, samples_are_enough, 0, COUNT(samplings));
	tcase_add_test(tests, failures_and_stops_end_it);
	suite_add_tcase(suite, tests);
	return suite;
}
