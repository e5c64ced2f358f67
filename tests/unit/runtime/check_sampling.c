/* How samples are taken, on a device whose times, clock and waits are a script's. */

#include "runtime/bench/sampling.h"
#include "tests/unit/test_arena.h"

#include <check.h>
#include <string.h>

Suite *sampling_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

/* A device that records the turns; times, clock and waits for a core follow a script. */
static struct {
	char turns[4000];
	int taken;
	double slow_share; /* of the usual clock, for the first slow samples */
	int slow, fail_at, stop_at;
	double seconds, jitter;
	int busy_from, busy_to; /* samples whose threads waited */
	double wait_share;      /* of the sample's time */
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
		samples[i].waited = script.taken >= script.busy_from && script.taken < script.busy_to
			? script.wait_share*samples[i].seconds : 0;
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
		.caches = { true, true }, .runs = 10, .longest = 1, .usual_clock = 1e9, .stopped = never,
	};

	memset(&script, 0, sizeof script);
	script.seconds = 1e-3;
	measure(&arena, &scripted_device, contenders, 3, &sampling);
	/* A turn to warm up, then two of five samples each. */
	ck_assert_str_eq(script.turns, "AaBbCcAaBbCcAaBbCc");
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < CACHE_COUNT; k++) {
			ck_assert_int_eq(contenders[i].series[k].good.count, 10);
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
		.caches = { [CACHE_HOT] = true }, .runs = samplings[_i].runs, .longest = 1, .usual_clock = 1e9,
		.stopped = never,
	};

	memset(&script, 0, sizeof script);
	script.seconds = samplings[_i].seconds;
	script.jitter = samplings[_i].jitter;
	script.slow = samplings[_i].slow;
	script.slow_share = samplings[_i].slow_share;
	measure(&arena, &scripted_device, &one, 1, &sampling);
	ck_assert_int_eq(one.series[CACHE_HOT].good.count, samplings[_i].count);
	ck_assert_int_eq(one.series[CACHE_HOT].discarded, samplings[_i].discarded);
	ck_assert_int_eq(one.series[CACHE_COLD].good.count, 0);
}
END_TEST

/* Samples from..to of those taken, the first of which warms up, waited for a core. */
static const struct {
	int from, to;
	double share, seconds;
	int good, disturbed;
	bool noisy;
} disturbances[] = {
	{ 1, 1, 0, 1e-3, 20, 0, false },
	{ 3, 8, 0.5, 1e-3, 20, 5, false },
	{ 3, 8, 0.021, 0.1, 20, 5, false },
	{ 3, 8, 0.019, 0.1, 20, 0, false },
	/* Less than a tenth of a millisecond is what waking up takes. */
	{ 3, 8, 0.11, 1e-3, 20, 5, false },
	{ 3, 8, 0.09, 1e-3, 20, 0, false },
	/* The last sample of the first twenty. */
	{ 20, 21, 0.5, 1e-3, 20, 1, false },
	/* All of them: up to ten times as many are tried, and used in the end. */
	{ 0, 10000, 0.5, 1e-3, 200, 200, true },
	/* Or three seconds of them. */
	{ 0, 10000, 0.5, 0.1, 30, 30, true },
	/* Ten good ones are not enough either; then all count. */
	{ 11, 10000, 0.5, 0.1, 30, 20, true },
};

START_TEST(disturbed_samples_are_discarded)
{
	static _Alignas (double) const char a[8] = "a";
	struct contender one = contender(a);
	const struct sampling sampling = {
		.caches = { [CACHE_HOT] = true }, .runs = 20, .longest = 1, .stopped = never,
	};
	const struct series *series = &one.series[CACHE_HOT];

	memset(&script, 0, sizeof script);
	script.seconds = disturbances[_i].seconds;
	script.busy_from = disturbances[_i].from;
	script.busy_to = disturbances[_i].to;
	script.wait_share = disturbances[_i].share;
	measure(&arena, &scripted_device, &one, 1, &sampling);
	ck_assert_int_eq(series->good.count, disturbances[_i].good);
	ck_assert_int_eq(series->disturbed.count, disturbances[_i].disturbed);
	ck_assert_int_eq(series->noisy, disturbances[_i].noisy);
	ck_assert(series->complete);
}
END_TEST

