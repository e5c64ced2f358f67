#include "generator/cli/command_line.h"

#include <stdio.h>
#include <string.h>

enum { INDENT = 22, WIDTH = 79, MOST_SHOWN = 1 << 20 };

/* Prints words from a column on, in lines that begin at the indent. */
static void
put_wrapped(const char *text, int column)
{
	while (*text) {
		const int length = (int)strcspn(text, " ");

		if (column + 1 + length > WIDTH) {
			printf("\n%*s", INDENT, "");
			column = INDENT;
		}
		column += printf(column > INDENT ? " %.*s" : "%.*s", length, text);
		text += length + (text[length] == ' ');
	}
	putchar('\n');
}

/* " (1 to 64; default: 8)", or as much of that as there is to say. */
static const char *
range_text(const struct option_table *table, struct arena *arena, const struct option_row *row)
{
	const void *member = (const char *)table->defaults + row->member;
	const bool limited = row->kind == OPTION_NUMBER && row->most < MOST_SHOWN;
	const char *text = row->usual;

	if (!text && (row->kind == OPTION_TEXT || row->kind == OPTION_LIST))
		text = *(const char *const *)member;
	if (!text && row->kind == OPTION_NUMBER && *(const int *)member)
		text = arena_printf(arena, "%d", *(const int *)member);
	if (!text && row->kind == OPTION_WORD)
		text = row->words->names[*(const int *)member];
	if (!text && !limited)
		return "";
	return arena_printf(arena, " (%s%s%s%s)", limited ? arena_printf(arena, "1 to %d", row->most) : "",
		limited && text ? "; " : "", text ? "default: " : "", text ? text : "");
}

static const char *
words_text(struct arena *arena, const struct option_row *row)
{
	const char *text = "";

	for (int i = 0; row->words && i < row->words->count; i++)
		text = arena_printf(arena, "%s%s %s", text, i ? "," : ":", row->words->names[i]);
	return text;
}

static void
put_option(const struct option_table *table, struct arena *arena, const struct option_row *row)
{
	const char *letter = row->letter ? arena_printf(arena, "-%s", row->letter) : "";
	const char *name = row->name ? arena_printf(arena, "%s--%s", row->letter ? ", " : "", row->name) : "";
	int column = printf("  %s%s%s%s", letter, name, row->argument ? " " : "",
		row->argument ? row->argument : "");

	if (column > INDENT - 2)
		column = printf("\n") - 1;
	column += printf("%*s", INDENT - column, "");
	put_wrapped(arena_printf(arena, "%s%s%s", row->help, words_text(arena, row),
		range_text(table, arena, row)), column);
}

void
help_put(const struct option_table *table, struct arena *arena)
{
	fputs(table->usage, stdout);
	for (const struct option_row *row = table->rows; row < table->rows + table->count; row++)
		if (!(row->programs & table->bit))
			continue;
		else if (row->kind == OPTION_HEADING)
			printf("\n%s\n", row->name);
		else
			put_option(table, arena, row);
	puts("  -h, --help          print this\n  --version           print the version");
	if (table->put_more)
		table->put_more();
	fputs(table->ending, stdout);
}
