/* The language of the templates. */

#include "generator/text/expand.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *template_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))
#define LOOP(tcase, test, count) tcase_add_loop_test((tcase), (test), 0, (count))

static const struct macro macros[] = {
	{ "name", "laplap" },
	{ "empty", "" },
	{ "lines", "one;\ntwo;\n\nthree;" },
	{ "dollar", "$name" },
	{ "block", "if (x) {\n    y;\n}" },
};

static const char prose[] =
	"Prose.\n"
	"\n"
	"    $name    a name\n"
	"    $empty   nothing\n"
	"    $lines   several\n"
	"    $dollar  what looks like a macro\n"
	"    $block   a block\n"
	"\n";

/* Uses every macro, so that none is missed. */
static const char uses[] = "\n%uses\n$name $empty $lines $dollar $block\n";

/* Messages as "line:column: text", one a line. */
struct messages {
	struct diagnostics diagnostics;
	char *text;
	size_t length;
};

static void
listen(struct messages *messages)
{
	*messages = (struct messages){ .diagnostics = { .form = DIAGNOSTIC_TEXT } };
	messages->diagnostics.out = open_memstream(&messages->text, &messages->length);
	ck_assert_ptr_nonnull(messages->diagnostics.out);
}

/* Whether that was said, and nothing else. */
static void
check_said(struct messages *messages, const char *line)
{
	fflush(messages->diagnostics.out);
	if (line) {
		ck_assert_msg(!strncmp(messages->text, line, strlen(line)), "got %s, want %s",
			messages->text, line);
		ck_assert_int_eq(messages->diagnostics.errors, 1);
	} else {
		ck_assert_str_eq(messages->text, "");
	}
	fclose(messages->diagnostics.out);
	free(messages->text);
}

static const struct template *
read_text(struct arena *arena, struct messages *messages, const char *text)
{
	const struct source source = { .path = "t", .text = text, .size = strlen(text), .diagnostics = &messages->diagnostics };

	return template_read(arena, &source);
}

/* What becomes of a section. */
static const struct { const char *section, *text; } expansions[] = {
	{ "plain", "plain" },
	{ "$name", "laplap" },
	{ "a $name b", "a laplap b" },
	{ "${name}_t", "laplap_t" },
	{ "$name$name", "laplaplaplap" },
	{ "$$name", "$name" },
	{ "$$other", "$other" },
	{ "$$$name", "$laplap" },
	{ "100$$", "100$" },
	{ "a $ b", "a $ b" },
	{ "a $", "a $" },

	/* The text of a macro is never looked at again. */
	{ "$dollar", "$name" },

	/* Further lines are indented as the line they are on. */
	{ "    $lines", "    one;\n    two;\n\n    three;" },
	{ "  a $lines", "  a one;\n  two;\n\n  three;" },
	{ "    $block", "    if (x) {\n        y;\n    }" },

	/* A line that empty macros leave blank disappears. */
	{ "a\n$empty\nb", "a\nb" },
	{ "a\n    $empty$empty\nb", "a\nb" },
	{ "a\n$empty b", "a\n b" },
	{ "a $empty\nb", "a\nb" },
	{ "$empty", "" },

	/* And so does a blank line that then follows another or opens a block. */
	{ "a\n\n$empty\n\nb", "a\n\nb" },
	{ "{\n$empty\n\nb", "{\nb" },
	{ "{\n\nb", "{\nb" },
	{ "a\n\nb", "a\n\nb" },
	{ "a\n\n\nb", "a\n\nb" },
	{ "$empty\n\na", "a" },

	/* A line that depends on a macro. */
	{ "a\n?name b\nc", "a\nb\nc" },
	{ "a\n?empty b\nc", "a\nc" },
	{ "a\n  ?name   b $name\nc", "a\n  b laplap\nc" },
	{ "{\n\n    ?empty b\n\n    c\n}", "{\n    c\n}" },
	{ "    ?name $lines", "    one;\n    two;\n\n    three;" },
	{ "?name $empty\na", "a" },
	{ "a\n?name\n?empty\nb", "a\n\nb" },
	{ "?name ?empty a", "?empty a" },
	{ "a ?empty b", "a ?empty b" },
	{ "a\n    ? empty : name", "a\n    ? empty : name" },
	{ "?empty: a", "?empty: a" },

	/* No trailing blanks, no newline at the end. */
	{ "a   \nb", "a\nb" },
	{ "a\n\n\n", "a" },
	{ "", "" },
};

START_TEST(section_is_expanded)
{
	struct arena arena = { NULL };
	struct messages messages;
	const struct template *template;

	listen(&messages);
	template = read_text(&arena, &messages, arena_printf(&arena, "%s%%x\n%s\n%s", prose,
		expansions[_i].section, uses));
	ck_assert_str_eq(template_expand(&arena, template, "x", macros, COUNT(macros)),
		expansions[_i].text);
	check_said(&messages, NULL);
	arena_free(&arena);
}
END_TEST

/* What is wrong with a whole file, expanded or not. */
static const struct { const char *file, *message; } mistakes[] = {
	{ "    $used  yes\n    $unused  no\n%x\n$used\n",
		"t:2:6: error: macro 'unused' is described here and used nowhere" },
	{ "    $used  yes\n%x\n$used $other\n",
		"t:3:8: error: macro 'other' is not described above the sections" },
	{ "    $used  yes\n%x\n${used} ${other}\n",
		"t:3:11: error: macro 'other' is not described above the sections" },
	{ "%x\n    $used  in a section does not count\n",
		"t:2:6: error: macro 'used' is not described above the sections" },
	{ "$used  not indented\n%x\na\n", NULL },
	{ "    $used  as a condition\n%x\n    ?used a\n", NULL },
	{ "%x\n    ?used a\n", "t:2:6: error: macro 'used' is not described above the sections" },
	{ "    $used  yes\n%x\na ?used b\n", "t:1:6: error: macro 'used' is described here and used nowhere" },
	{ "%x and more\na\n", "t:1:1: error: a section's name stands alone on its line" },
	{ "%x uses f g\nf(1) + g(2);\n", NULL },
	{ "%x uses f g\nf(1) + gg(2);\n", "t:1:11: error: section '%x' does not use 'g'" },
	{ "%x uses f\n%y\nf(1);\n", "t:1:9: error: section '%x' does not use 'f'" },
	{ "", NULL },
	{ "%", NULL },
	{ "%x", NULL },
	{ "%x\n", NULL },
	{ "no section", NULL },
};

