#include "runtime/report/labels.h"

#include <string.h>

static const char label_column[] = "label";

/* Where the conditions of "NAME: CONDITIONS" begin; they have no blank after a colon. NULL: nowhere. */
static const char *
conditions_of(const char *text)
{
	const char *found = NULL;

	for (const char *at = text; (at = strstr(at, ": ")); at++)
		found = at + 2;
	return found && found - 2 > text ? found : NULL;
}

bool
label_add(struct arena *arena, const char *text, struct label **labels, struct error *error)
{
	struct label *label = arena_new(arena, struct label);
	const char *conditions = conditions_of(text);

	if (!conditions)
		return error_set(error, EXIT_ERRORS, "'%s' is no label: write it as 'on a table: storage=chasing'", text);
	*label = (struct label){ .name = arena_strndup(arena, text, (size_t)(conditions - 2 - text)) };
	while (*labels)
		labels = &(*labels)->next;
	*labels = label;
	return conditions_parse(arena, conditions, &label->conditions, error);
}

static const char **
copy_row(struct arena *arena, const struct csv *csv, int row)
{
	const char **copy = arena_array(arena, const char *, csv->column_count);

	memcpy(copy, csv->rows[row], (size_t)csv->column_count*sizeof *copy);
	return copy;
}

struct csv *
labelled_rows(struct arena *arena, const struct csv *csv, struct label *labels)
{
	struct csv *all = csv_widen(arena, csv, label_column), *labelled = arena_new(arena, struct csv);
	const int column = csv_column(all, label_column);
	int count = 0;

	for (struct label *label = labels; label; label = label->next)
		for (int r = 0; r < all->row_count; r++)
			label->rows += conditions_hold(label->conditions, all, r);
	for (struct label *label = labels; label; label = label->next)
		count += label->rows;
	*labelled = *all;
	labelled->row_count = 0;
	labelled->rows = arena_array(arena, const char **, count + 1);
	for (struct label *label = labels; label; label = label->next)
		for (int r = 0; r < all->row_count; r++)
			if (conditions_hold(label->conditions, all, r)) {
				const char **row = copy_row(arena, all, r);

				row[column] = label->name;
				labelled->rows[labelled->row_count++] = row;
			}
	return labelled;
}
