/* What stencilbench is made of: lists and ranges, the model that leaves blocks out,
 * how samples are taken, and the files that rows go to and come from. */

#include "runtime/bench/axes.h"
#include "generator/base/files.h"
#include "runtime/report/journal.h"
#include "runtime/formats/json.h"
#include "runtime/bench/sampling.h"
#include "runtime/bench/prune.h"
#include "runtime/report/report_csv.h"
#include "runtime/report/report_json.h"
#include "runtime/report/report_table.h"
#include "runtime/report/row_json.h"
#include "runtime/report/tuning.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Suite *bench_suite(void);

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

/* --- Lists and ranges --- */

/* A list of numbers up to 1024, and what it is; "" if it is none. */
static const char *const number_lists[][2] = {
	{ "1", "1" }, { "1024", "1024" }, { "3,1,2", "3 1 2" }, { "1..4", "1 2 3 4" },
	{ "1,4..6,9", "1 4 5 6 9" }, { "8..64x2", "8 16 32 64" }, { "8..63x2", "8 16 32" },
	{ "1..9+4", "1 5 9" }, { "1..10+4", "1 5 9" }, { "5..5", "5" }, { "1..1000x10", "1 10 100 1000" },
	{ "", "" }, { "0", "" }, { "1025", "" }, { "-1", "" }, { "+1", "" }, { " 1", "" }, { "1 ", "" },
	{ "1,", "" }, { ",1", "" }, { "1,,2", "" }, { "5..2", "" }, { "1..", "" }, { "..3", "" },
	{ "1...3", "" }, { "1..4x1", "" }, { "1..4x", "" }, { "1..4+", "" }, { "1..4+0", "" }, { "1x2", "" },
	{ "1..4x2x2", "" }, { "a", "" }, { "1..b", "" }, { "0x10", "" }, { "99999999999999999999", "" },
	{ "1..99999999999", "" },
};

START_TEST(numbers_and_ranges)
{
	int *numbers;
	const int count = read_numbers(&arena, number_lists[_i][0], 1024, &numbers);
	const char *got = "";

	for (int i = 0; i < count; i++)
		got = arena_printf(&arena, "%s%s%d", got, i ? " " : "", numbers[i]);
	ck_assert_msg(!strcmp(got, number_lists[_i][1]), "'%s' is '%s'", number_lists[_i][0], got);
}
END_TEST

static const char *const size_lists[][2] = {
	{ "8x4x2", "8x4x2" }, { "8x4x2,1x1x1", "8x4x2 1x1x1" },
	{ "8x8x4..32x16x4", "8x8x4 16x16x4 32x16x4" }, { "12x8x4..40x8x4", "12x8x4 24x8x4 40x8x4" },
	{ "8x8x8..8x8x8", "8x8x8" }, { "4x4x4..8x8x8,2x2x2", "4x4x4 8x8x8 2x2x2" },
	{ "", "" }, { "8x4", "" }, { "8x4x2,", "" }, { "8x4x2..", "" }, { "8x4x2..4x4x2", "" },
	{ "..8x4x2", "" }, { "8x4x2..16", "" }, { "sweep", "" },
};

START_TEST(sizes_and_ranges)
{
	struct triple *sizes;
	const int count = read_sizes(&arena, size_lists[_i][0], &sizes);
	const char *got = "";

	for (int i = 0; i < count; i++)
		got = arena_printf(&arena, "%s%s%s", got, i ? " " : "", triple_text(&arena, sizes[i]));
	ck_assert_msg(!strcmp(got, size_lists[_i][1]), "'%s' is '%s'", size_lists[_i][0], got);
}
END_TEST

static bool
is_power_of_two(int n)
{
	return n > 0 && !(n & (n - 1));
}

/* Of x = 2^a, y = 2^b, z = 2^c with a >= 5 and a + b + c <= 10 there are 56; 21 of
 * them with c = 0. Whole warps have three narrow ones besides. */
