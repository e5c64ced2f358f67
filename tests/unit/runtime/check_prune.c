/* Which blocks a sweep tries, and the model that leaves some out. */

#include "runtime/bench/axes.h"
#include "runtime/bench/prune.h"
#include "generator/variants/legal.h"
#include "tests/unit/test_arena.h"

#include <check.h>
#include <string.h>

Suite *prune_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

static bool
is_power_of_two(int n)
{
	return n > 0 && !(n & (n - 1));
}

/* Of x = 2^a, y = 2^b, z = 2^c with a >= 5 and a + b + c <= 10 there are 56; 21 of
 * them with c = 0, and 30 more of them with a < 5. Whole warps have three narrow ones besides. */
static const struct {
	enum access access;
	enum levels levels;
	int count, narrow;
} swept[] = {
	{ ACCESS_naive, 0, 56, 0 }, { ACCESS_zslice, 0, 56, 0 }, { ACCESS_zloop, 0, 21, 0 }, { ACCESS_warp, 0, 59, 3 },
	{ ACCESS_idxvar, LEVELS_INNERMOST, 51, 30 },
};

START_TEST(blocks_of_a_sweep)
{
	struct triple *blocks;
	const struct variant variant = { .access = swept[_i].access, .levels = swept[_i].levels };
	const int count = sweep_blocks(&arena, &variant, &blocks);
	int narrow = 0;

	ck_assert_int_eq(count, swept[_i].count);
	for (int i = 0; i < count; i++) {
		const int shape[] = { blocks[i].x, blocks[i].y, blocks[i].z };
		const int threads = shape[0]*shape[1]*shape[2];

		ck_assert(is_power_of_two(shape[0]) && is_power_of_two(shape[1]) && is_power_of_two(shape[2]));
		ck_assert(threads >= 32 && threads <= 1024);
		ck_assert(block_is_legal(&variant, shape, NULL));
		narrow += shape[0] < 32;
		for (int j = 0; j < i; j++)
			ck_assert(memcmp(&blocks[i], &blocks[j], sizeof *blocks));
	}
	ck_assert_int_eq(narrow, swept[_i].narrow);
}
END_TEST

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
	const char *why = prune_reason(&launches[_i].launch, &device_of_ten);
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
	/* 508*127 clusters of four columns are 127 rows of 512, the last not full. */
	{ STORAGE_chasing, ACCESS_cluster, { 256, 1, 1 }, 32, 508.*127*2, 512.*127*2, 2.*127*2 },
};

/* The same cells above each other, of which the lowest two and the highest are halo: levels 2 to size - 2. */
static struct stencil deep = {
	.name = "deep", .border = { .low = { 2, 2, 2 }, .high = { 2, 2, 1 } },
};
static const struct plan plan_of_deep = { .stencil = &deep };

/* Levels innermost: lanes along levels, of which those of a thread begin at a multiple of their number; a block
 * walks 258064 columns. */
static const struct {
	enum access access;
	int levels, columns, size; /* a load's, a thread's */
	struct triple block;
	double lanes, threads_in_y, blocks_in_x, blocks_in_y;
} innermost[] = {
	{ ACCESS_idxvar, 2, 1, 64, { 32, 8, 1 }, 31, 258064, 1, 32258 },
	{ ACCESS_idxvar, 2, 2, 64, { 32, 8, 1 }, 31, 129032, 1, 16129 },
	{ ACCESS_idxvar, 2, 2, 64, { 16, 8, 1 }, 31, 129032, 2, 16129 },
	{ ACCESS_idxvar, 4, 3, 64, { 16, 16, 1 }, 16, 86022, 1, 5377 },
	{ ACCESS_idxvar, 1, 1, 64, { 32, 8, 1 }, 61, 258064, 2, 32258 },
	{ ACCESS_idxvar, 2, 1, 5, { 2, 128, 1 }, 1, 258064, 1, 2017 },
	/* Clusters of 4x2 columns. */
	{ ACCESS_cluster, 2, 2, 64, { 32, 8, 1 }, 31, 16129, 1, 2017 },
};

START_TEST(launches_with_levels_innermost)
{
	struct built kernel = { .variant = {
		.storage = STORAGE_direct, .access = innermost[_i].access, .levels = LEVELS_INNERMOST,
		.tunables[TUNABLE_points_per_thread] = 4, .tunables[TUNABLE_rows_per_thread] = 2,
		.tunables[TUNABLE_levels_per_load] = innermost[_i].levels,
		.tunables[TUNABLE_columns_per_thread] = innermost[_i].columns,
	} };
	const struct candidate candidate = {
		.plan = &plan_of_deep, .kernel = &kernel, .size = { 512, 512, innermost[_i].size },
		.block = innermost[_i].block,
	};
	const double blocks = innermost[_i].blocks_in_x*innermost[_i].blocks_in_y;
	const struct launch launch = launch_of(&candidate);

	ck_assert_double_eq(launch.threads, innermost[_i].lanes*innermost[_i].threads_in_y);
	ck_assert_double_eq(launch.blocks, blocks);
	ck_assert_double_eq(launch.started, blocks*candidate.block.x*candidate.block.y);
}
END_TEST

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

Suite *
prune_suite(void)
{
	Suite *suite = suite_create("prune");
	TCase *tests = tcase_create("prune");

	tcase_add_checked_fixture(tests, NULL, free_arena);
	tcase_add_loop_test(tests, blocks_of_a_sweep, 0, COUNT(swept));
	tcase_add_loop_test(tests, hopeless_launches, 0, COUNT(launches));
	tcase_add_loop_test(tests, launches_of_candidates, 0, COUNT(grids));
	tcase_add_loop_test(tests, launches_with_levels_innermost, 0, COUNT(innermost));
	suite_add_tcase(suite, tests);
	return suite;
}
