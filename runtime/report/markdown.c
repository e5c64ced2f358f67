#include "runtime/report/markdown.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { LEAST_FENCE = 3 };

static bool
is_control(char c)
{
	return (unsigned char)c < ' ' || c == 0x7f;
}

static bool
is_blank(char c)
{
	return c == '\0' || c == ' ' || is_control(c);
}

/* Whether a character of a text, with those before and after it, could be markup. */
static bool
is_markup(char before, char c, char after)
{
	if (c == '*')
		return !is_blank(before) || !is_blank(after);
	if (c == '_')
		return !isalnum((unsigned char)before) || !isalnum((unsigned char)after);
	if (c == '&')
		return after == '#' || isalpha((unsigned char)after);
	return strchr("\\|`<[]", c);
}

void
put_markdown(const char *text, FILE *out)
{
	char before = '\0';

	for (; *text; before = *text++) {
		if (is_markup(before, *text, text[1]))
			putc('\\', out);
		putc(is_control(*text) ? ' ' : *text, out);
	}
}

/* More backticks than any line has in a row. */
static int
fence_length(const char *const *lines, int count)
{
	int longest = LEAST_FENCE - 1;

	for (int i = 0; i < count; i++)
		for (const char *at = lines[i]; (at = strchr(at, '`')); ) {
			const int run = (int)strspn(at, "`");

			longest = run > longest ? run : longest;
			at += run;
		}
	return longest + 1;
}

static void
put_fence(int length, FILE *out)
{
	while (length--)
		putc('`', out);
	putc('\n', out);
}

void
put_code(const char *const *lines, int count, FILE *out)
{
	const int fence = fence_length(lines, count);

	put_fence(fence, out);
	for (int i = 0; i < count; i++) {
		for (const char *c = lines[i]; *c; c++)
			putc(is_control(*c) ? ' ' : *c, out);
		putc('\n', out);
	}
	put_fence(fence, out);
}
