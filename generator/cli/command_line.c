#include "generator/cli/command_line.h"

#include "generator/base/exit.h"
#include "generator/base/suggest.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum request { REQUEST_NONE, REQUEST_HELP, REQUEST_VERSION };

static const struct option_row builtin[] = {
	{ .kind = OPTION_FLAG, .name = "help", .letter = "h" },
	{ .kind = OPTION_FLAG, .name = "version" },
};
enum { BUILTIN = sizeof builtin/sizeof *builtin, SHOWN_LETTERS = 60 };

struct reader {
	const struct option_table *table;
	struct arena *arena;
	int argc, next;   /* argv[next] is read next */
	char **argv;
	char *values;     /* the program's struct */
	char **files;
	int file_count;
	enum request request;
	const char *topic; /* of the help; NULL: none */
	struct error error;
};

static bool
takes_value(const struct option_row *row)
{
	return row->kind != OPTION_FLAG;
}

/* The i-th row of the table, then those of all programs; NULL after them. */
static const struct option_row *
row_at(const struct option_table *table, int i)
{
	return i < table->count ? &table->rows[i] : i < table->count + BUILTIN ? &builtin[i - table->count] : NULL;
}

static bool
is_option(const struct option_table *table, const struct option_row *row)
{
	return row->kind != OPTION_HEADING && (!row->programs || row->programs & table->bit);
}

/* How messages name an option. */
static const char *
dashed(struct arena *arena, const struct option_row *row)
{
	return row->name ? arena_printf(arena, "--%s", row->name) : arena_printf(arena, "-%s", row->letter);
}

bool
is_number(const char *text)
{
	char *end;

	strtod(text, &end);
	return end != text && !*end;
}

bool
whole_number(const char *text, int most, int *number)
{
	int value = 0;

	if (!*text)
		return false;
	for (; *text; text++) {
		const int digit = *text - '0';

		if (digit < 0 || digit > 9 || value > (most - digit)/10)
			return false;
		value = 10*value + digit;
	}
	if (value)
		*number = value;
	return value;
}

/* An error for what is no such number. Returns false. */
static bool
refuse_number(struct reader *r, const struct option_row *row, const char *text)
{
	const char *kind = row->powers ? "power of two" : "number";
	const int least = row->zero ? 0 : 1;

	return row->most == INT_MAX
		? error_set(&r->error, EXIT_USAGE, "%s accepts a %s of at least %d, not '%.*s'", dashed(r->arena, row), kind, least,
			SHOWN_LETTERS, text)
		: error_set(&r->error, EXIT_USAGE, "%s accepts a %s from %d to %d, not '%.*s'", dashed(r->arena, row), kind, least,
			row->most, SHOWN_LETTERS, text);
}

/* Whether all words of a text are known. */
static bool
check_words(struct reader *r, const struct option_row *row, const char *text)
{
	bool *chosen;

	if (!row->words)
		return true;
	if (row->kind != OPTION_LIST)
		return catalogue_find(row->words, text) >= 0 || catalogue_refuse(r->arena, row->words, text, &r->error);
	chosen = arena_array(r->arena, bool, row->words->count + 1);
	return catalogue_read(r->arena, row->words, text, chosen, &r->error);
}

/* Puts what an option is given where it belongs. */
static bool
take(struct reader *r, const struct option_row *row, const char *text)
{
	char *const member = r->values + row->member;
	struct texts *texts = (struct texts *)member;
	int number;

	if (text && !*text && row->kind != OPTION_NUMBER)
		return error_set(&r->error, EXIT_USAGE, "%s needs a value that is not empty", dashed(r->arena, row));
	switch (row->kind) {
	case OPTION_HEADING:
		break;
	case OPTION_FLAG:
		if (row >= builtin && row < builtin + BUILTIN)
			r->request = row == builtin ? REQUEST_HELP : REQUEST_VERSION;
		else
			*(bool *)member = true;
		break;
	case OPTION_NUMBER:
		if (row->zero && !strcmp(text, "0"))
			number = row->zero;
		else if (!whole_number(text, row->most, &number) || (row->powers && number & (number - 1)))
			return refuse_number(r, row, text);
		*(int *)member = number;
		break;
	case OPTION_WORD:
		if (!check_words(r, row, text))
			return false;
		*(int *)member = catalogue_find(row->words, text);
		break;
	case OPTION_TEXT:
	case OPTION_LIST:
		if (!check_words(r, row, text))
			return false;
		*(const char **)member = text;
		break;
	case OPTION_TEXTS:
		if (!texts->items)
			texts->items = arena_array(r->arena, const char *, r->argc);
		texts->items[texts->count++] = text;
		break;
	}
	return true;
}

