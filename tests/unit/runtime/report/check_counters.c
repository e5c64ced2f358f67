/* Counters: what ncu prints is read right, and what goes wrong with it is said. */

#include "runtime/bench/counters_collect.h"
#include "generator/base/files.h"
#include "tests/unit/test_arena.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct error error;

static double
value(const struct launch *launch, const char *column)
{
	for (int i = 0; i < counter_count; i++)
		if (!strcmp(counters[i].column, column))
			return launch->values[i];
	ck_abort_msg("no counter %s", column);
}

static const char *
sample(void)
{
	const char *text;
	size_t size;

	ck_assert(file_read(&arena, "tests/data/counters/raw.csv", &text, &size, &error));
	return text;
}

START_TEST(launches_are_read)
{
	const int small[] = { 64, 2, 1 }, large[] = { 256, 1, 1 }, other[] = { 32, 1, 1 };
	const struct launch *launches;
	const struct launch *found;

	ck_assert_msg(counters_parse(&arena, sample(), &launches, &error), "%s", error.text);
	found = counters_find(launches, "laplap_chasing_idxvar", small);
	ck_assert_ptr_eq(found, launches);
	ck_assert_double_eq(value(found, "dram_read_sectors"), 4718592);
	ck_assert_double_eq(value(found, "l1_hit_pct"), 63.18);
	ck_assert_double_eq(value(found, "gld_sectors"), 61932544);
	ck_assert_double_eq_tol(value(found, "ncu_duration_ns"), 131230, 1e-6);
	ck_assert(isnan(value(found, "shared_conflicts")));

	ck_assert_ptr_null(counters_find(found->next, "laplap_chasing_idxvar", small));
	found = counters_find(found->next, "laplap_chasing_idxvar", large);
	ck_assert_double_eq(value(found, "dram_read_sectors"), 4718593);
	ck_assert_ptr_null(found->next);

	found = counters_find(launches, "laplap_chasing_zloop", small);
	ck_assert_double_eq_tol(value(found, "ncu_duration_ns"), 1171500, 1e-6);
	ck_assert(isnan(value(found, "gld_sectors")));
	ck_assert_ptr_null(counters_find(launches, "laplap_chasing_zloop", other));
	ck_assert_ptr_null(counters_find(launches, "laplap_chasing", small));
}
END_TEST

/* What ncu printed on an H200. */
START_TEST(a_recording_is_read)
{
	const int small[] = { 64, 2, 1 }, large[] = { 256, 1, 1 };
	const struct launch *launches, *found;
	const char *text;
	size_t size;

	ck_assert(file_read(&arena, "tests/data/counters/h200.csv", &text, &size, &error));
	ck_assert_msg(counters_parse(&arena, text, &launches, &error), "%s", error.text);
	found = counters_find(launches, "laplap_chasing_idxvar", small);
	ck_assert_ptr_eq(found, launches);
	ck_assert_double_eq(value(found, "dram_read_sectors"), 18424);
	ck_assert_double_eq(value(found, "l1_hit_pct"), 66.81);
	ck_assert_double_eq(value(found, "gld_sectors"), 314464);
	ck_assert_double_eq(value(found, "ncu_duration_ns"), 3808);
	found = counters_find(launches, "laplap_chasing_zloop", large);
	ck_assert_double_eq(value(found, "gld_sectors"), 220519);
	ck_assert_double_eq(value(found, "ipc"), 0.26);
	ck_assert_ptr_null(found->next);
}
END_TEST