static const struct {
	enum access access;
	int count, narrow;
} swept[] = {
	{ ACCESS_naive, 56, 0 }, { ACCESS_zslice, 56, 0 }, { ACCESS_zloop, 21, 0 }, { ACCESS_warp, 59, 3 },
};

START_TEST(blocks_of_a_sweep)
{
	struct triple *blocks;
	const int count = sweep_blocks(&arena, swept[_i].access, &blocks);
	int narrow = 0;

	ck_assert_int_eq(count, swept[_i].count);
	for (int i = 0; i < count; i++) {
		const int shape[] = { blocks[i].x, blocks[i].y, blocks[i].z };
		const int threads = shape[0]*shape[1]*shape[2];

		ck_assert(is_power_of_two(shape[0]) && is_power_of_two(shape[1]) && is_power_of_two(shape[2]));
		ck_assert(threads >= 32 && threads <= 1024);
		ck_assert(!why_block_illegal(TARGET_cuda, swept[_i].access, shape));
		narrow += shape[0] < 32;
		for (int j = 0; j < i; j++)
			ck_assert(memcmp(&blocks[i], &blocks[j], sizeof *blocks));
	}
	ck_assert_int_eq(narrow, swept[_i].narrow);
}
END_TEST

/* --- The model --- */

static const struct device_info device_of_ten = { .processors = 10, .threads = 2048 };

static const struct {
	struct launch launch;
	const char *why; /* how it begins; NULL: good */
} launches[] = {
	{ { .threads = 1000, .started = 1000, .blocks = 10 }, NULL },
	{ { .threads = 500, .started = 1000, .blocks = 10 }, NULL },
	{ { .threads = 499, .started = 1000, .blocks = 10 }, "more than half" },
	{ { .threads = 1000, .started = 1000, .blocks = 9 }, "fewer blocks" },
	/* Twenty blocks make a wave. */
	{ { .threads = 1, .started = 1, .blocks = 15, .resident = 2, .occupancy = 1 }, NULL },
	{ { .threads = 1, .started = 1, .blocks = 20, .resident = 2, .occupancy = 1 }, NULL },
	{ { .threads = 1, .started = 1, .blocks = 21, .resident = 2, .occupancy = 1 }, "few waves" },
	{ { .threads = 1, .started = 1, .blocks = 28, .resident = 2, .occupancy = 1 }, "few waves" },
	{ { .threads = 1, .started = 1, .blocks = 29, .resident = 2, .occupancy = 1 }, NULL },
	{ { .threads = 1, .started = 1, .blocks = 41, .resident = 2, .occupancy = 1 }, "few waves" },
	{ { .threads = 1, .started = 1, .blocks = 61, .resident = 2, .occupancy = 1 }, NULL },
	{ { .threads = 1, .started = 1, .blocks = 1000, .resident = 1, .occupancy = 0.125 }, "an eighth" },
	{ { .threads = 1, .started = 1, .blocks = 1000, .resident = 1, .occupancy = 0.1875 }, NULL },
};

START_TEST(hopeless_launches)
{
	const char *why = why_pruned(&launches[_i].launch, &device_of_ten);
	const char *expected = launches[_i].why;

	ck_assert_msg(expected ? why && !strncmp(why, expected, strlen(expected)) : !why, "%s",
		why ? why : "good");
}
END_TEST

static struct stencil bordered = {
	.name = "bordered", .border = { .low = { 2, 2, 0 }, .high = { 2, 2, 0 } },
};
static const struct plan plan_of_bordered = { .stencil = &bordered };