/* The option of this name, or of the only one that begins so. NULL after an error. */
static const struct option_row *
find_named(struct reader *r, const char *name, size_t length)
{
	const struct option_row *row, *found = NULL, *other = NULL;
	const char **names = arena_array(r->arena, const char *, r->table->count + BUILTIN);
	const char *shown = arena_printf(r->arena, "--%.*s",
		(int)(length < SHOWN_LETTERS ? length : SHOWN_LETTERS), name);
	int count = 0;

	for (int i = 0; (row = row_at(r->table, i)); i++) {
		if (!is_option(r->table, row) || !row->name)
			continue;
		names[count++] = dashed(r->arena, row);
		if (strncmp(row->name, name, length))
			continue;
		if (!row->name[length])
			return row;
		if (!found)
			found = row;
		else if (!other)
			other = row;
	}
	if (other && length) {
		error_set(&r->error, EXIT_USAGE, "%s may be --%s or --%s", shown, found->name, other->name);
		return NULL;
	}
	if (!found || !length)
		error_set(&r->error, EXIT_USAGE, "unknown option '%s'%s", shown,
			catalogue_meant(r->arena, names, count, shown));
	return length ? found : NULL;
}

static bool
read_named(struct reader *r, const char *word)
{
	const size_t length = strcspn(word, "=");
	const struct option_row *row = find_named(r, word, length);
	const char *text = word[length] ? word + length + 1 : NULL;

	if (!row)
		return false;
	if (row == builtin)
		r->topic = text;
	else if (!takes_value(row) && text)
		return error_set(&r->error, EXIT_USAGE, "--%s accepts no value", row->name);
	if (!takes_value(row))
		return take(r, row, NULL);
	if (!text && r->next == r->argc)
		return error_set(&r->error, EXIT_USAGE, "--%s needs a value: %s", row->name, row->argument);
	return take(r, row, text ? text : r->argv[r->next++]);
}

/* The option whose letters come first in the word, those of most letters before others. */
static const struct option_row *
find_letter(const struct option_table *table, const char *word)
{
	const struct option_row *row, *found = NULL;

	for (int i = 0; (row = row_at(table, i)); i++)
		if (is_option(table, row) && row->letter && !strncmp(row->letter, word, strlen(row->letter))
				&& (!found || strlen(row->letter) > strlen(found->letter)))
			found = row;
	return found;
}

/* Reads "-qv", "-o PATH", "-oPATH". */
static bool
read_letters(struct reader *r, const char *word)
{
	while (*word) {
		const struct option_row *row = find_letter(r->table, word);

		if (!row)
			return error_set(&r->error, EXIT_USAGE, "unknown option '-%.*s'", SHOWN_LETTERS, word);
		word += strlen(row->letter);
		if (takes_value(row)) {
			if (!*word && r->next == r->argc)
				return error_set(&r->error, EXIT_USAGE, "-%s needs a value: %s", row->letter,
					row->argument);
			return take(r, row, *word ? word : r->argv[r->next++]);
		}
		if (!take(r, row, NULL))
			return false;
	}
	return true;
}

static bool
read_all(struct reader *r)
{
	bool options = true;

	while (r->next < r->argc && !r->request) {
		char *word = r->argv[r->next++];

		if (!options || *word != '-' || !word[1])
			r->files[r->file_count++] = word;
		else if (!strcmp(word, "--"))
			options = false;
		else if (!(word[1] == '-' ? read_named(r, word + 2) : read_letters(r, word + 1)))
			return false;
	}
	if (r->request == REQUEST_HELP && !r->topic && r->next < r->argc && *r->argv[r->next] != '-')
		r->topic = r->argv[r->next];
	return true;
}

static void
set_defaults(const struct option_table *table, char *values)
{
	for (const struct option_row *row = table->rows; row < table->rows + table->count; row++)
		if (is_option(table, row) && (row->kind == OPTION_NUMBER || row->kind == OPTION_WORD))
			*(int *)(values + row->member) = *(const int *)((const char *)table->defaults + row->member);
}

void
command_line_complete(const struct option_table *table, void *values)
{
	for (const struct option_row *row = table->rows; row < table->rows + table->count; row++) {
		const char **text = (const char **)((char *)values + row->member);

		if (is_option(table, row) && (row->kind == OPTION_TEXT || row->kind == OPTION_LIST) && !*text)
			*text = *(const char *const *)((const char *)table->defaults + row->member);
	}
}

bool
command_line_read(const struct option_table *table, struct arena *arena, int argc, char **argv,
	void *values, char ***files, int *file_count, int *status)
{
	struct reader r = {
		.table = table, .arena = arena, .argc = argc, .argv = argv, .next = 1, .values = values,
		.files = arena_array(arena, char *, argc + 1),
	};

	set_defaults(table, values);
	*status = EXIT_GOOD;
	if (!read_all(&r) || (r.request == REQUEST_HELP && !help_put(table, arena, r.topic, &r.error))) {
		fprintf(stderr, "%s: %s\nTry '%s --help'.\n", table->program, r.error.text, table->program);
		*status = EXIT_USAGE;
		return false;
	}
	*files = r.files;
	*file_count = r.file_count;
	if (!r.request)
		return true;
	if (r.request == REQUEST_VERSION)
		printf("%s %s\n", table->program, table->version);
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "%s: cannot write standard output\n", table->program);
		*status = EXIT_IO;
	}
	return false;
}
