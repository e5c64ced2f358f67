/* How expressions are spelled in C: the cases of expr.txt. With BLESS=1 in the
 * environment the file gets what comes out now. */

#include "generator/check/check.h"
#include "generator/emit/expression.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/plane/columns.h"
#include "generator/text/wrap.h"
#include "generator/language/parse.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *expr_suite(void);

/* What the names in expr.txt stand for. */
static const char declarations[] =
	"in u, v;"
	"in float f;"
	"in double g;"
	"in column h;"
	"in profile p;"
	"inout w;"
	"param a = 1, b = 2;"
	"param int m = 1, n = 2;"
	"neighbor far = [-2,+1];"
	"t = u;";

enum { MOST_CASES = 400, LINE = 400 };

static char lines[MOST_CASES][LINE];
static int numbers[MOST_CASES]; /* of lines in the file, from 1 */
static int case_count;

static void
read_cases(void)
{
	FILE *file = fopen("tests/unit/generator/expr.txt", "r");
	char line[LINE];
	int number = 0;

	case_count = 0;
	while (file && fgets(line, sizeof line, file)) {
		number++;
		line[strcspn(line, "\n")] = '\0';
		if (!*line || *line == '#' || case_count == MOST_CASES)
			continue;
		strcpy(lines[case_count], line);
		numbers[case_count++] = number;
	}
	if (file)
		fclose(file);
}

/* The value of a stencil's last statement. */
static const struct expr *
value_of(const struct stencil *stencil)
{
	const struct stmt *stmt = stencil->statements;

	while (stmt->next)
		stmt = stmt->next;
	return stmt->u.assign.value;
}

static const char *
spelled(struct arena *arena, const char *text, enum type precision)
{
	struct diagnostics diagnostics = { .out = stderr, .quiet = true };
	struct source source = { .path = "tests/unit/generator/expr.txt", .diagnostics = &diagnostics };
	struct templates templates = { .arena = arena, .diagnostics = &diagnostics };
	const struct variant variant = {
		.storage = STORAGE_chasing, .access = ACCESS_idxvar, .target = TARGET_cuda, .precision = precision,
	};
	struct kernel kernel = {
		.arena = arena, .variant = &variant, .templates = &templates, .kind = &(const struct shape_kind){ .spelling = &plane_spelling },
	};
	const struct site here = { .at = { 0, 0, 0 } };
	struct stencil *stencil;

	source.text = arena_printf(arena, "stencil s { %s w = %s; }", declarations, text);
	source.size = strlen(source.text);
	stencil = parse_stencils(arena, &source);
	ck_assert(check_stencils(arena, &source, stencil, precision));
	kernel.plan = plan_stencil(arena, &source, stencil);
	kernel.access = template_find(&templates, "cuda/idxvar");
	kernel.storage = template_find(&templates, "storage/table");
	kernel.common = template_find(&templates, "common");
	ck_assert(kernel.plan && kernel.access && kernel.storage && kernel.common
		&& kernel_read_layout(&kernel));
	return wrap(arena, c_expr(&kernel, &here, value_of(stencil)), 10000, 4);
}

/* Cuts a line at " => ", returns what is behind without the blanks in between. */
static char *
cut(char *line)
{
	char *arrow = strstr(line, " => "), *end = arrow;

	if (!arrow)
		return NULL;
	while (end > line && end[-1] == ' ')
		end--;
	*end = '\0';
	arrow += 4;
	return arrow + strspn(arrow, " ");
}

START_TEST(expression_is_spelled)
{
	struct arena arena = { NULL };
	char line[LINE], *in_double, *in_float;
	const char *got;

	strcpy(line, lines[_i]);
	in_double = cut(line);
	ck_assert_msg(in_double, "tests/unit/generator/expr.txt:%d: no ' => '", numbers[_i]);
	in_float = cut(in_double);
	got = spelled(&arena, line, TYPE_DOUBLE);
	ck_assert_msg(!strcmp(got, in_double), "tests/unit/generator/expr.txt:%d: got %s, want %s", numbers[_i], got,
		in_double);
	got = spelled(&arena, line, TYPE_FLOAT);
	ck_assert_msg(!strcmp(got, in_float ? in_float : in_double),
		"tests/unit/generator/expr.txt:%d: in float got %s, want %s", numbers[_i], got,
		in_float ? in_float : in_double);
	arena_free(&arena);
}
END_TEST

START_TEST(file_is_blessed)
{
	FILE *file = fopen("tests/unit/generator/expr.txt.new", "w"), *old = fopen("tests/unit/generator/expr.txt", "r");
	char line[LINE];

	while (file && old && fgets(line, sizeof line, old)) {
		struct arena arena = { NULL };

		line[strcspn(line, "\n")] = '\0';
		if (*line && *line != '#') {
			const char *in_double, *in_float;
			int width;

			cut(line);
			in_double = spelled(&arena, line, TYPE_DOUBLE);
			in_float = spelled(&arena, line, TYPE_FLOAT);
			width = fprintf(file, "%-31s => %s", line, in_double);
			if (strcmp(in_double, in_float))
				fprintf(file, "%*s => %s", width < 60 ? 60 - width : 0, "", in_float);
		} else {
			fputs(line, file);
		}
		putc('\n', file);
		arena_free(&arena);
	}
	if (file && old) {
		fclose(file);
		fclose(old);
		rename("tests/unit/generator/expr.txt.new", "tests/unit/generator/expr.txt");
	}
}
END_TEST

START_TEST(cases_are_there)
{
	ck_assert_msg(case_count > 0, "tests/unit/generator/expr.txt cannot be read");
	ck_assert_int_lt(case_count, MOST_CASES);
}
END_TEST

/* What wrap() makes of marks. */
static const struct { const char *text; int width; const char *wrapped; } wraps[] = {
	{ "a + b", 5, "a + b" },
	{ "a\1 + b", 5, "a + b" },
	{ "a\1 + b", 4, "a\n    + b" },
	{ "aaa\2 + bbb\2 + ccc", 10, "aaa + bbb\n    + ccc" },
	{ "aaa\1 ? bbb\2 + ccc", 10, "aaa\n    ? bbb\n    + ccc" },
	{ "aaaaaaaaaaaa", 5, "aaaaaaaaaaaa" },
	{ "aaaaaaaaaaaa\1 + b", 5, "aaaaaaaaaaaa\n    + b" },
	{ "", 5, "" },
};

START_TEST(lines_are_wrapped)
{
	struct arena arena = { NULL };

	ck_assert_str_eq(wrap(&arena, wraps[_i].text, wraps[_i].width, 4), wraps[_i].wrapped);
	arena_free(&arena);
}
END_TEST

Suite *
expr_suite(void)
{
	Suite *suite = suite_create("expr");
	TCase *tests = tcase_create("expressions");

	read_cases();
	tcase_add_test(tests, cases_are_there);
	if (getenv("BLESS"))
		tcase_add_test(tests, file_is_blessed);
	else
		tcase_add_loop_test(tests, expression_is_spelled, 0, case_count);
	tcase_add_loop_test(tests, lines_are_wrapped, 0, (int)(sizeof wraps/sizeof *wraps));
	suite_add_tcase(suite, tests);
	return suite;
}