/* Of 512x512x64 cells with a halo of two, 508x508x64 are to do. */
static const struct {
	enum storage storage;
	enum access access;
	struct triple block;
	int levels;
	double threads, started, blocks;
} grids[] = {
	{ STORAGE_regular, ACCESS_naive, { 64, 2, 1 }, 0, 508.*508*64, 512.*508*64, 8.*254*64 },
	{ STORAGE_regular, ACCESS_naive, { 128, 4, 2 }, 0, 508.*508*64, 512.*508*64, 4.*127*32 },
	{ STORAGE_regular, ACCESS_zloop, { 64, 2, 1 }, 0, 508.*508, 512.*508, 8.*254 },
	{ STORAGE_regular, ACCESS_zslice, { 64, 2, 1 }, 0, 508.*508*8, 512.*508*8, 8.*254*8 },
	{ STORAGE_regular, ACCESS_zslice, { 64, 2, 1 }, 5, 508.*508*13, 512.*508*13, 8.*254*13 },
	/* 258064 columns are 505 rows of 512, the last not full. */
	{ STORAGE_chasing, ACCESS_naive, { 64, 1, 1 }, 0, 508.*508*64, 512.*505*64, 8.*505*64 },
	{ STORAGE_chasing, ACCESS_naive, { 64, 2, 1 }, 0, 508.*508*64, 512.*506*64, 8.*253*64 },
};

START_TEST(launches_of_candidates)
{
	struct built kernel = { .variant = {
		.storage = grids[_i].storage, .access = grids[_i].access,
		.tunables[TUNABLE_levels_per_thread] = grids[_i].levels,
	} };
	const struct candidate candidate = {
		.plan = &plan_of_bordered, .kernel = &kernel, .size = { 512, 512, 64 },
		.block = grids[_i].block,
	};
	const struct launch launch = launch_of(&candidate);

	ck_assert_double_eq(launch.threads, grids[_i].threads);
	ck_assert_double_eq(launch.started, grids[_i].started);
	ck_assert_double_eq(launch.blocks, grids[_i].blocks);
}
END_TEST

/* --- How samples are taken --- */

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

/* --- Files of rows --- */

static const struct environment_entry environment[] = {
	{ "program", "stencilbench 0" }, { "backend", "cuda" }, { "device", "A \"device\", of ours" },
	{ NULL, NULL },
};

/* Samples that a clock of whole nanoseconds might give, always the same. */
static void
fake_series(struct row *row, enum cache cache, double seconds, int count)
{
	struct series *series = &row->series[cache];

	series->seconds = arena_array(&arena, double, count);
	series->count = series->room = count;
	series->clock = 1.98e9;
	for (int i = 0; i < count; i++)
		series->seconds[i] = seconds + 1e-9*((17*i) % 40);
	row->time[cache] = statistics(series->seconds, count);
	for (int y = 0; y < YARDSTICK_COUNT; y++)
		row->yardstick[y][cache] = 66.5e-6 + 1e-6*y;
}

static struct row *
fake_row(const char *storage, const char *access, const char *order, const char *block)
{
	struct row *row = arena_new(&arena, struct row);

	*row = (struct row){
		.kernel = arena_printf(&arena, "laplap_%s_%s", storage, access), .stencil = "laplap",
		.storage = storage, .access = access, .fields = "soa", .precision = "double", .order = order,
		.block = block, .size = { 512, 512, 64 }, .alignment = 128,
		.key = arena_printf(&arena, "%s-%s-%s-%s", storage, access, order, block), .note = "",
		.points = 16516096, .bytes = 264257536, .flops = 495482880,
		.facts = { .registers = 40, .shared = 1024, .resident = 16, .occupancy = 1, .threads = 128,
			.blocks = 130048, .launches = 1 },
	};
	return row;
}

