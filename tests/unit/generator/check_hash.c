/* Hashes of texts: the names of what is in the cache. */

#include "generator/base/hash.h"
#include "tests/unit/test_arena.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const char *
hash_of(const char *first, const char *second)
{
	return content_hash(&arena, (const char *const[]){ first, second, NULL });
}

START_TEST(texts_and_where_they_end_count)
{
	ck_assert_str_eq(hash_of("ab", "c"), hash_of("ab", "c"));
	ck_assert_str_ne(hash_of("ab", "c"), hash_of("a", "bc"));
	ck_assert_str_ne(hash_of("ab", "c"), hash_of("abc", ""));
	ck_assert_str_ne(hash_of("ab", NULL), hash_of("ab", ""));
	ck_assert_uint_eq(strlen(hash_of("", NULL)), 32);
}
END_TEST

START_TEST(pieces_make_the_whole)
{
	struct hash hash = hash_begin();

	hash_add(&hash, "a", 1);
	hash_add(&hash, "b\0c", 4);
	ck_assert_str_eq(hash_finish(&hash, &arena), hash_of("ab", "c"));
}
END_TEST

/* 4096 short texts: no bit of one half may tell anything about a bit of the other. Of a fair
 * coin 2048 heads are expected, give or take 32; 224 are seven times that. */
START_TEST(halves_are_independent)
{
	static int equal[64][64];

	for (int n = 0; n < 4096; n++) {
		const char *digits = hash_of(arena_printf(&arena, "kernel %d", n), NULL);
		const unsigned long long b = strtoull(digits + 16, NULL, 16);
		const unsigned long long a = strtoull(arena_strndup(&arena, digits, 16), NULL, 16);

		for (int i = 0; i < 64; i++)
			for (int j = 0; j < 64; j++)
				equal[i][j] += (a >> i & 1) == (b >> j & 1);
	}
	for (int i = 0; i < 64; i++)
		for (int j = 0; j < 64; j++)
			ck_assert_msg(abs(equal[i][j] - 2048) < 224, "bits %d and %d are equal %d times", i, j,
				equal[i][j]);
}
END_TEST

Suite *hash_suite(void);

Suite *
hash_suite(void)
{
	Suite *suite = suite_create("hash");
	TCase *tcase = tcase_create("hash");

	tcase_add_checked_fixture(tcase, NULL, free_arena);
	tcase_add_test(tcase, texts_and_where_they_end_count);
	tcase_add_test(tcase, pieces_make_the_whole);
	tcase_add_test(tcase, halves_are_independent);
	suite_add_tcase(suite, tcase);
	return suite;
}
