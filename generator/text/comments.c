#include "generator/text/comments.h"

#include <ctype.h>
#include <string.h>

const char *
base_name(struct arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/');
	char *name;

	if (!strcmp(path, "-"))
		return "standard input";
	path = slash ? slash + 1 : path;
	name = arena_strndup(arena, path, strlen(path));
	for (char *c = name; *c; c++)
		if (iscntrl((unsigned char)*c) || *c == '\\')
			*c = '?';
	return name;
}

/* Whether the bytes from..to-1 may stand in a comment of a C file: they must
 * not join the next line to it. */
static bool
is_harmless(const char *text, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		if (iscntrl((unsigned char)text[i]) && text[i] != '\t')
			return false;
	return to > from && text[to - 1] != '\\' && !(to - from > 2 && !memcmp(text + to - 3, "?\?/", 3));
}

const char *
comment_above(struct arena *arena, const struct source *source, struct span span)
{
	enum { MOST_COMMENT = 8192 };
	const char *text = source->text, *comment = "";
	size_t line = span.start;

	while (line > 0 && text[line - 1] != '\n')
		line--;
	while (line > 0) {
		size_t end = line - 1, start = end;

		while (start > 0 && text[start - 1] != '\n')
			start--;
		line = start;
		while (start < end && isspace((unsigned char)text[start]))
			start++;
		while (end > start && isspace((unsigned char)text[end - 1]))
			end--;
		if (end - start < 2 || memcmp(text + start, "//", 2) || !is_harmless(text, start, end))
			break;
		if (strlen(comment) + (end - start) > MOST_COMMENT)
			return "";
		comment = arena_printf(arena, "%.*s%s%s", (int)(end - start), text + start,
			*comment ? "\n" : "", comment);
	}
	return comment;
}

const char *
fortran_comment(struct arena *arena, const char *text)
{
	struct text lines = { .arena = arena };

	for (const char *at = text; *at; ) {
		const size_t length = strcspn(at, "\n");
		const size_t slashes = strspn(at, "/");

		text_add(&lines, arena_printf(arena, "!%.*s%s", (int)(length - slashes), at + slashes,
			at[length] ? "\n" : ""));
		at += length + (at[length] == '\n');
	}
	return text_of(&lines);
}