/* Of a sparse grid, with as many empty launches. */
static struct row *
fake_sparse_row(const char *stencil, const char *access, int count, double seconds)
{
	struct row *row = fake_row("sparse", access, "-", "-");

	row->kernel = arena_printf(&arena, "%s_sparse_%s_d10_l7_pad", stencil, access);
	row->stencil = stencil;
	memset(row->size, 0, sizeof row->size);
	row->alignment = 0;
	row->dim = 10;
	row->level = 7;
	row->padded = 1;
	row->points = 397825;
	row->bytes = 14428560;
	row->flops = 11934750;
	row->facts.launches = count;
	fake_series(row, CACHE_COLD, seconds, 20);
	fake_series(row, CACHE_HOT, seconds - 1e-6, 20);
	row->floor[CACHE_COLD] = row->floor[CACHE_HOT] = 2.3e-6*count;
	row->yardstick[YARDSTICK_STREAM][CACHE_COLD] = row->yardstick[YARDSTICK_STREAM][CACHE_HOT] = 0;
	return row;
}

static void
add_sparse_rows(struct results *results)
{
	struct row *row = fake_sparse_row("hierarchize", "fused", 2, 40.25e-6);

	row->graph = 1;
	results_add(results, row);
	/* The other one is replayed. */
	results_add(results, fake_sparse_row("hierarchize", "basic", 60, 321e-6));
	results_add(results, fake_sparse_row("hierarchize", "ichg1_inv3", 10, 80.25e-6));
	row = fake_sparse_row("evaluate", "tree", 1, 3.3e-3);
	row->probes = 100000;
	row->checked = 12345;
	results_add(results, row);
}

static void
fake_results(struct results *results)
{
	struct counter *counter = arena_new(&arena, struct counter);
	struct row *row;

	results_open(results, &arena, environment, "stencilbench --csv \"a, b.csv\"");
	row = fake_row("regular", "naive", "-", "64x2x1");
	fake_series(row, CACHE_COLD, 95.7e-6, 20);
	fake_series(row, CACHE_HOT, 93.2e-6, 20);
	row->difference[CACHE_COLD] = DIFFERENCE_SAME;
	row->relative[CACHE_COLD] = 1.001;
	results_add(results, row);
	row = fake_row("regular", "naive", "-", "128x1x1");
	fake_series(row, CACHE_COLD, 105.7e-6, 5);
	fake_series(row, CACHE_HOT, 103.2e-6, 5);
	row->series[CACHE_HOT].discarded = 3;
	row->difference[CACHE_COLD] = row->difference[CACHE_HOT] = DIFFERENCE_SLOWER;
	row->relative[CACHE_COLD] = row->relative[CACHE_HOT] = 1.1045;
	results_add(results, row);
	row = fake_row("chasing_compressed", "zslice", "zcurve:16", "64x2x1");
	row->tunables[TUNABLE_levels_per_thread] = 4;
	row->unusual = true;
	row->table_bytes = 1057816;
	fake_series(row, CACHE_COLD, 121.3e-6, 20);
	fake_series(row, CACHE_HOT, 120.1e-6, 20);
	row->difference[CACHE_COLD] = DIFFERENCE_FASTER;
	row->relative[CACHE_COLD] = 0.971;
	counter->name = "dram__sectors_read.sum";
	counter->value = 4163584;
	row->counters = counter;
	results_add(results, row);
	row = fake_row("chasing", "warp", "row", "32x1x1");
	row->outcome = OUTCOME_VERIFIED;
	results_add(results, row);
	row = fake_row("chasing", "naive", "row", "32x1x1");
	row->outcome = OUTCOME_WRONG;
	row->note = "wrong";
	row->skipped = 12;
	results_add(results, row);
	row = fake_row("direct_constant", "naive", "row", "32x1x1");
	row->outcome = OUTCOME_IMPOSSIBLE;
	row->note = "the table has 63588 entries, \"constant\" memory 16384";
	results_add(results, row);
	add_sparse_rows(results);
}

static const char *
text_of_file(const char *path)
{
	const char *text = "";
	char message[256];
	size_t size;

	ck_assert_msg(file_read(&arena, path, &text, &size, message, sizeof message), "%s: %s", path, message);
	return text;
}

