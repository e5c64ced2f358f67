/* Which blocks of threads are legal. */

#include "generator/variants/variants.h"
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

Suite *
variants_suite(void)
{
	Suite *suite = suite_create("variants");
	TCase *tests = tcase_create("variants");

	tcase_add_loop_test(tests, blocks_suit_the_warps_of_the_target, 0, COUNT(block_cases));
	tcase_add_test(tests, messages_name_the_warp_of_the_target);
	suite_add_tcase(suite, tests);
	return suite;
}
