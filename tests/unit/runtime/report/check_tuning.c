/* Tuning files: written and read back, and which kernel is chosen. */

#include "runtime/rows/tuning.h"
#include "tests/unit/test_arena.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *tuning_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

#define BEST_OF(stencil, size, order, storage, access, levels, median) \
	"best: stencil=" stencil " size=" size " precision=double order=" order " storage=" storage \
	" access=" access " fields=soa" levels " block=64x2x1 median_us=" median " text=0\n"
#define BEST(stencil, size, order, storage, access, median) \
	BEST_OF(stencil, size, order, storage, access, " levels=outermost", median)

static const char tuning_text[] =
	"# What stencilbench --tune found best; for stencilrun --tuned and stencilgen --tuned.\n"
	"backend: cuda\n"
	"device: NVIDIA: H200\n"
	BEST_OF("laplap", "8x8x8", "-", "regular", "naive", " levels=-", "9.5")
	BEST("laplap", "8x8x8", "row", "chasing", "idxvar", "12.0")
	BEST("laplap", "16x8x8", "-", "regular", "idxvar", "10.0")
	BEST_OF("waves", "8x8x8", "row", "direct", "naive", " levels=outermost", "5.0")
	BEST_OF("waves", "8x8x8", "hilbert", "direct", "idxvar", " levels=innermost", "4.0")
	"best: stencil=hdiff size=8x8x8 precision=float order=row storage=direct access=zslice fields=aos"
	" levels=outermost block=- levels-per-thread=4 median_us=1 text=1\n"
	BEST_OF("heat", "8x8x8", "-", "regular", "idxvar", " levels=-", "5")
	"best: stencil=heat size=8x8x8 precision=double order=- storage=regular access=temporal fields=soa levels=- block=64x2x1"
	" steps-per-launch=3 median_us=12 text=0\n"
	"best: stencil=heat size=8x8x8 precision=double order=- storage=regular access=temporal_warp fields=soa levels=- block=32x1x1"
	" steps-per-launch=8 median_us=24 text=0\n";

static const char tuning_path[] = "build/tests/tuned.txt";

static bool
read_tuning(const char *text, struct tuning *tuning, struct error *error)
{
	FILE *out = fopen(tuning_path, "w");

	ck_assert_ptr_nonnull(out);
	fputs(text, out);
	fclose(out);
	return tuning_read(&arena, tuning_path, tuning, error);
}

START_TEST(tuning_files_come_back)
{
	struct tuning tuning;
	struct error error;
	char *text = NULL;
	size_t length;
	FILE *out;

	ck_assert_msg(read_tuning(tuning_text, &tuning, &error), "%s", error.text);
	out = open_memstream(&text, &length);
	tuning_write(&tuning, out);
	fclose(out);
	ck_assert_str_eq(text, tuning_text);
	free(text);
	ck_assert_str_eq(tuning_fact(&tuning, "device"), "NVIDIA: H200");
	ck_assert_str_eq(tuning_fact(&tuning, "driver"), "");
}
END_TEST

/* From before there was a choice. */
START_TEST(old_files_mean_levels_outermost)
{
	struct tuning tuning;
	struct error error;

	ck_assert_msg(read_tuning("backend: cuda\n" BEST_OF("laplap", "8x8x8", "row", "direct", "naive", "", "9.5"),
		&tuning, &error), "%s", error.text);
	ck_assert_str_eq(tuning.best->levels, "outermost");
}
END_TEST

static const char *const no_tunings[] = {
	"", "backend: cuda\n", "hello\n", "best: stencil=laplap\n", "best: laplap\n",
	BEST("laplap", "8x8x8", "-", "regular", "naive", ""),
	BEST("laplap", "8x8x8", "-", "regular", "naive speed=9", "1"),
	BEST_OF("laplap", "8x8x8", "-", "regular", "naive", " levels=", "1"),
	BEST("laplap", "8x8x8", "-", "regular", "naive levels-per-thread=0", "1"),
	BEST("laplap", "8x8x8", "-", "regular", "naive levels-per-thread=1025", "1"),
	BEST("laplap", "8x8x8", "-", "regular", "naive levels-per-thread=x", "1"),
};

START_TEST(other_files_are_no_tunings)
{
	struct tuning tuning;
	struct error error = { 0 };

	ck_assert(!read_tuning(no_tunings[_i], &tuning, &error));
	ck_assert_msg(!strncmp(error.text, tuning_path, strlen(tuning_path)), "%s", error.text);
}
END_TEST