enum { GOLDEN_TABLE, GOLDEN_CSV, GOLDEN_JSON, GOLDEN_COUNT };
static const char *const golden_names[GOLDEN_COUNT] = { "rows.txt", "rows.csv", "rows.jsonl" };

/* What was written stays in build/tests, to look at or to copy. */
START_TEST(files_are_as_they_were)
{
	const char *path = arena_printf(&arena, "build/tests/%s", golden_names[_i]);
	struct results results;
	char message[256];
	FILE *out;

	fake_results(&results);
	switch (_i) {
	case GOLDEN_TABLE:
		out = fopen(path, "w");
		ck_assert_ptr_nonnull(out);
		report_table(&results, out);
		fclose(out);
		break;
	case GOLDEN_CSV: ck_assert(report_csv(&results, path, message, sizeof message)); break;
	case GOLDEN_JSON: ck_assert(report_json(&results, path, message, sizeof message)); break;
	}
	ck_assert_str_eq(text_of_file(path),
		text_of_file(arena_printf(&arena, "tests/golden/bench/%s", golden_names[_i])));
}
END_TEST

START_TEST(tables_fit_100_columns)
{
	const char *text;
	struct results results;
	struct row *row;
	FILE *out = fopen("build/tests/wide.txt", "w");

	results_open(&results, &arena, environment, "");
	row = fake_row("chasing_compressed", "shared", "zcurve:16", "128x4x2");
	row->fields = "aosoa_in";
	fake_series(row, CACHE_COLD, 12345.6e-6, 20);
	fake_series(row, CACHE_HOT, 12345.6e-6, 20);
	results_add(&results, row);
	row = fake_sparse_row("evaluate", "ichg2_host", 54264, 12.3456789);
	row->probes = row->checked = MOST_PROBES;
	results_add(&results, row);
	row = fake_sparse_row("hierarchize", "ichg1_inv3", 100, 12.3456789);
	results_add(&results, row);
	report_table(&results, out);
	fclose(out);
	text = text_of_file("build/tests/wide.txt");
	for (; *text; text += strcspn(text, "\n") + 1)
		ck_assert_msg(strcspn(text, "\n") <= 100, "%s", text);
}
END_TEST

static const char *
json_of(const struct row *row)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	const char *copy;

	json_row(row, out);
	fclose(out);
	copy = arena_strndup(&arena, text, length);
	free(text);
	return copy;
}

/* Nothing is lost on the way to a file and back. */
START_TEST(rows_come_back)
{
	struct results results;

	fake_results(&results);
	for (struct row *row = results.first; row; row = row->next) {
		const char *text = json_of(row);
		const struct row *back = json_read_row(&arena, text);

		ck_assert_ptr_nonnull(back);
		ck_assert(back->reused);
		ck_assert_str_eq(json_of(back), text);
		for (int c = 0; c < CACHE_COUNT; c++) {
			ck_assert_double_eq_tol(back->time[c].median, row->time[c].median, 1e-12);
			ck_assert_int_eq((int)back->difference[c], (int)row->difference[c]);
		}
	}
}
END_TEST

static const char *const no_json[] = {
	"", "{", "}", "[1,", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "\"a", "\"\\x\"", "\"\\u12\"", "tru",
	"1 2", "{\"a\":1}}", "[[[[[[[[[[[[[[[[[[[[[[[[[[", "{1:2}", "nul", "\"\\", "\"\\u", "+1", "[,]",
};

START_TEST(other_texts_are_no_json)
{
	ck_assert_msg(!json_parse(&arena, no_json[_i]), "'%s'", no_json[_i]);
	ck_assert_ptr_null(json_read_row(&arena, no_json[_i]));
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
	ck_assert_ptr_null(json_read_row(&arena, "{\"key\":\"k\",\"outcome\":\"good\"}"));
	ck_assert_ptr_null(json_read_row(&arena, "{\"outcome\":\"measured\"}"));
}
END_TEST

