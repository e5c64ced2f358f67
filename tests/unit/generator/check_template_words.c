/* Which names a template takes from stencils. */

#include "generator/text/template_words.h"
#include "generator/base/arena.h"

#include <check.h>
#include <string.h>

Suite *template_words_suite(void);

/* Launchers' words have a star. */
static const struct { const char *text, *words; } templates[] = {
	{ "int prose;\n%a\nint x = y;\n", "int x y " },
	{ "%a\ngrid->row + grid .width + 1.5f + 2*a;\n", "grid grid a " },
	{ "%a\n$x one_$x ${x}_two x$x.member last\n", "last " },
	{ "%a\nx // comment\ny /* more\nmore */ z \"text \\\" text\" 'c' w\n", "x y z w " },
	{ "%a\n/* open\n%b\nx\n", "x " },
	{ "%a\n  #pragma omp simd\n#define M 1\nx\n", "x " },
	{ "%a\n    ?x y = 1;\n  ?x  #define M 1\n  ? z : w\na ?b\n?c: d\n", "y z w a b c d " },
	{ "No name of a stencil appears here.\n%a\nx\n", "" },
	{ "No name of a stencil appears in %a, %bc.\n%a\nx\n%b\ny\n%bc\nz\n", "y " },
	{ "Launchers have %a.\n%a\nx\n%ab\ny\n", "x* y " },
};

static void
add(void *to, const char *word, size_t length, bool in_launcher)
{
	struct text *text = to;

	text_add(text, arena_strndup(text->arena, word, length));
	text_add(text, in_launcher ? "* " : " ");
}

START_TEST(templates_have_words)
{
	struct arena arena = { 0 };
	struct text text = { .arena = &arena };

	template_words(templates[_i].text, strlen(templates[_i].text), false, add, &text);
	ck_assert_str_eq(text_of(&text), templates[_i].words);
	arena_free(&arena);
}
END_TEST

START_TEST(headers_have_words)
{
	static const char header[] = "#include <limits.h>\nint f(int a) {\n    return b;\n}\nstruct s { int c; };\n";
	struct arena arena = { 0 };
	struct text text = { .arena = &arena };

	template_words(header, sizeof header - 1, true, add, &text);
	ck_assert_str_eq(text_of(&text), "int* f* struct* s* ");
	arena_free(&arena);
}
END_TEST

Suite *
template_words_suite(void)
{
	Suite *suite = suite_create("template_words");
	TCase *tests = tcase_create("template_words");

	tcase_add_loop_test(tests, templates_have_words, 0, sizeof templates/sizeof *templates);
	tcase_add_test(tests, headers_have_words);
	suite_add_tcase(suite, tests);
	return suite;
}
