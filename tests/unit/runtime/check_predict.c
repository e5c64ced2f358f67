/* Predicted times against those that were measured on a GPU, of several hundred kernels. */

#include "generator/compile.h"
#include "generator/variants/variant_words.h"
#include "runtime/bench/bench.h"
#include "runtime/bench/forecast.h"
#include "runtime/formats/csv.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *predict_suite(void);

#define LEAST_RATIO 0.33
#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

/* Of the GPU of the measurements. */
enum { MULTIPROCESSORS = 132, THREADS = 2048, BYTES_PER_CLOCK = 128 };

static const char *const measured[] = {
	"blocks", "fastwaves", "fastwaves-tiles", "fastwaves-wide", "flat", "flat-tiles", "flat-wide", "flat-wide-float", "laplacian-float",
	"marching", "planes", "planes-wide", "stars", "stars-wide", "tiles",
};

static int
number(const struct csv *csv, int row, const char *column) { return (int)csv_number(csv, row, column); }

static double
predicted(struct arena *arena, const struct csv *csv, int row)
{
	struct diagnostics diagnostics = { .out = stderr };
	const enum type precision = strcmp(csv_text(csv, row, "precision"), "float") ? TYPE_DOUBLE : TYPE_FLOAT;
	const struct work work = { .points = csv_number(csv, row, "points"), .bytes = csv_number(csv, row, "bytes") };
	const struct machine machine = {
		.copy = work.bytes/(1e-6*csv_number(csv, row, "hot_copy_us")), .processors = MULTIPROCESSORS,
		.on_chip = (double)MULTIPROCESSORS*BYTES_PER_CLOCK*1e6*csv_number(csv, row, "clock_MHz"),
	};
	struct built kernel = { .variant = { .access = catalogue_find(&access_words, csv_text(csv, row, "access")), .precision = precision } };
	struct candidate candidate = { .kernel = &kernel, .size = { number(csv, row, "size_x"), number(csv, row, "size_y"), number(csv, row, "size_z") } };
	struct unit unit;
	struct launch launch;
	struct demand demand;

	ck_assert(compile_file(arena, &diagnostics, arena_printf(arena, "stencils/%s.stencil", csv_text(csv, row, "stencil")), precision, &unit));
	candidate.plan = unit.plans[0];
	ck_assert_int_eq(sscanf(csv_text(csv, row, "block"), "%dx%dx%d", &candidate.block.x, &candidate.block.y, &candidate.block.z), 3);
	for (int t = TUNABLE_levels_per_thread; t <= TUNABLE_points_per_thread; t++)
		kernel.variant.tunables[t] = number(csv, row, (const char *const[]){ "levels_per_thread", "rows_per_thread", "points_per_thread" }[t]);
	launch = launch_of(&candidate);
	launch.resident = (int)(csv_number(csv, row, "occupancy")*THREADS/(candidate.block.x*candidate.block.y*candidate.block.z) + 0.5);
	demand = demand_of(arena, &candidate, &work, &launch);
	return 1e6*predict(&machine, &demand).seconds;
}

/* A kernel cannot be faster than predicted. Latencies are not part of the model, so some are up to three times as slow. */
START_TEST(predictions_are_near_to_measured_times)
{
	struct arena arena = { 0 };
	struct error error;
	const struct csv *csv = csv_read(&arena, arena_printf(&arena, "runtime/results/h200/regular/data/%s.csv", measured[_i]), &error);

	ck_assert_ptr_nonnull(csv);
	ck_assert_int_gt(csv->row_count, 0);
	for (int r = 0; r < csv->row_count; r++) {
		const double time = csv_number(csv, r, "hot_median_us"), ratio = isnan(time) ? 1 : predicted(&arena, csv, r)/time;

		ck_assert_msg(ratio > LEAST_RATIO && ratio <= 1, "%s, row %d: %.3f", measured[_i], r, ratio);
	}
	arena_free(&arena);
}
END_TEST

/* 8 GB/s, 80 GB/s and 100 Gflop/s on 4 multiprocessors. */
static const struct machine small = { 8e9, 80e9, 100e9, 4 };

static const struct {
	struct demand demand;
	double us;
	enum bound bound;
} demands[] = {
	{ { .bytes = 8e6, .on_chip = 40e6, .flops = 50e6, .blocks = 64, .resident = 2 }, 1000, BOUND_MEMORY },
	{ { .bytes = 8e6, .on_chip = 160e6, .flops = 50e6, .blocks = 64, .resident = 2 }, 2000, BOUND_ON_CHIP },
	{ { .bytes = 8e6, .on_chip = 160e6, .flops = 300e6, .blocks = 64, .resident = 2 }, 3000, BOUND_FLOPS },
	/* Two waves of 8 blocks for 9, which share memory. */
	{ { .bytes = 8e6, .on_chip = 72e6, .blocks = 9, .resident = 2 }, 1600, BOUND_ON_CHIP },
	{ { .bytes = 8e6, .on_chip = 40e6, .blocks = 9, .resident = 2 }, 1000, BOUND_MEMORY },
	/* Two of four multiprocessors. */
	{ { .bytes = 8e6, .on_chip = 72e6, .blocks = 2, .resident = 2 }, 1800, BOUND_ON_CHIP },
	{ { .bytes = 8e6, .on_chip = 72e6 }, 1000, BOUND_MEMORY },
};