/* --- The journal --- */

static const char journal_path[] = "build/tests/journal.jsonl";

START_TEST(journals_keep_rows)
{
	struct journal *journal;
	struct results results;
	char message[256];
	FILE *torn;

	fake_results(&results);
	unlink(journal_path);
	journal = journal_open(journal_path, &results, message, sizeof message);
	ck_assert_ptr_nonnull(journal);
	ck_assert_ptr_null(journal_find(journal, results.first->key));
	for (const struct row *row = results.first; row; row = row->next)
		ck_assert(journal_add(journal, row, message, sizeof message));
	journal_close(journal);

	/* A line that was never finished takes neither the one before nor the next. */
	torn = fopen(journal_path, "a");
	fputs("{\"key\":\"torn\",\"stencil\":\"lap", torn);
	fclose(torn);
	journal = journal_open(journal_path, &results, message, sizeof message);
	ck_assert_ptr_nonnull(journal);
	for (const struct row *row = results.first; row; row = row->next)
		ck_assert_str_eq(json_of(journal_find(journal, row->key)), json_of(row));
	ck_assert_ptr_null(journal_find(journal, "torn"));
	results.first->key = "new";
	ck_assert(journal_add(journal, results.first, message, sizeof message));
	journal_close(journal);
	journal = journal_open(journal_path, &results, message, sizeof message);
	ck_assert_ptr_nonnull(journal_find(journal, "new"));
	journal_close(journal);
}
END_TEST

START_TEST(other_files_are_no_journals)
{
	struct results results;
	char message[256];
	const char *before = text_of_file("tests/golden/bench/rows.csv");

	fake_results(&results);
	ck_assert_ptr_null(journal_open("tests/golden/bench/rows.csv", &results, message, sizeof message));
	ck_assert_str_eq(message, "tests/golden/bench/rows.csv is no journal");
	ck_assert_str_eq(text_of_file("tests/golden/bench/rows.csv"), before);
	ck_assert_ptr_null(journal_open("build/tests", &results, message, sizeof message));
	ck_assert_ptr_null(journal_open("build/none/journal", &results, message, sizeof message));
}
END_TEST

/* --- Tuning files --- */

#define BEST(stencil, size, order, storage, access, median) \
	"best: stencil=" stencil " size=" size " precision=double order=" order " storage=" storage \
	" access=" access " fields=soa block=64x2x1 median_us=" median " text=0\n"

static const char tuning_text[] =
	"# What stencilbench --tune found best; for stencilrun --tuned and stencilgen --tuned.\n"
	"backend: cuda\n"
	"device: NVIDIA: H200\n"
	BEST("laplap", "8x8x8", "-", "regular", "naive", "9.5")
	BEST("laplap", "8x8x8", "row", "chasing", "idxvar", "12.0")
	BEST("laplap", "16x8x8", "-", "regular", "idxvar", "10.0")
	"best: stencil=hdiff size=8x8x8 precision=float order=row storage=direct access=zslice fields=aos"
	" block=- levels-per-thread=4 median_us=1 text=1\n";

static const char tuning_path[] = "build/tests/tuned.txt";

static bool
read_tuning(const char *text, struct tuning *tuning, char *message, size_t room)
{
	FILE *out = fopen(tuning_path, "w");

	ck_assert_ptr_nonnull(out);
	fputs(text, out);
	fclose(out);
	return tuning_read(&arena, tuning_path, tuning, message, room);
}

START_TEST(tuning_files_come_back)
{
	struct tuning tuning;
	char message[256], *text = NULL;
	size_t length;
	FILE *out;

	ck_assert_msg(read_tuning(tuning_text, &tuning, message, sizeof message), "%s", message);
	out = open_memstream(&text, &length);
	tuning_write(&tuning, out);
	fclose(out);
	ck_assert_str_eq(text, tuning_text);
	free(text);
	ck_assert_str_eq(tuning_fact(&tuning, "device"), "NVIDIA: H200");
	ck_assert_str_eq(tuning_fact(&tuning, "driver"), "");
}
END_TEST

