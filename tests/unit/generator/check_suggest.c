/* What a misspelt word may have meant. */

#include "generator/base/suggest.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *suggest_suite(void);

static const char *const names[] = { "naive", "idxvar", "zloop", "zslice", "ab", "west", "east" };
enum { NAMES = sizeof names/sizeof *names };

static const struct {
	const char *word, *meant;
} cases[] = {
	{ "idxvra", "idxvar" }, { "zlop", "zloop" }, { "Naive", "naive" }, { "zslcie", "zslice" }, { "eest", "east" }, { "wast", "west" },
	{ "shared", NULL }, { "", NULL }, { "a", NULL }, { "b", NULL }, { "naive", NULL },
};

START_TEST(nearest_word_is_meant)
{
	const char *meant = suggest(cases[_i].word, names, NAMES);

	ck_assert_pstr_eq(meant, cases[_i].meant);
}
END_TEST

/* A word of exactly this length comes from the heap, so that a sanitizer sees reads beyond it. */
START_TEST(words_of_all_lengths_are_taken)
{
	for (size_t length = 0; length < 200; length++) {
		char *word = malloc(length + 1), *other = malloc(length + 2);
		const char *one[1] = { other };

		memset(word, 'x', length);
		word[length] = '\0';
		memset(other, 'x', length + 1);
		other[length + 1] = '\0';
		ck_assert_ptr_null(suggest(word, names, NAMES));
		if (length > 1)
			ck_assert_pstr_eq(suggest(word, one, 1), length < 64 ? other : NULL);
		free(word);
		free(other);
	}
}
END_TEST

Suite *
suggest_suite(void)
{
	Suite *suite = suite_create("suggest");
	TCase *tests = tcase_create("words");

	tcase_add_loop_test(tests, nearest_word_is_meant, 0, (int)(sizeof cases/sizeof *cases));
	tcase_add_test(tests, words_of_all_lengths_are_taken);
	suite_add_tcase(suite, tests);
	return suite;
}
