#include "generator/cli/command_line.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { INDENT = 22, WIDTH = 79, MOST_SHOWN = 1 << 20 };

/* A word, or as many of a list's as fit a line. */
static int
word_length(const char *text)
{
	int length = (int)strcspn(text, " ");

	if (length > WIDTH - INDENT)
		for (int i = WIDTH - INDENT; i > 0; i--)
			if (text[i - 1] == ',')
				return i;
	return length;
}

/* Prints words from a column on, in lines that begin at the indent. */
static void
put_wrapped(const char *text, int column)
{
	while (*text) {
		const int length = word_length(text);

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
	return arena_printf(arena, " (%s%s%s%s)", limited ? arena_printf(arena, "%d to %d", row->zero ? 0 : 1, row->most) : "",
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

static bool
is_heading(const struct option_table *table, const struct option_row *row)
{
	return row->kind == OPTION_HEADING && row->programs & table->bit;
}

/* The words after --help: the headings in small letters, more, and all. */
static struct catalogue
topics_of(const struct option_table *table, struct arena *arena)
{
	const char **names = arena_array(arena, const char *, table->count + 2);
	int count = 0;

	for (const struct option_row *row = table->rows; row < table->rows + table->count; row++)
		if (is_heading(table, row))
			names[count++] = arena_printf(arena, "%c%s", tolower((unsigned char)*row->name), row->name + 1);
	if (table->more)
		names[count++] = table->more;
	names[count++] = "all";
	return (struct catalogue){ "topic of the help", names, count };
}

static void
put_builtin(struct arena *arena, const struct catalogue *topics)
{
	const char *text = "print the usual options, or with one of these words those of a topic";
	const int column = printf("  -h, --help          ");

	for (int i = 0; i < topics->count; i++)
		text = arena_printf(arena, "%s%s %s", text, i ? "," : ":", topics->names[i]);
	put_wrapped(text, column);
	puts("  --version           print the version");
}

/* Prints a heading that is not there yet. */
static void
put_heading(const struct option_row *heading, bool *begun)
{
	if (!*begun)
		printf("\n%s\n", heading->name);
	*begun = true;
}

/* Prints a heading and the options below it, all or the usual ones. The last has those of every program. */
static void
put_section(const struct option_table *table, struct arena *arena, const struct option_row *heading, bool all,
	const struct catalogue *topics)
{
	const struct option_row *row = heading, *end = table->rows + table->count;
	bool begun = false;

	while (++row < end && !is_heading(table, row))
		if (row->programs & table->bit && (all || row->usual_for & table->bit)) {
			put_heading(heading, &begun);
			put_option(table, arena, row);
		}
	if (row < end)
		return;
	put_heading(heading, &begun);
	put_builtin(arena, topics);
}

bool
help_put(const struct option_table *table, struct arena *arena, const char *topic, struct error *error)
{
	const struct catalogue topics = topics_of(table, arena);
	const int found = topic ? catalogue_find(&topics, topic) : -1;
	const bool all = found == topics.count - 1;
	int heading = 0;

	if (topic && found < 0)
		return catalogue_refuse(arena, &topics, topic, error);
	fputs(table->usage, stdout);
	for (const struct option_row *row = table->rows; row < table->rows + table->count; row++)
		if (is_heading(table, row) && (!topic || all || heading++ == found))
			put_section(table, arena, row, topic, &topics);
	if (table->more && (all || (topic && !strcmp(topic, table->more))))
		table->put_more();
	if (!topic || all)
		fputs(table->ending, stdout);
	return true;
}
