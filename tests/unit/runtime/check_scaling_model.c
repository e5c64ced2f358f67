/* The model of weak scaling against numbers worked out by hand, and the fit of messages. */

#include "runtime/scaling/scaling_model.h"

#include <check.h>

Suite *scaling_model_suite(void);

/* The Laplacian twice on 512x512x64 doubles, cut across y, one neighbour: 2 rows of 508 columns. */
static const struct model_part laplap = {
	.step = 69.6e-6, .bandwidth = 3.9e12, .bytes = 2.0*508*64*8, .messages = 1, .seam = 2/508.0, .redundant = 2/508.0,
};
static const struct network network = { 10e-6, 100e9 };

START_TEST(predicts)
{
	const struct model_times every_step = model_times(&laplap, &network, 1), every_4 = model_times(&laplap, &network, 4);

	/* 2*(2 + 0.267) + 10 + 5.202 us */
	ck_assert_double_eq_tol(every_step.exchange, 19.73e-6, 0.01e-6);
	ck_assert_double_eq_tol(every_step.serial, 89.33e-6, 0.01e-6);
	/* 69.6 + 0.274 + 0.8 + 0.5 */
	ck_assert_double_eq_tol(every_step.overlapped, 71.17e-6, 0.01e-6);
	ck_assert_double_eq_tol(every_4.exchange, (4 + 10 + 4*(5.202 + 0.534))*1e-6, 0.01e-6);
	ck_assert_double_eq_tol(every_4.serial, (69.6 + 0.411 + (14 + 4*5.736)/4)*1e-6, 0.03e-6);
}
END_TEST

START_TEST(hides_no_more_than_there_is)
{
	const struct network slow = { 1e-3, 1e9 };
	const struct model_times times = model_times(&laplap, &slow, 1);

	ck_assert_double_eq(times.overlapped, times.exchange);
}
END_TEST

START_TEST(is_alone)
{
	struct model_part alone = laplap;
	struct model_times times;

	alone.messages = 0;
	times = model_times(&alone, &network, 2);
	ck_assert_double_eq(times.exchange, 0);
	ck_assert_double_eq(times.overlapped, alone.step);
}
END_TEST

START_TEST(fits)
{
	struct ping_row rows[PING_ROWS] = { { 0 } };
	struct network found;

	for (int i = 0; i < PING_ROWS; i++) {
		rows[i].bytes = (size_t)8 << i;
		rows[i].half = 5e-6 + (double)rows[i].bytes/400e9;
	}
	found = ping_fit(rows, PING_ROWS);
	ck_assert_double_eq_tol(found.latency, 5e-6, 1e-9);
	ck_assert_double_eq_tol(found.bandwidth, 400e9, 1e6);
}
END_TEST

Suite *
scaling_model_suite(void)
{
	Suite *suite = suite_create("scaling model");
	TCase *tests = tcase_create("model");

	tcase_add_test(tests, predicts);
	tcase_add_test(tests, hides_no_more_than_there_is);
	tcase_add_test(tests, is_alone);
	tcase_add_test(tests, fits);
	suite_add_tcase(suite, tests);
	return suite;
}