static struct series collected;
static int turns_reported;

static void
collect(void *context, const struct contender *contender, enum cache cache, const struct series *taken)
{
	ck_assert_ptr_eq(context, &collected);
	ck_assert_str_eq(contender->name, "a");
	ck_assert_int_eq((int)cache, CACHE_HOT);
	for (int i = 0; i < taken->good.count; i++)
		samples_add(&arena, &collected.good, taken->good.seconds[i]);
	for (int i = 0; i < taken->disturbed.count; i++)
		samples_add(&arena, &collected.disturbed, taken->disturbed.seconds[i]);
	collected.discarded += taken->discarded;
	turns_reported++;
}

/* What the turns report adds up to what is taken; a second run goes on from there. */
START_TEST(turns_are_reported_and_resumed)
{
	static _Alignas (double) const char a[8] = "a";
	struct contender one = contender(a), again = contender(a);
	struct sampling sampling = {
		.caches = { [CACHE_HOT] = true }, .runs = 20, .longest = 1, .usual_clock = 1e9,
		.stopped = script_stops, .turn = collect, .context = &collected,
	};

	memset(&script, 0, sizeof script);
	memset(&collected, 0, sizeof collected);
	turns_reported = 0;
	script.seconds = 1e-3;
	script.slow = 3;
	script.slow_share = 0.5;
	script.busy_from = 5;
	script.busy_to = 7;
	script.wait_share = 0.5;
	script.stop_at = 16;
	measure(&arena, &scripted_device, &one, 1, &sampling);
	ck_assert_int_eq(turns_reported, 3);
	ck_assert_int_eq(collected.good.count, 11);
	ck_assert_int_eq(collected.disturbed.count, 2);
	ck_assert_int_eq(collected.discarded, 2);
	ck_assert(!one.series[CACHE_HOT].complete);

	again.series[CACHE_HOT] = collected;
	sampling.stopped = never;
	sampling.turn = NULL;
	memset(&script, 0, sizeof script);
	script.seconds = 1e-3;
	measure(&arena, &scripted_device, &again, 1, &sampling);
	/* One to warm up and the nine that are missing. */
	ck_assert_int_eq(script.taken, 10);
	ck_assert_int_eq(again.series[CACHE_HOT].good.count, 20);
	ck_assert_int_eq(again.series[CACHE_HOT].disturbed.count, 2);
	ck_assert(again.series[CACHE_HOT].complete);

	/* What is complete is not even run. */
	one = again;
	memset(&script, 0, sizeof script);
	measure(&arena, &scripted_device, &one, 1, &sampling);
	ck_assert_int_eq(script.taken, 0);
}
END_TEST

START_TEST(failures_and_stops_end_it)
{
	static _Alignas (double) const char a[8] = "a", b[8] = "b";
	struct contender contenders[] = { contender(a), contender(b) };
	struct sampling sampling = { .caches = { true, true }, .runs = 20, .longest = 1, .stopped = never };

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
	ck_assert_int_eq(contenders[0].series[CACHE_COLD].good.count, 5);
	ck_assert_int_eq(contenders[1].series[CACHE_COLD].good.count, 0);
}
END_TEST

Suite *
sampling_suite(void)
{
	Suite *suite = suite_create("sampling");
	TCase *sampling = tcase_create("sampling");

	tcase_add_checked_fixture(sampling, NULL, free_arena);
	tcase_add_test(sampling, contenders_take_turns);
	tcase_add_loop_test(sampling, samples_are_enough, 0, COUNT(samplings));
	tcase_add_loop_test(sampling, disturbed_samples_are_discarded, 0, COUNT(disturbances));
	tcase_add_test(sampling, turns_are_reported_and_resumed);
	tcase_add_test(sampling, failures_and_stops_end_it);
	suite_add_tcase(suite, sampling);
	return suite;
}
