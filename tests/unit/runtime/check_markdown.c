/* Text that stays text in Markdown. */

#include "runtime/report/markdown.h"

#include <check.h>
#include <stdlib.h>

Suite *markdown_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

static const char *const texts[][2] = {
	{ "", "" }, { "12.5", "12.5" }, { "chasing_compressed zcurve:16", "chasing_compressed zcurve:16" },
	{ "a|b", "a\\|b" }, { "a\nb\r\tc", "a b  c" }, { "\\|", "\\\\\\|" }, { "<b>", "\\<b>" },
	{ "`x`", "\\`x\\`" }, { "[a](b)", "\\[a\\](b)" }, { "+ * - /", "+ * - /" }, { "* -", "* -" },
	{ "*bold*", "\\*bold\\*" }, { "4*x", "4\\*x" }, { "_a_", "\\_a\\_" }, { "a_b", "a_b" },
	{ "a & b", "a & b" }, { "&lt;", "\\&lt;" }, { "&#65;", "\\&#65;" }, { "\316\251", "\316\251" },
};

START_TEST(markup_is_escaped)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	put_markdown(texts[_i][0], out);
	fclose(out);
	ck_assert_str_eq(text, texts[_i][1]);
	free(text);
}
END_TEST

START_TEST(code_stays_in_its_block)
{
	static const char *const lines[] = { "a ``` b", "c\nd", "````" };
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	put_code(lines, 0, out);
	put_code(lines, 3, out);
	fclose(out);
	ck_assert_str_eq(text, "```\n```\n`````\na ``` b\nc d\n````\n`````\n");
	free(text);
}
END_TEST

Suite *
markdown_suite(void)
{
	Suite *suite = suite_create("markdown");
	TCase *tests = tcase_create("markdown");

	tcase_add_loop_test(tests, markup_is_escaped, 0, COUNT(texts));
	tcase_add_test(tests, code_stays_in_its_block);
	suite_add_tcase(suite, tests);
	return suite;
}