START_TEST(mistake_in_a_template_is_found)
{
	struct arena arena = { NULL };
	struct messages messages;

	listen(&messages);
	read_text(&arena, &messages, mistakes[_i].file);
	check_said(&messages, mistakes[_i].message);
	arena_free(&arena);
}
END_TEST

START_TEST(words_are_what_a_section_uses)
{
	static const char text[] = "%x\na\n\n%y uses point_at  left\nleft(point_at(1));\n%z uses a\na\n";
	static const char *const words[] = { "point_at", "left" };
	struct messages messages;
	struct arena arena = { NULL };
	struct source source = { .path = "t", .text = text, .size = strlen(text) };
	const struct template *template;
	struct span word;

	listen(&messages);
	source.diagnostics = &messages.diagnostics;
	template = template_read(&arena, &source);
	check_said(&messages, NULL);
	for (int i = 0; i < COUNT(words); i++) {
		ck_assert(template_use(template, "y", i, &word));
		ck_assert_uint_eq(word.end - word.start, strlen(words[i]));
		ck_assert(!memcmp(text + word.start, words[i], strlen(words[i])));
	}
	ck_assert(!template_use(template, "y", COUNT(words), &word));
	ck_assert(!template_use(template, "x", 0, &word));
	ck_assert(!template_use(template, "none", 0, &word));
	arena_free(&arena);
}
END_TEST

/* Macros that are described and not given. */
static const struct { const char *file, *text, *message; } unknown[] = {
	{ "    $other  described\n%x\n  $other!\n", "  !",
		"t:3:4: error: no macro 'other' here\n    3 |   $other!\n      |    ^~~~~\n" },
	{ "    $other  described\n%x\na\n  ?other b\n", "a",
		"t:4:4: error: no macro 'other' here\n    4 |   ?other b\n      |    ^~~~~\n" },
};

START_TEST(unknown_macro_is_an_error)
{
	struct arena arena = { NULL };
	struct messages messages;
	const struct template *template;

	listen(&messages);
	template = read_text(&arena, &messages, unknown[_i].file);
	ck_assert(template_uses(template, "x", "other"));
	ck_assert_str_eq(template_expand(&arena, template, "x", macros, COUNT(macros)), unknown[_i].text);
	check_said(&messages, unknown[_i].message);
	arena_free(&arena);
}
END_TEST

START_TEST(missing_section_is_an_error)
{
	struct arena arena = { NULL };
	struct messages messages;
	const struct template *template;

	listen(&messages);
	template = read_text(&arena, &messages, "Prose.\n%x\na\n");
	ck_assert(template_has(template, "x"));
	ck_assert(!template_has(template, "y"));
	ck_assert_str_eq(template_expand(&arena, template, "y", macros, COUNT(macros)), "");
	check_said(&messages, "t:1:1: error: no section '%y' in this template");
	arena_free(&arena);
}
END_TEST

START_TEST(all_macros_must_be_shown)
{
	struct arena arena = { NULL };
	struct messages messages;
	const struct template *template;

	listen(&messages);
	template = read_text(&arena, &messages,
		"  $name  it\n  $empty  if there is more\n%x\n$name\n%y\na\n%z\na\n?empty b $name\n");
	ck_assert_str_eq(template_expand_all(&arena, template, "x", macros, 1), "laplap");
	ck_assert_str_eq(template_expand_all(&arena, template, "z", macros, 2), "a");
	ck_assert_int_eq(messages.diagnostics.errors, 0);
	ck_assert_str_eq(template_expand_all(&arena, template, "y", macros, 1), "a");
	check_said(&messages, "t:5:1: error: section '%y' does not use '$name'");
	arena_free(&arena);
}
END_TEST

START_TEST(sections_end_where_the_next_begins)
{
	struct arena arena = { NULL };
	struct messages messages;
	const struct template *template;

	listen(&messages);
	template = read_text(&arena, &messages, "%a\n1\n\n2\n\n%b\n%c\n100%\n %d\n");
	ck_assert_str_eq(template_expand(&arena, template, "a", NULL, 0), "1\n\n2");
	ck_assert_str_eq(template_expand(&arena, template, "b", NULL, 0), "");
	ck_assert_str_eq(template_expand(&arena, template, "c", NULL, 0), "100%\n %d");
	check_said(&messages, NULL);
	arena_free(&arena);
}
END_TEST

Suite *
template_suite(void)
{
	Suite *suite = suite_create("template");
	TCase *tests = tcase_create("templates");

	LOOP(tests, section_is_expanded, COUNT(expansions));
	LOOP(tests, mistake_in_a_template_is_found, COUNT(mistakes));
	tcase_add_test(tests, words_are_what_a_section_uses);
	LOOP(tests, unknown_macro_is_an_error, COUNT(unknown));
	tcase_add_test(tests, missing_section_is_an_error);
	tcase_add_test(tests, all_macros_must_be_shown);
	tcase_add_test(tests, sections_end_where_the_next_begins);
	suite_add_tcase(suite, tests);
	return suite;
}
