#include "runtime/report/text_table.h"

#include <string.h>

void
text_table_column(struct text_table *table, const char *heading, bool right)
{
	table->columns[table->count++] = (struct text_column){ heading, right, (int)strlen(heading) };
}

void
text_table_cell(struct text_table *table, struct text_row *row, const char *text)
{
	struct text_column *column = &table->columns[row->count];

	if (column->width < (int)strlen(text))
		column->width = (int)strlen(text);
	row->cells[row->count++] = text;
}

void
text_table_number(struct text_table *table, struct text_row *row, const char *format, double number)
{
	char text[64];

	snprintf(text, sizeof text, format, number);
	text_table_cell(table, row, arena_strndup(table->arena, text, strlen(text)));
}

int
text_table_width(const struct text_table *table, int columns)
{
	int width = columns ? columns - 1 : 0;

	for (int c = 0; c < columns; c++)
		width += table->columns[c].width;
	return width;
}

/* Blanks at the end of a line are left out. */
static void
put_line(const struct text_table *table, const char *const *cells, int count, const char *note, FILE *out)
{
	int blanks = 0;

	for (int c = 0; c < count; c++) {
		const int fill = table->columns[c].width - (int)strlen(cells[c]);
		const bool right = table->columns[c].right;

		blanks += (c > 0) + (right ? fill : 0);
		if (*cells[c])
			fprintf(out, "%*s%s", blanks, "", cells[c]);
		blanks = *cells[c] ? right ? 0 : fill : blanks + (right ? 0 : fill);
	}
	if (note)
		fprintf(out, "%*s%s", blanks + 1, "", note);
	putc('\n', out);
}

void
text_table_put_headings(const struct text_table *table, FILE *out)
{
	const char *headings[MOST_CELLS];

	for (int c = 0; c < table->count; c++)
		headings[c] = table->columns[c].heading;
	put_line(table, headings, table->count, NULL, out);
}

void
text_table_put(const struct text_table *table, const struct text_row *row, FILE *out)
{
	put_line(table, row->cells, row->count, row->note, out);
}
