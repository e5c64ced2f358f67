#include "runtime/report/matrix.h"

#include "runtime/report/comparison.h"
#include "runtime/report/derived.h"
#include "runtime/report/markdown.h"
#include "runtime/report/query.h"
#include "runtime/report/settings.h"

#include <stddef.h>
#include <string.h>

/* The settings of a matrix. Its columns are the values of a column of the data or, without
 * `columns`, several columns of the data themselves. */
struct matrix {
	const char *where, *rows, *columns, *value;
};

static bool
set(struct matrix *m, const char *key, const char *value)
{
	static const struct setting settings[] = {
		{ "where", offsetof(struct matrix, where) }, { "rows", offsetof(struct matrix, rows) },
		{ "columns", offsetof(struct matrix, columns) }, { "value", offsetof(struct matrix, value) },
	};

	return settings_set(settings, sizeof settings/sizeof *settings, m, key, value);
}

/* The headings of the matrix and the data's columns below them. */
struct columns {
	const char **words, **values;
	int count;
};

static struct columns
find_columns(struct arena *arena, const struct matrix *m, const struct csv *csv,
	const struct condition *conditions)
{
	struct columns columns = { .values = split(arena, m->value) };

	if (*m->columns) {
		columns.count = distinct_words(arena, csv, conditions, m->columns, false, &columns.words);
		return columns;
	}
	while (columns.values[columns.count])
		columns.count++;
	columns.words = arena_array(arena, const char *, columns.count);
	for (int c = 0; c < columns.count; c++)
		columns.words[c] = column_label(columns.values[c]);
	return columns;
}

static void
put_text(const struct page *page, const char *cell)
{
	putc(' ', page->out);
	put_markdown(cell, page->out);
	fputs(" |", page->out);
}

static void
put_headings(const struct page *page, const struct matrix *m, const struct columns *columns)
{
	fputs("| ", page->out);
	put_markdown(strchr(m->rows, '+') ? "" : column_label(m->rows), page->out);
	fputs(" |", page->out);
	for (int c = 0; c < columns->count; c++)
		put_text(page, columns->words[c]);
	fputs("\n|---|", page->out);
	for (int c = 0; c < columns->count; c++)
		fputs("--:|", page->out);
	putc('\n', page->out);
}

/* Writes the number of the fastest row for which the conditions hold; false if there is none. */
static bool
put_cell(const struct page *page, const struct csv *csv, const struct condition *conditions,
	const char *value)
{
	const int row = fastest_row(csv, conditions, value, false);

	put_text(page, row < 0 ? "-" : readable_number(page->arena, csv_text(csv, row, value)));
	return row >= 0;
}

/* Writes a row of the table; marks the columns that have a number. */
static void
put_row(const struct page *page, const struct matrix *m, const struct csv *csv,
	const struct condition *in_row, const struct columns *columns, bool *known)
{
	for (int c = 0; c < columns->count; c++) {
		const char *words[] = { columns->words[c], NULL };
		const struct condition in_both = { m->columns, words, (struct condition *)in_row };

		known[c] |= put_cell(page, csv, *m->columns ? &in_both : in_row,
			columns->values[*m->columns ? 0 : c]);
	}
}

/* Reports a missing number in a paragraph of its own. */
static void
put_missing(struct page *page, const char *what)
{
	putc('\n', page->out);
	page_missing(page, what);
}

static void
put_cells(struct page *page, const struct matrix *m, const struct csv *csv,
	struct condition *conditions)
{
	const char **rows;
	const int row_count = distinct_words(page->arena, csv, conditions, m->rows, false, &rows);
	const struct columns columns = find_columns(page->arena, m, csv, conditions);
	bool *known = arena_array(page->arena, bool, columns.count + 1);

	put_headings(page, m, &columns);
	for (int r = 0; r < row_count; r++) {
		const char *words[] = { rows[r], NULL };
		const struct condition in_row = { m->rows, words, conditions };

		putc('|', page->out);
		put_text(page, rows[r]);
		put_row(page, m, csv, &in_row, &columns, known);
		putc('\n', page->out);
	}
	if (!row_count)
		put_missing(page, arena_printf(page->arena, "no row is where %s", m->where));
	for (int c = 0; c < columns.count && row_count; c++)
		if (!known[c])
			put_missing(page, columns.words[c]);
}

void
put_matrix(struct page *page, const struct directive *directive)
{
	struct matrix m = { "", "access", "", time_column };
	const char *key, *value;
	struct condition *conditions;
	struct csv *csv;
	struct error error;

	while (page_setting(page, &key, &value))
		if (!set(&m, key, value))
			page_fail(page, EXIT_ERRORS, "a matrix has no %s", key);
	csv = page_data(page, directive->words[1], &error);
	if (!csv) {
		page_missing(page, error.text);
		return;
	}
	if (strchr(m.rows, '+'))
		csv = combine_columns(page->arena, csv, m.rows);
	if (strchr(m.columns, '+'))
		csv = combine_columns(page->arena, csv, m.columns);
	if (!conditions_parse(page->arena, m.where, &conditions, &error)) {
		page_fail(page, EXIT_ERRORS, "%s", error.text);
		return;
	}
	put_cells(page, &m, csv, conditions);
}
