#include "generator/text/wrap.h"
#include "generator/base/printed.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *
capitals(struct arena *arena, const char *name)
{
	char *text = arena_strndup(arena, name, strlen(name));

	for (char *c = text; *c; c++)
		*c = (char)toupper((unsigned char)*c);
	return text;
}

const char *
macro_prefix(struct arena *arena, const char *name)
{
	bool upper = false, lower = false;

	for (const char *c = name; *c; c++) {
		upper |= isupper((unsigned char)*c) != 0;
		lower |= islower((unsigned char)*c) != 0;
	}
	return !upper ? capitals(arena, name) : lower ? name : arena_printf(arena, "%s_", name);
}

const char *
int_text(struct arena *arena, long long number)
{
	return arena_printf(arena, "%lld", number);
}

const char *
ints_text(struct arena *arena, const int *values, int count)
{
	struct list list = { .text.arena = arena };

	for (int i = 0; i < count; i++)
		list_add(&list, int_text(arena, values[i]));
	return list_text(&list);
}

const char *
index_add(struct arena *arena, const char *text, int count, const char *step)
{
	const char sign = count < 0 ? '-' : '+';

	if (!count)
		return text;
	if (!step)
		return arena_printf(arena, "%s %c %d", text, sign, abs(count));
	return abs(count) == 1 ? arena_printf(arena, "%s %c %s", text, sign, step)
		: arena_printf(arena, "%s %c %d*%s", text, sign, abs(count), step);
}

const char *
join_lines(struct arena *arena, const char *above, const char *below)
{
	return !*above ? below : !*below ? above : arena_printf(arena, "%s\n%s", above, below);
}

const char *
join_paragraphs(struct arena *arena, const char *above, const char *below)
{
	return arena_printf(arena, "%s%s%s", above, *above && *below ? "\n\n" : "", below);
}

void
lines_add(struct text *text, const char *line)
{
	if (text->length && *line)
		text_add(text, "\n");
	text_add(text, line);
}

const char *
indent_lines(struct arena *arena, const char *lines)
{
	struct text text = { .arena = arena };

	for (bool start = true; *lines; lines++) {
		if (start && *lines != '\n')
			text_add(&text, "    ");
		text_add(&text, arena_strndup(arena, lines, 1));
		start = *lines == '\n';
	}
	return text_of(&text);
}

void
list_add(struct list *list, const char *item)
{
	/* All marks have one rank, so that wrap() fills the lines. */
	if (list->text.length)
		text_add(&list->text, ",\1 ");
	text_add(&list->text, item);
}

const char *
list_text(const struct list *list)
{
	return wrap(list->text.arena, text_of(&list->text), LINE_WIDTH, 0);
}

static bool
is_mark(char c)
{
	return c > 0 && c < ' ' && c != '\n';
}

/* Where to break a line that starts at text: the best mark that leaves at most
 * `room` characters before it, the last of equals; else the first mark. */
static const char *
find_break(const char *text, int room)
{
	const char *best = NULL;
	int column = 0;

	for (; *text; text++) {
		if (!is_mark(*text)) {
			column++;
			continue;
		}
		if (column > room)
			return best ? best : text;
		if (!best || *text <= *best)
			best = text;
	}
	return column > room ? best : NULL;
}

const char *
wrap(struct arena *arena, const char *text, int width, int indent)
{
	struct printed wrapped;
	FILE *out = printed_begin(&wrapped);
	int room = width, nesting;

	for (;;) {
		const char *stop = find_break(text, room);

		for (; *text && text != stop; text++)
			if (!is_mark(*text))
				putc(*text, out);
		if (!stop)
			break;
		/* The deeper the nesting, the further the next line is indented; lists have none. */
		nesting = indent ? (*text - 1)/3 : 0;
		text += 1 + (text[1] == ' ');
		fprintf(out, "\n%*s", indent*(1 + nesting), "");
		room = width - indent*(1 + nesting);
	}
	return printed_end(&wrapped, arena);
}