/* The sample counts for two blocks of one kernel and one of another between. */
START_TEST(rows_take_counters_in_order)
{
	struct row rows[] = {
		{ .kernel = "laplap_chasing_naive", .block = "64x2x1", .outcome = OUTCOME_WRONG },
		{ .kernel = "laplap_chasing_idxvar", .block = "64x2x1", .outcome = OUTCOME_MEASURED },
		{ .kernel = "laplap_direct_idxvar", .block = "64x2x1", .outcome = OUTCOME_MEASURED },
		{ .kernel = "laplap_chasing_zloop", .block = "64x2x1", .outcome = OUTCOME_VERIFIED },
		{ .kernel = "laplap_chasing_idxvar", .block = "256x1x1", .outcome = OUTCOME_MEASURED },
		{ .kernel = "laplap_chasing_idxvar", .block = "256x1x1", .outcome = OUTCOME_MEASURED },
	};
	static const bool found[] = { true, true, false, true, true, false };
	static const double sectors[] = { 0, 4718592, 0, 4260101, 4718593, 0 };
	const struct launch *launches;

	ck_assert(counters_parse(&arena, sample(), &launches, &error));
	for (int r = 0; r < 6; r++) {
		const struct counter *c;

		ck_assert_int_eq(row_take_counters(&arena, &rows[r], &launches), found[r]);
		c = rows[r].counters;
		ck_assert(!c == !sectors[r]);
		while (c && strcmp(c->name, "dram__sectors_read.sum"))
			c = c->next;
		if (c)
			ck_assert_double_eq(c->value, sectors[r]);
	}
	/* Of what ncu has no number there is no counter. */
	for (const struct counter *c = rows[3].counters; c; c = c->next)
		ck_assert_str_ne(c->name, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum");
}
END_TEST

/* A kernel that is launched three times: 1, 2 and 5 us, the second without an occupancy. */
START_TEST(launches_of_a_row_are_put_together)
{
	static const char text[] =
		"\"ID\",\"Kernel Name\",\"Block Size\",\"dram__sectors_read.sum\","
		"\"sm__warps_active.avg.pct_of_peak_sustained_active\",\"gpu__time_duration.sum\"\n"
		"\"\",\"\",\"\",\"sector\",\"%\",\"ns\"\n"
		"\"0\",\"f\",\"(256, 1, 1)\",\"100\",\"10\",\"1,000\"\n"
		"\"1\",\"f\",\"(256, 1, 1)\",\"20\",\"n/a\",\"2,000\"\n"
		"\"2\",\"f\",\"(256, 1, 1)\",\"3\",\"70\",\"5,000\"\n";
	static const double expected[] = { 123, 60, 8000 };
	struct row row = { .kernel = "f", .block = "256x1x1", .facts = { .launches = 4 } };
	const struct launch *launches, *left;
	const struct counter *c;
	int known = 0;

	ck_assert_msg(counters_parse(&arena, text, &launches, &error), "%s", error.text);
	left = launches;
	ck_assert(!row_take_counters(&arena, &row, &left));
	ck_assert_ptr_eq(left, launches);
	row.facts.launches = 3;
	ck_assert(row_take_counters(&arena, &row, &left));
	ck_assert_ptr_null(left);
	for (c = row.counters; c; c = c->next)
		ck_assert_double_eq_tol(c->value, expected[known++], 1e-9);
	ck_assert_int_eq(known, 3);
}
END_TEST

static const char *const no_tables[] = {
	"", "==ERROR== No kernels were profiled.\n", "\"ID\",\"Kernel Name\"\n\"\",\"\"\n",
	"\"ID\",\"Kernel Name\",\"Block Size\"\n",
	("\"ID\",\"Kernel Name\",\"Block Size\",\"Metric Name\",\"Metric Value\"\n"
		"\"0\",\"f\",\"(1, 1, 1)\",\"dram__sectors_read.sum\",\"1\"\n"),
	"\"ID\",\"Kernel Name\",\"Block Size\"\n\"\",\"\",\"\"\n\"0\",\"f\"\n",
	"\"ID\",\"Kernel Name\",\"Block Size\"\n\"\",\"\",\"\"\n\"0\",\"f\",\"64x2x1\"\n",
	"\"ID\",\"Kernel Name\",\"Block Size\"\n\"\",\"\",\"\"\n\"0\",\"f\",\"(1, 1, 1\n",
};

START_TEST(other_texts_are_refused)
{
	const struct launch *launches;

	ck_assert(!counters_parse(&arena, no_tables[_i], &launches, &error));
	ck_assert_uint_gt(strlen(error.text), 10);
}
END_TEST

/* --- With a program in the place of ncu ----------------------------------- */

static const char *const stencils[] = { "laplap", "hdiff", NULL };
static const char *const program[] = { "build/stencilbench", "--profile", NULL };

static void
pretend(const char *script)
{
	static const char path[] = "build/tests/ncu";

	ck_assert_int_ne(file_write(path, script, strlen(script), &error), WRITE_FAILED);
	ck_assert_int_eq(chmod(path, 0755), 0);
	setenv("NCU", path, 1);
	setenv("STENCILGEN_CACHE", "build/tests", 1);
}

START_TEST(ncu_is_asked_for_all)
{
	const struct launch *launches;

	pretend("#!/bin/sh\n"
		"case \"$*\" in\n"
		"*'--page raw --print-units base --metrics smsp__sass'*'.sum --kernel-name regex:^(laplap|hdiff)_"
		" build/stencilbench --profile') cat tests/data/counters/raw.csv ;;\n"
		"*) echo \"==ERROR== asked for $*\"; exit 1 ;;\n"
		"esac\n");
	ck_assert_msg(counters_collect(&arena, program, stencils, &launches, &error),
		"%s", error.text);
	ck_assert_double_eq(value(launches, "ipc"), 1.27);
}
END_TEST

START_TEST(unknown_metrics_are_left_out)
{
	const struct launch *launches;

	pretend("#!/bin/sh\n"
		"case \"$*\" in\n"
		"*lts__t_sector_hit_rate.pct*) echo '==ERROR== Failed to find metric lts__t_sector_hit_rate.pct';"
		" exit 1 ;;\n"
		"*) cat tests/data/counters/raw.csv ;;\n"
		"esac\n");
	ck_assert_msg(counters_collect(&arena, program, stencils, &launches, &error),
		"%s", error.text);
	ck_assert(isnan(value(launches, "l2_hit_pct")));
	ck_assert_double_eq(value(launches, "ipc"), 1.27);
}
END_TEST

START_TEST(refusal_is_reported)
{
	const struct launch *launches;

	pretend("#!/bin/sh\n"
		"echo '==PROF== Connected'\n"
		"echo '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access them'\n"
		"exit 9\n");
	ck_assert(!counters_collect(&arena, program, stencils, &launches, &error));
	ck_assert_str_eq(error.text, "ncu ended with status 9: ERR_NVGPUCTRPERM - The user does not have"
		" permission to access them");
}
END_TEST

START_TEST(without_ncu)
{
	const struct launch *launches;

	setenv("NCU", "no-such-ncu", 1);
	setenv("CUDA_HOME", "/nowhere", 1);
	if (!access("/usr/local/cuda/bin/ncu", X_OK))
		return;
	ck_assert(!counters_collect(&arena, program, stencils, &launches, &error));
	ck_assert_ptr_nonnull(strstr(error.text, "ncu is neither"));
}
END_TEST

Suite *
counters_suite(void)
{
	Suite *suite = suite_create("counters");
	TCase *tests = tcase_create("counters");

	tcase_add_checked_fixture(tests, NULL, free_arena);
	tcase_add_test(tests, launches_are_read);
	tcase_add_test(tests, a_recording_is_read);
	tcase_add_test(tests, rows_take_counters_in_order);
	tcase_add_test(tests, launches_of_a_row_are_put_together);
	tcase_add_loop_test(tests, other_texts_are_refused, 0, sizeof no_tables/sizeof *no_tables);
	tcase_add_test(tests, ncu_is_asked_for_all);
	tcase_add_test(tests, unknown_metrics_are_left_out);
	tcase_add_test(tests, refusal_is_reported);
	tcase_add_test(tests, without_ncu);
	suite_add_tcase(suite, tests);
	return suite;
}
