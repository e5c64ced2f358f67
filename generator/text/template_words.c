#include "generator/text/template_words.h"

#include <ctype.h>
#include <string.h>

struct scan {
	template_word *found;
	void *to;
	bool header;
	bool counts, in_launcher; /* the section */
	bool comment;             /* over several lines */
	int depth;                /* of parentheses and braces */
};

/* As isalnum in any locale that has ASCII, without its call: all templates are read for each plan. */
static bool
is_word(char c)
{
	return (c | 32) >= 'a' && (c | 32) <= 'z' ? true : (c >= '0' && c <= '9') || c == '_';
}

/* The end of an identifier or number with the macros in it. */
static const char *
end_of_name(const char *at, const char *end, bool *has_macro)
{
	*has_macro = false;
	while (at < end && (is_word(*at) || *at == '$')) {
		const char *brace = *at == '$' && at + 1 < end && at[1] == '{'
			? memchr(at, '}', (size_t)(end - at)) : NULL;

		*has_macro |= *at == '$';
		at = brace ? brace + 1 : at + 1;
	}
	return at;
}

/* What follows a string, or its quote if it does not end on the line. */
static const char *
skip_string(const char *at, const char *end)
{
	for (const char *c = at + 1; c < end; c++)
		if (*c == '\\')
			c++;
		else if (*c == *at)
			return c + 1;
	return at + 1;
}

static const char *
skip_comment(struct scan *scan, const char *at, const char *end)
{
	for (; at + 1 < end; at++)
		if (at[0] == '*' && at[1] == '/') {
			scan->comment = false;
			return at + 2;
		}
	return end;
}

static void
scan_line(struct scan *scan, const char *at, const char *end)
{
	const char *line = at;
	bool is_member = false, has_macro;

	while (at < end) {
		const char *begin = at;

		if (scan->comment) {
			at = skip_comment(scan, at, end);
		} else if (is_word(*at) || *at == '$') {
			at = end_of_name(at, end, &has_macro);
			if (!has_macro && !is_member && !isdigit((unsigned char)*begin)
					&& (!scan->header || !scan->depth))
				scan->found(scan->to, begin, (size_t)(at - begin), scan->header || scan->in_launcher);
			is_member = false;
		} else if (*at == '"' || *at == '\'') {
			at = skip_string(at, end);
		} else if (*at == '/' && at + 1 < end && at[1] == '/') {
			return;
		} else if (*at == '/' && at + 1 < end && at[1] == '*') {
			scan->comment = true;
			at += 2;
		} else {
			scan->depth += (*at == '(' || *at == '{') - (*at == ')' || *at == '}');
			is_member = *at == '.' || (*at == '>' && at > line && at[-1] == '-')
				|| (is_member && (*at == ' ' || *at == '\t'));
			at++;
		}
	}
}

static const char *
skip_blanks(const char *at, const char *end)
{
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	return at;
}

/* What follows "?name" and blanks, by which a line of a template can begin. */
static const char *
behind_condition(const char *at, const char *end)
{
	const char *name_end = at + 1;

	if (at == end || *at != '?')
		return at;
	while (name_end < end && is_word(*name_end))
		name_end++;
	return name_end > at + 1 && (name_end == end || skip_blanks(name_end, end) > name_end) ? skip_blanks(name_end, end) : at;
}

/* Where the prose says these words from `at` on, or NULL. */
static const char *
find_said(const char *at, const char *prose_end, const char *words)
{
	const size_t length = strlen(words);

	for (; (at = memchr(at, *words, (size_t)(prose_end - at))); at++)
		if ((size_t)(prose_end - at) >= length && !memcmp(at, words, length))
			return at;
	return NULL;
}

/* Whether the section, "%name", is one of those after these words in the prose. */
static bool
is_said(const char *prose, const char *prose_end, const char *words, const char *section,
	size_t length)
{
	while ((prose = find_said(prose, prose_end, words)))
		for (; prose < prose_end && *prose != '\n'; prose++)
			if (!strncmp(prose, section, length) && !is_word(prose[length]))
				return true;
	return false;
}

/* The prose goes up to the first section. */
static const char *
end_of_prose(const char *text, const char *end)
{
	const char *section = strstr(text, "\n%");

	return section ? section : end;
}

void
template_words(const char *text, size_t size, bool header, template_word *found, void *to)
{
	struct scan scan = { .found = found, .to = to, .header = header, .counts = header };
	const char *end = text + size;
	const char *prose_end = header ? text : end_of_prose(text, end);
	const bool has_scope = find_said(text, prose_end, "No name of a stencil appears here.");

	for (const char *line = text, *next; line < end; line = next + 1) {
		const char *newline = memchr(line, '\n', (size_t)(end - line));
		const char *start = line;

		next = newline ? newline : end;
		if (!header && *line == '%') {
			size_t length = 1;

			while (is_word(line[length]))
				length++;
			scan.counts = !has_scope && !is_said(text, prose_end, "No name of a stencil appears in",
				line, length);
			scan.in_launcher = is_said(text, prose_end, "Launchers have", line, length);
			scan.comment = false;
			continue;
		}
		start = skip_blanks(start, next);
		if (!header)
			start = behind_condition(start, next);
		if (scan.counts && *start != '#')
			scan_line(&scan, start, next);
	}
}
