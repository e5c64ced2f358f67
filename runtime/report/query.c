#include "runtime/report/query.h"

#include "runtime/report/derived.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* "column=word,word" */
static struct condition *
parse_condition(struct arena *arena, const char *text, size_t length)
{
	struct condition *condition = arena_new(arena, struct condition);
	const size_t name = strcspn(text, "=");
	const char *list = arena_strndup(arena, text + name + 1, length - name - 1);
	int count = 1;

	condition->column = arena_strndup(arena, text, name);
	for (const char *c = list; *c; c++)
		count += *c == ',';
	condition->words = arena_array(arena, const char *, count + 1);
	for (int w = 0; w < count; w++) {
		const size_t word = strcspn(list, ",");

		condition->words[w] = arena_strndup(arena, list, word);
		list += word + 1;
	}
	return condition;
}

bool
conditions_parse(struct arena *arena, const char *text, struct condition **conditions, struct error *error)
{
	struct condition **last = conditions;

	*last = NULL;
	while (*(text += strspn(text, " "))) {
		const size_t length = strcspn(text, " "), name = strcspn(text, "= ");

		if (!name || text[name] != '=')
			return error_set(error, EXIT_ERRORS, "'%.*s' is no condition: write it as stencil=laplap", (int)length, text);
		*last = parse_condition(arena, text, length);
		last = &(*last)->next;
		text += length;
	}
	return true;
}

bool
conditions_hold(const struct condition *conditions, const struct csv *csv, int row)
{
	for (const struct condition *c = conditions; c; c = c->next) {
		const char *text = csv_text(csv, row, c->column), **word = c->words;

		while (*word && strcmp(*word, text))
			word++;
		if (!*word)
			return false;
	}
	return true;
}

int
fastest_row(const struct csv *csv, const struct condition *conditions, const char *column, bool text)
{
	double least = INFINITY;
	int best = -1;

	for (int r = 0; r < csv->row_count; r++) {
		const double time = csv_number(csv, r, time_column);

		if (!conditions_hold(conditions, csv, r)
				|| (text ? !*csv_text(csv, r, column) : isnan(csv_number(csv, r, column))))
			continue;
		if (best < 0 || (time > 0 && time < least))
			best = r;
		if (time > 0 && time < least)
			least = time;
	}
	return best;
}

/* Compares numbers in texts by size, everything else by character. */
static int
compare_naturally(const void *left, const void *right)
{
	const char *a = *(const char *const *)left, *b = *(const char *const *)right;

	for (; *a && *b; a++, b++) {
		if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
			char *end_a, *end_b;
			const double m = strtod(a, &end_a), n = strtod(b, &end_b);

			if (m != n)
				return m < n ? -1 : 1;
			a = end_a - 1;
			b = end_b - 1;
		} else if (*a != *b)
			return *a < *b ? -1 : 1;
	}
	return (*a != '\0') - (*b != '\0');
}

static bool
begin_with_digits(const char *const *words, int count)
{
	for (int w = 0; w < count; w++)
		if (!isdigit((unsigned char)*words[w]))
			return false;
	return true;
}

int
distinct_words(struct arena *arena, const struct csv *csv, const struct condition *conditions,
	const char *column, bool sorted, const char ***words)
{
	int count = 0;

	*words = arena_array(arena, const char *, csv->row_count + 1);
	for (int r = 0; r < csv->row_count; r++) {
		const char *text = csv_text(csv, r, column);
		int w = 0;

		if (!*text || !conditions_hold(conditions, csv, r))
			continue;
		while (w < count && strcmp((*words)[w], text))
			w++;
		if (w == count)
			(*words)[count++] = text;
	}
	if (sorted || begin_with_digits(*words, count))
		qsort(*words, (size_t)count, sizeof **words, compare_naturally);
	return count;
}
