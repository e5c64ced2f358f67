#ifndef TEXT_TABLE_H
#define TEXT_TABLE_H

#include "generator/base/arena.h"

#include <stdbool.h>
#include <stdio.h>

enum { MOST_CELLS = 24 };

/* Columns of text that stay aligned whatever is in them: all rows are added before any is put. */
struct text_table {
	struct arena *arena;
	struct text_column {
		const char *heading;
		bool right; /* aligned */
		int width;
	} columns[MOST_CELLS];
	int count;
};

/* A row's cells, by column; those that are missing are blank. The note follows the last cell. */
struct text_row {
	const char *cells[MOST_CELLS];
	int count;
	const char *note; /* NULL: none */
};

/* Adds a column, whose heading also takes room. */
void text_table_column(struct text_table *table, const char *heading, bool right);

/* Adds a cell to a row; widens its column. */
void text_table_cell(struct text_table *table, struct text_row *row, const char *text);

/* Cells formatted as by printf. */
void text_table_number(struct text_table *table, struct text_row *row, const char *format, double number);

/* The characters of the first `columns` columns, with the blanks between them. */
int text_table_width(const struct text_table *table, int columns);

void text_table_put_headings(const struct text_table *table, FILE *out);
void text_table_put(const struct text_table *table, const struct text_row *row, FILE *out);

#endif