static const char *const no_tunings[] = {
	"", "backend: cuda\n", "hello\n", "best: stencil=laplap\n", "best: laplap\n",
	BEST("laplap", "8x8x8", "-", "regular", "naive", ""),
	BEST("laplap", "8x8x8", "-", "regular", "naive speed=9", "1"),
	BEST("laplap", "8x8x8", "-", "regular", "naive levels-per-thread=0", "1"),
	BEST("laplap", "8x8x8", "-", "regular", "naive levels-per-thread=1025", "1"),
	BEST("laplap", "8x8x8", "-", "regular", "naive levels-per-thread=x", "1"),
};

START_TEST(other_files_are_no_tunings)
{
	struct tuning tuning;
	char message[256] = "";

	ck_assert(!read_tuning(no_tunings[_i], &tuning, message, sizeof message));
	ck_assert_msg(!strncmp(message, tuning_path, strlen(tuning_path)), "%s", message);
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
	{ { .stencil = "copy" }, NULL },
};

START_TEST(wishes_are_met)
{
	const struct tuned *tuned;
	struct tuning tuning;
	char message[256];

	ck_assert(read_tuning(tuning_text, &tuning, message, sizeof message));
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
	char message[256];

	ck_assert(read_tuning(tuning_text, &tuning, message, sizeof message));
	ck_assert_ptr_null(tuning_differs(&arena, &tuning, same));
	ck_assert_str_eq(tuning_differs(&arena, &tuning, other),
		"build/tests/tuned.txt was tuned with device 'NVIDIA: H200', here it is 'NVIDIA H100'");
	ck_assert_ptr_nonnull(tuning_differs(&arena, &tuning, same + 1));
}
END_TEST

Suite *
bench_suite(void)
{
	Suite *suite = suite_create("bench");
	TCase *lists = tcase_create("lists"), *model = tcase_create("model");
	TCase *sampling = tcase_create("sampling"), *files = tcase_create("files");
	TCase *tunings = tcase_create("tunings"), *const cases[] = { lists, model, sampling, files, tunings };

	tcase_add_loop_test(lists, numbers_and_ranges, 0, COUNT(number_lists));
	tcase_add_loop_test(lists, sizes_and_ranges, 0, COUNT(size_lists));
	tcase_add_loop_test(lists, blocks_of_a_sweep, 0, COUNT(swept));
	tcase_add_loop_test(model, hopeless_launches, 0, COUNT(launches));
	tcase_add_loop_test(model, launches_of_candidates, 0, COUNT(grids));
	tcase_add_test(sampling, contenders_take_turns);
	tcase_add_loop_test(sampling, samples_are_enough, 0, COUNT(samplings));
	tcase_add_test(sampling, failures_and_stops_end_it);
	tcase_add_loop_test(files, files_are_as_they_were, 0, GOLDEN_COUNT);
	tcase_add_test(files, tables_fit_100_columns);
	tcase_add_test(files, rows_come_back);
	tcase_add_loop_test(files, other_texts_are_no_json, 0, COUNT(no_json));
	tcase_add_test(files, json_is_read);
	tcase_add_test(files, journals_keep_rows);
	tcase_add_test(files, other_files_are_no_journals);
	tcase_add_test(tunings, tuning_files_come_back);
	tcase_add_loop_test(tunings, other_files_are_no_tunings, 0, COUNT(no_tunings));
	tcase_add_loop_test(tunings, wishes_are_met, 0, COUNT(wishes));
	tcase_add_test(tunings, machines_are_told_apart);
	for (int i = 0; i < COUNT(cases); i++) {
		tcase_add_checked_fixture(cases[i], setup, teardown);
		suite_add_tcase(suite, cases[i]);
	}
	return suite;
}
