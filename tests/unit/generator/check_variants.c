/* Which blocks of threads are legal, and which are taken where nobody chooses. */

#include "generator/variants/defaults.h"
#include "generator/variants/legal.h"

#include <check.h>
#include <string.h>

Suite *variants_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

static const struct block_case {
	enum access access;
	int block[3];
	bool cuda, hip;
} block_cases[] = {
	{ ACCESS_warp, { 32, 1, 1 }, true, false },
	{ ACCESS_warp, { 64, 1, 1 }, true, true },
	{ ACCESS_warp, { 32, 1, 2 }, true, true },
	{ ACCESS_warp, { 96, 1, 2 }, true, false },
	{ ACCESS_warp, { 16, 4, 1 }, true, true },
	{ ACCESS_warp, { 8, 1, 4 }, true, false },
	{ ACCESS_warp, { 8, 3, 8 }, false, false },
	{ ACCESS_warp, { 1, 1, 64 }, true, true },
	{ ACCESS_shared, { 8, 3, 2 }, true, true },
	{ ACCESS_zloop, { 64, 1, 1 }, true, true },
	{ ACCESS_zloop, { 64, 1, 2 }, false, false },
};

START_TEST(blocks_suit_the_warps_of_the_target)
{
	const struct block_case *s = &block_cases[_i];

	ck_assert_int_eq(!why_block_illegal(&(struct variant){ .access = s->access }, s->block), s->cuda);
	ck_assert_int_eq(!why_block_illegal(&(struct variant){ .target = TARGET_hip, .access = s->access }, s->block), s->hip);
}
END_TEST

START_TEST(messages_name_the_warp_of_the_target)
{
	const int block[] = { 5, 1, 1 };

	ck_assert_ptr_nonnull(strstr(why_block_illegal(&(struct variant){ .access = ACCESS_warp }, block), "multiple of 32,"));
	ck_assert_ptr_nonnull(strstr(why_block_illegal(&(struct variant){ .target = TARGET_hip, .access = ACCESS_warp }, block), "multiple of 64,"));
}
END_TEST

/* The lowest two levels and the highest are halo. */
static struct stencil deep = {
	.name = "deep", .border = { .low = { 2, 2, 2 }, .high = { 2, 2, 1 } },
};
static struct stencil flat = { .name = "flat" };

static const struct {
	struct stencil *stencil;
	enum levels innermost;
	int levels_per_load, levels, block[3];
	enum access access;
} usual_blocks[] = {
	{ &flat, LEVELS_OUTERMOST, 2, 64, { 64, 2, 1 }, ACCESS_idxvar },
	{ &flat, LEVELS_INNERMOST, 2, 64, { 32, 4, 1 }, ACCESS_idxvar },
	{ &flat, LEVELS_INNERMOST, 1, 64, { 64, 4, 1 }, ACCESS_idxvar },
	{ &flat, LEVELS_INNERMOST, 4, 64, { 16, 8, 1 }, ACCESS_idxvar },
	{ &flat, LEVELS_INNERMOST, 2, 60, { 32, 4, 1 }, ACCESS_idxvar },
	{ &flat, LEVELS_INNERMOST, 1, 60, { 64, 4, 1 }, ACCESS_idxvar },
	{ &flat, LEVELS_INNERMOST, 1, 90, { 32, 4, 1 }, ACCESS_idxvar },
	{ &flat, LEVELS_INNERMOST, 2, 5, { 3, 42, 1 }, ACCESS_idxvar },
	{ &flat, LEVELS_INNERMOST, 2, 1, { 1, 128, 1 }, ACCESS_idxvar },
	{ &flat, LEVELS_INNERMOST, 1, 2000, { 32, 4, 1 }, ACCESS_idxvar },
	/* From level 2 to 62: the second vector to the last but one. */
	{ &deep, LEVELS_INNERMOST, 2, 64, { 32, 4, 1 }, ACCESS_idxvar },
	{ &deep, LEVELS_INNERMOST, 1, 3, { 1, 128, 1 }, ACCESS_idxvar },
	{ &flat, LEVELS_INNERMOST, 1, 64, { 64, 4, 1 }, ACCESS_cluster },
	{ &flat, LEVELS_INNERMOST, 1, 5, { 5, 25, 1 }, ACCESS_cluster },
	{ &flat, LEVELS_INNERMOST, 1, 3, { 3, 10, 1 }, ACCESS_cluster },
	{ &flat, LEVELS_INNERMOST, 1, 1, { 1, 32, 1 }, ACCESS_cluster },
};

START_TEST(usual_blocks_suit_the_levels)
{
	const struct plan plan = { .stencil = usual_blocks[_i].stencil };
	const struct variant variant = {
		.storage = STORAGE_direct, .access = usual_blocks[_i].access, .levels = usual_blocks[_i].innermost,
		.tunables[TUNABLE_levels_per_load] = usual_blocks[_i].levels_per_load,
	};
	int block[3];

	usual_block(&plan, &variant, usual_blocks[_i].levels, block);
	for (int a = 0; a < 3; a++)
		ck_assert_int_eq(block[a], usual_blocks[_i].block[a]);
	ck_assert_ptr_null(why_block_illegal(&variant, block));
}
END_TEST

Suite *
variants_suite(void)
{
	Suite *suite = suite_create("variants");
	TCase *tests = tcase_create("variants");

	tcase_add_loop_test(tests, blocks_suit_the_warps_of_the_target, 0, COUNT(block_cases));
	tcase_add_test(tests, messages_name_the_warp_of_the_target);
	tcase_add_loop_test(tests, usual_blocks_suit_the_levels, 0, COUNT(usual_blocks));
	suite_add_tcase(suite, tests);
	return suite;
}