static const struct {
	struct wish wish;
	const char *access; /* NULL: there is none */
} wishes[] = {
	{ { .stencil = "laplap", .size = "8x8x8" }, "naive" },
	{ { .stencil = "laplap", .size = "16x8x8" }, "idxvar" },
	{ { .stencil = "laplap" }, "naive" },
	{ { .stencil = "laplap", .size = "8x8x8", .storage = "chasing" }, "idxvar" },
	{ { .stencil = "laplap", .size = "8x8x8", .order = "row" }, "naive" },
	{ { .stencil = "laplap", .order = "row", .storage = "chasing" }, "idxvar" },
	{ { .stencil = "laplap", .order = "hilbert", .storage = "chasing" }, NULL },
	{ { .stencil = "laplap", .access = "zloop" }, NULL },
	{ { .stencil = "laplap", .precision = "float" }, NULL },
	{ { .stencil = "hdiff", .precision = "float", .fields = "aos" }, "zslice" },
	{ { .stencil = "laplap", .size = "8x8x8", .levels = "outermost" }, "naive" },
	{ { .stencil = "laplap", .levels = "innermost" }, NULL },
	{ { .stencil = "waves" }, "idxvar" },
	{ { .stencil = "waves", .levels = "innermost" }, "idxvar" },
	{ { .stencil = "waves", .levels = "outermost" }, "naive" },
	{ { .stencil = "copy" }, NULL },
	/* 5, 4 and 3 us a step. */
	{ { .stencil = "heat" }, "temporal_warp" },
	{ { .stencil = "heat", .steps = 1 }, "idxvar" },
	{ { .stencil = "heat", .steps = 3 }, "temporal" },
	{ { .stencil = "heat", .steps = 4 }, NULL },
	{ { .stencil = "heat", .most_steps = 7 }, "temporal" },
	{ { .stencil = "heat", .most_steps = 2 }, "idxvar" },
	{ { .stencil = "heat", .most_steps = 20, .multiple = 6 }, "temporal" },
	{ { .stencil = "heat", .most_steps = 20, .multiple = 10 }, "idxvar" },
};

START_TEST(wishes_are_met)
{
	const struct tuned *tuned;
	struct tuning tuning;
	struct error error;

	ck_assert(read_tuning(tuning_text, &tuning, &error));
	tuned = tuning_find(&tuning, &wishes[_i].wish);
	ck_assert_msg(wishes[_i].access ? tuned && !strcmp(tuned->access, wishes[_i].access) : !tuned, "%s",
		tuned ? tuned->access : "none");
}
END_TEST

START_TEST(machines_are_told_apart)
{
	const struct environment_entry same[] = {
		{ "device", "NVIDIA: H200" }, { "more", "here" }, { "backend", "cuda" }, { NULL, NULL },
	};
	const struct environment_entry other[] = {
		{ "backend", "cuda" }, { "device", "NVIDIA H100" }, { NULL, NULL },
	};
	struct tuning tuning;
	struct error error;

	ck_assert(read_tuning(tuning_text, &tuning, &error));
	ck_assert_ptr_null(tuning_differs(&arena, &tuning, same));
	ck_assert_str_eq(tuning_differs(&arena, &tuning, other),
		"build/tests/tuned.txt was tuned with device 'NVIDIA: H200', here it is 'NVIDIA H100'");
	ck_assert_ptr_nonnull(tuning_differs(&arena, &tuning, same + 1));
}
END_TEST

/* Samples in microseconds: their interval is all of them where they are few. */
static const struct {
	double samples[4];
	int disturbed;
	const char *noise; /* how it begins; NULL: good */
} noises[] = {
	{ { 100, 101, 102, 103 }, 0, NULL },
	{ { 100, 104, 106, 109 }, 0, NULL },
	{ { 100, 104, 106, 120 }, 0, "their median may be 100 us or 120 us" },
	{ { 100, 101, 102, 103 }, 3, "other programs disturbed 3 of 4 samples" },
	{ { 0 }, 0, "there are none" },
};

START_TEST(noise_is_told)
{
	struct row row = { 0 };
	struct series *series = &row.series[CACHE_HOT];
	const char *noise, *expected = noises[_i].noise;

	for (int i = 0; i < 4 && noises[_i].samples[i] > 0; i++)
		samples_add(&arena, &series->good, 1e-6*noises[_i].samples[i]);
	series->disturbed.count = noises[_i].disturbed;
	series->noisy = noises[_i].disturbed > 0;
	row.time[CACHE_HOT] = statistics(series->good.seconds, series->good.count);
	noise = row_noise(&arena, &row);
	ck_assert_msg(expected ? noise && !strcmp(noise, expected) : !noise, "%s", noise ? noise : "none");
}
END_TEST

Suite *
tuning_suite(void)
{
	Suite *suite = suite_create("tuning");
	TCase *tests = tcase_create("tuning");

	tcase_add_checked_fixture(tests, NULL, free_arena);
	tcase_add_test(tests, tuning_files_come_back);
	tcase_add_test(tests, old_files_mean_levels_outermost);
	tcase_add_loop_test(tests, other_files_are_no_tunings, 0, COUNT(no_tunings));
	tcase_add_loop_test(tests, wishes_are_met, 0, COUNT(wishes));
	tcase_add_test(tests, machines_are_told_apart);
	tcase_add_loop_test(tests, noise_is_told, 0, COUNT(noises));
	suite_add_tcase(suite, tests);
	return suite;
}
