/* What a subdomain's exchanges take, by a clock that the test sets. */

#include "runtime/partition/streams.h"

#include <check.h>

Suite *exchange_clock_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

enum { MOST_EVENTS = 32*MOMENTS };
static double events[MOST_EVENTS], time_now;
static int made, recorded;

static int
create_clock(void **event)
{
	ck_assert_int_lt(made, MOST_EVENTS);
	*event = &events[made++];
	return 0;
}

static void
destroy_event(void *event)
{
	ck_assert(event);
	made--;
}

static int
record(void *event, void *stream)
{
	(void)stream;
	*(double *)event = time_now;
	recorded++;
	return 0;
}

static int
elapsed(void *from, void *to, double *seconds)
{
	*seconds = *(double *)to - *(double *)from;
	return 0;
}

static const struct device_streams streams = { .create_clock = create_clock, .destroy_event = destroy_event, .record = record,
	.elapsed = elapsed };

/* The moments of an exchange, in seconds. */
static void
mark(struct exchange_clock *clock, double begin, const double at[MOMENTS])
{
	for (int m = 0; m < MOMENTS; m++) {
		time_now = begin + at[m];
		ck_assert_int_eq(exchange_clock_mark(clock, (enum exchange_moment)m, NULL), 0);
	}
}

static const struct {
	double at[MOMENTS]; /* packs, packed, receives, unpacked */
	double seconds;
} exchanges[] = {
	{ { 0, 2, 2, 10 }, 10 },  /* a GPU; */
	{ { 0, 2, 30, 38 }, 10 }, /* a CPU does something else meanwhile */
};

START_TEST(one_exchange)
{
	struct exchange_clock *clock = exchange_clock_new(&streams);
	double spent;

	made = recorded = 0;
	ck_assert_int_eq(exchange_clock_start(clock, 1), 0);
	mark(clock, 100, exchanges[_i].at);
	ck_assert_int_eq(exchange_clock_read(clock, &spent), 0);
	ck_assert_double_eq_tol(spent, exchanges[_i].seconds, 1e-9);
	exchange_clock_free(clock);
	ck_assert_int_eq(made, 0);
}
END_TEST

/* The n-th exchange takes n seconds: those that are timed stand for all. */
static const int counts[] = { 1, 2, 31, 32, 33, 64, 100, 1000 };

START_TEST(some_of_many)
{
	struct exchange_clock *clock = exchange_clock_new(&streams);
	const int count = counts[_i];
	double spent;
	double all = 0;

	made = recorded = 0;
	ck_assert_int_eq(exchange_clock_start(clock, count), 0);
	for (int n = 1; n <= count; n++) {
		const double at[MOMENTS] = { 0, 0.1*n, 0.1*n, n };

		mark(clock, 1000*n, at);
		all += n;
	}
	ck_assert_int_eq(exchange_clock_read(clock, &spent), 0);
	ck_assert_int_le(recorded, MOST_EVENTS);
	ck_assert_int_ge(recorded, count < 16 ? count*MOMENTS : 16*MOMENTS);
	ck_assert_double_eq_tol(spent, all, count <= 32 ? 1e-9 : 0.1*all);
	exchange_clock_free(clock);
}
END_TEST

START_TEST(not_started)
{
	const double at[MOMENTS] = { 0, 1, 2, 3 };
	struct exchange_clock *clock = exchange_clock_new(&streams);
	double spent = 1;

	made = recorded = 0;
	mark(clock, 0, at);
	mark(NULL, 0, at);
	ck_assert_int_eq(exchange_clock_start(clock, 0), 0);
	mark(clock, 0, at);
	ck_assert_int_eq(recorded, 0);
	ck_assert_int_eq(exchange_clock_read(clock, &spent), 0);
	ck_assert(spent == 0);
	ck_assert_int_eq(exchange_clock_read(NULL, &spent), 0);
	exchange_clock_free(clock);
}
END_TEST

/* Of subdomains with streams the one that spends most; without, one follows the other. */
static const struct {
	bool concurrent;
	double seconds;
} subdomains[] = { { true, 20 }, { false, 30 } };

START_TEST(of_all_subdomains)
{
	static char stream;
	const double times[2][MOMENTS] = { { 0, 2, 2, 10 }, { 0, 2, 2, 20 } };
	struct streams items[2];
	const struct local_streams all = { .items = items, .end = 2 };
	struct error error;
	double most;

	made = recorded = 0;
	for (int i = 0; i < 2; i++)
		items[i] = (struct streams){ .boundary = subdomains[_i].concurrent ? &stream : NULL,
			.exchange_count = 1, .clock = exchange_clock_new(&streams) };
	ck_assert(local_streams_time(&all, 1, &error));
	for (int i = 0; i < 2; i++)
		mark(items[i].clock, 0, times[i]);
	ck_assert(local_streams_spent(&all, &most, &error));
	ck_assert_double_eq_tol(most, subdomains[_i].seconds, 1e-9);
	for (int i = 0; i < 2; i++)
		exchange_clock_free(items[i].clock);
}
END_TEST

Suite *
exchange_clock_suite(void)
{
	Suite *suite = suite_create("exchange_clock");
	TCase *tests = tcase_create("exchange_clock");

	tcase_add_loop_test(tests, one_exchange, 0, COUNT(exchanges));
	tcase_add_loop_test(tests, some_of_many, 0, COUNT(counts));
	tcase_add_test(tests, not_started);
	tcase_add_loop_test(tests, of_all_subdomains, 0, COUNT(subdomains));
	suite_add_tcase(suite, tests);
	return suite;
}
