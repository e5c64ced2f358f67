#ifndef CSV_H
#define CSV_H

#include "generator/base/arena.h"
#include "generator/base/error.h"

#include <stdbool.h>
#include <stdio.h>

/* A table with names in its first line. Every row has a cell for each column. */
struct csv {
	int column_count, row_count;
	const char **columns;
	const char ***rows; /* [row][column] */
};

/* Reads comma-separated values with optional quotes; lines may end with \n, \r or both.
 * Returns NULL with an error if there is no first line or a row has another number of
 * cells. Skips empty lines and lines that begin with #. */
struct csv *csv_parse(struct arena *arena, const char *text, struct error *error);

/* The same of a file; the error names it. */
struct csv *csv_read(struct arena *arena, const char *path, struct error *error);

/* The rows of both; the columns of the first, then those that only the second has. */
struct csv *csv_join(struct arena *arena, const struct csv *first, const struct csv *second);

/* The same rows, with this column too: empty if it is new. */
struct csv *csv_widen(struct arena *arena, const struct csv *csv, const char *column);

/* The index of a column; -1: there is none. */
int csv_column(const struct csv *csv, const char *name);

/* "" or NAN if the column is missing or the cell is not a number below 1e100. */
const char *csv_text(const struct csv *csv, int row, const char *column);
double csv_number(const struct csv *csv, int row, const char *column);

/* Prints the columns whose names, with commas between, are given; skips missing ones. */
void csv_put_columns(struct arena *arena, const struct csv *csv, const char *names, FILE *out);

/* Prints a cell, with quotes if it needs them. */
void csv_put(const char *cell, FILE *out);

#endif
