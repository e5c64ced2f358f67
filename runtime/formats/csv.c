#include "runtime/formats/csv.h"

#include "generator/base/files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 1024 }; /* ncu prints some 300 */

/* Larger numbers are taken for mistakes. */
#define MOST_NUMBER 1e100

/* Reads the cell at *at and moves *at to the comma or line end after it. NULL if a quote
 * is never closed. */
static const char *
read_cell(struct arena *arena, const char **at)
{
	struct text cell = { .arena = arena };
	const char *begin = *at;

	if (*begin != '"') {
		*at += strcspn(*at, ",\r\n");
		return arena_strndup(arena, begin, (size_t)(*at - begin));
	}
	for (;;) {
		begin = ++*at;
		*at += strcspn(*at, "\"");
		if (!**at)
			return NULL;
		text_add(&cell, arena_strndup(arena, begin, (size_t)(*at - begin)));
		++*at;
		if (**at != '"')
			return text_of(&cell);
		text_add(&cell, "\"");
	}
}

/* Reads the cells of a line and moves *at to the next. Returns their number, or -1 if
 * they cannot be read. */
static int
read_line(struct arena *arena, const char **at, const char *cells[MOST_COLUMNS])
{
	int count = 0;

	for (;;) {
		if (count == MOST_COLUMNS || !(cells[count] = read_cell(arena, at)))
			return -1;
		count++;
		if (**at != ',')
			break;
		++*at;
	}
	if (**at && **at != '\r' && **at != '\n')
		return -1;
	*at += strspn(*at, "\r\n");
	return count;
}

static const char *
skip_empty(const char *at)
{
	for (;;) {
		at += strspn(at, "\r\n");
		if (*at != '#')
			return at;
		at += strcspn(at, "\r\n");
	}
}

/* At least as many as there are rows: they may end with \r, \n or both. */
static int
count_lines(const char *text)
{
	int count = 1;

	for (; *text; text++)
		count += *text == '\n' || *text == '\r';
	return count;
}

static const char **
copy_cells(struct arena *arena, const char **cells, int count, int room)
{
	const char **copy = arena_array(arena, const char *, room + 1);

	for (int i = 0; i < room; i++)
		copy[i] = i < count ? cells[i] : "";
	return copy;
}

struct csv *
csv_parse(struct arena *arena, const char *text, struct error *error)
{
	struct csv *csv = arena_new(arena, struct csv);
	const char *cells[MOST_COLUMNS], *at = skip_empty(text);

	csv->column_count = *at ? read_line(arena, &at, cells) : -1;
	if (csv->column_count < 0) {
		error_set(error, EXIT_ERRORS, "no line with the names of columns");
		return NULL;
	}
	csv->columns = copy_cells(arena, cells, csv->column_count, csv->column_count);
	csv->rows = arena_array(arena, const char **, count_lines(text));
	while (*(at = skip_empty(at))) {
		const int count = read_line(arena, &at, cells);

		if (count < 0)
			error_set(error, EXIT_ERRORS, "row %d cannot be read", csv->row_count + 1);
		else if (count != csv->column_count)
			error_set(error, EXIT_ERRORS, "row %d has %d cells, not %d", csv->row_count + 1, count, csv->column_count);
		if (count != csv->column_count)
			return NULL;
		csv->rows[csv->row_count++] = copy_cells(arena, cells, count, count);
	}
	return csv;
}

struct csv *
csv_read(struct arena *arena, const char *path, struct error *error)
{
	const char *text;
	size_t size;
	struct csv *csv = file_read(arena, path, &text, &size, error) ? csv_parse(arena, text, error) : NULL;

	if (!csv)
		error_prefix(error, "%s: ", path);
	return csv;
}

struct csv *
csv_widen(struct arena *arena, const struct csv *csv, const char *column)
{
	struct csv *wider = arena_new(arena, struct csv);

	*wider = *csv;
	if (csv_column(csv, column) >= 0)
		return wider;
	wider->column_count++;
	wider->columns = copy_cells(arena, csv->columns, csv->column_count, wider->column_count);
	wider->columns[csv->column_count] = column;
	wider->rows = arena_array(arena, const char **, csv->row_count + 1);
	for (int r = 0; r < csv->row_count; r++)
		wider->rows[r] = copy_cells(arena, csv->rows[r], csv->column_count, wider->column_count);
	return wider;
}

struct csv *
csv_join(struct arena *arena, const struct csv *first, const struct csv *second)
{
	struct csv *both = arena_new(arena, struct csv);
	const char ***rows = arena_array(arena, const char **, first->row_count + second->row_count + 1);

	*both = *first;
	for (int c = 0; c < second->column_count; c++)
		both = csv_widen(arena, both, second->columns[c]);
	for (int r = 0; r < first->row_count; r++)
		rows[r] = both->rows[r];
	for (int r = 0; r < second->row_count; r++) {
		const char **cells = copy_cells(arena, NULL, 0, both->column_count);

		for (int c = 0; c < second->column_count; c++)
			cells[csv_column(both, second->columns[c])] = second->rows[r][c];
		rows[both->row_count++] = cells;
	}
	both->rows = rows;
	return both;
}

int
csv_column(const struct csv *csv, const char *name)
{
	for (int c = 0; c < csv->column_count; c++)
		if (!strcmp(csv->columns[c], name))
			return c;
	return -1;
}

const char *
csv_text(const struct csv *csv, int row, const char *column)
{
	const int c = csv_column(csv, column);

	return c < 0 ? "" : csv->rows[row][c];
}

double
csv_number(const struct csv *csv, int row, const char *column)
{
	const char *text = csv_text(csv, row, column);
	char *end;
	const double number = strtod(text, &end);

	return end == text || *end || !(fabs(number) < MOST_NUMBER) ? NAN : number;
}

void
csv_put_columns(struct arena *arena, const struct csv *csv, const char *names, FILE *out)
{
	int columns[MOST_COLUMNS], count = 0;

	while (*names && count < MOST_COLUMNS) {
		const size_t length = strcspn(names, ",");
		const int column = csv_column(csv, arena_strndup(arena, names, length));

		if (column >= 0)
			columns[count++] = column;
		names += length + (names[length] == ',');
	}
	for (int r = -1; r < csv->row_count; r++)
		for (int c = 0; c < count; c++) {
			csv_put(r < 0 ? csv->columns[columns[c]] : csv->rows[r][columns[c]], out);
			putc(c < count - 1 ? ',' : '\n', out);
		}
}

void
csv_put(const char *cell, FILE *out)
{
	if (!strpbrk(cell, ",\"\r\n") && *cell != '#') {
		fputs(cell, out);
		return;
	}
	putc('"', out);
	for (; *cell; cell++) {
		if (*cell == '"')
			putc('"', out);
		putc(*cell, out);
	}
	putc('"', out);
}