START_TEST(the_longest_of_the_times_counts)
{
	const struct predicted_time time = predict(&small, &demands[_i].demand);

	ck_assert_double_eq_tol(1e6*time.seconds, demands[_i].us, 1e-6);
	ck_assert_int_eq(time.bound, demands[_i].bound);
}
END_TEST

START_TEST(what_is_unknown_of_a_machine_counts_nothing)
{
	const struct machine cpu = { .copy = 8e9 };
	const struct demand demand = { .bytes = 8e6, .on_chip = 1e12, .flops = 1e12, .blocks = 1, .resident = 1 };

	ck_assert_double_eq_tol(1e6*predict(&cpu, &demand).seconds, 1000, 1e-6);
}
END_TEST

/* Candidates by access, with predicted and measured times in us. */
struct tried {
	enum access access;
	int rows;
	double predicted, measured;
	bool dropped;
};

static void
leave_out(const struct arguments *arguments, const struct tried *tried, int count, const char *text)
{
	struct tool tool = { .name = "test" };
	const struct bench bench = { .tool = &tool, .arguments = arguments };
	struct left_out left_out = { 0 };
	struct candidate candidates[8] = { 0 };
	struct built kernels[8] = { 0 };
	struct row rows[8] = { 0 };
	int waiting = 0;

	for (int i = 0; i < count; i++) {
		kernels[i].variant = (struct variant){ .access = tried[i].access, .tunables[TUNABLE_rows_per_thread] = tried[i].rows };
		candidates[i] = (struct candidate){ .kernel = &kernels[i], .swept = true, .prediction = { 1e-6*tried[i].predicted, BOUND_ON_CHIP } };
	}
	forecast_wait(candidates, count, NULL);
	for (int i = 0; i < count; i++)
		if (!candidates[i].dropped) {
			rows[i].outcome = OUTCOME_MEASURED;
			rows[i].time[CACHE_HOT] = (struct statistics){ .samples = 9, .median = 1e-6*tried[i].measured };
			candidates[i].row = &rows[i];
		} else
			waiting += !tried[i].dropped;
	ck_assert_int_eq(forecast_drop(&bench, candidates, count, &left_out), waiting);
	for (int i = 0; i < count; i++)
		ck_assert_msg(!candidates[i].dropped == !tried[i].dropped, "%d", i);
	if (text)
		ck_assert_str_eq(left_out_text(&tool.arena, &left_out), text);
	else
		ck_assert_ptr_null(left_out_text(&tool.arena, &left_out));
	arena_free(&tool.arena);
}

static const struct arguments unnamed = { .storage = "all", .access = "all", .fields = "all", .levels = "all" };

START_TEST(kernels_that_cannot_be_the_fastest_are_left_out)
{
	static const struct tried stars[] = {
		{ ACCESS_idxvar, 0, 377, 0, true }, { ACCESS_wide, 2, 237, 380, false }, { ACCESS_wide, 4, 240, 395, false },
		{ ACCESS_planes, 2, 237, 295, false }, { ACCESS_naive, 0, 300, 0, true },
	};

	leave_out(&unnamed, stars, COUNT(stars), "2 of 5 kernels with a block are left out: others are faster than they are predicted to be"
		" (shared memory and L1 2)");
	/* It waits, but may be the fastest; and it does not wait. */
	leave_out(&unnamed, (const struct tried[]){ { ACCESS_idxvar, 0, 377, 0, false }, { ACCESS_wide, 2, 237, 380, false } }, 2, NULL);
	leave_out(&unnamed, (const struct tried[]){ { ACCESS_idxvar, 0, 290, 600, false }, { ACCESS_wide, 2, 237, 380, false } }, 2, NULL);
}
END_TEST

START_TEST(what_is_named_is_measured)
{
	struct arguments named = unnamed;
	static const struct tried accesses_named[] = {
		{ ACCESS_idxvar, 0, 377, 0, false }, { ACCESS_idxvar, 0, 380, 0, true }, { ACCESS_planes, 1, 237, 295, false },
		{ ACCESS_planes, 2, 400, 0, true },
	};
	static const struct tried rows_named[] = {
		{ ACCESS_idxvar, 0, 377, 0, false }, { ACCESS_planes, 1, 237, 295, false }, { ACCESS_planes, 2, 400, 0, false },
		{ ACCESS_planes, 2, 410, 0, true },
	};

	named.access = "idxvar,planes";
	leave_out(&named, accesses_named, COUNT(accesses_named), "2 of 4 kernels with a block are left out: others are faster than they are"
		" predicted to be (shared memory and L1 2)");
	named.access = "all";
	named.tunables[TUNABLE_rows_per_thread] = "1,2";
	leave_out(&named, rows_named, COUNT(rows_named), "1 of 4 kernels with a block are left out: others are faster than they are"
		" predicted to be (shared memory and L1 1)");
}
END_TEST

Suite *
predict_suite(void)
{
	Suite *suite = suite_create("predict");
	TCase *tests = tcase_create("predict");

	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, predictions_are_near_to_measured_times, 0, COUNT(measured));
	tcase_add_loop_test(tests, the_longest_of_the_times_counts, 0, COUNT(demands));
	tcase_add_test(tests, what_is_unknown_of_a_machine_counts_nothing);
	tcase_add_test(tests, kernels_that_cannot_be_the_fastest_are_left_out);
	tcase_add_test(tests, what_is_named_is_measured);
	suite_add_tcase(suite, tests);
	return suite;
}
