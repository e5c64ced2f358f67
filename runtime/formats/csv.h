#ifndef CSV_H
#define CSV_H

#include "generator/base/arena.h"

#include <stdbool.h>
#include <stdio.h>

/* A table with names in its first line. Every row has a cell for each column. */
struct csv {
	int column_count, row_count;
	const char **columns;
	const char ***rows; /* [row][column] */
};

/* Reads commas, quotes and quotes in quotes. Returns NULL with a message if there is no
 * first line or a row has more or fewer cells than it. Empty lines and lines that begin
 * with # are left out. */
struct csv *csv_parse(struct arena *arena, const char *text, char *message, size_t room);

/* The rows of both, with the columns of the first and what else the second has. */
struct csv *csv_join(struct arena *arena, const struct csv *first, const struct csv *second);

/* The same rows with an empty column more. */
struct csv *csv_widen(struct arena *arena, const struct csv *csv, const char *column);

/* -1: there is none. */
int csv_column(const struct csv *csv, const char *name);

/* "" and NAN where there is no such column or no such number, or none below 1e100. */
const char *csv_text(const struct csv *csv, int row, const char *column);
double csv_number(const struct csv *csv, int row, const char *column);

/* The columns that are named, with commas between, and that there are. */
void csv_put_columns(struct arena *arena, const struct csv *csv, const char *names, FILE *out);

/* A cell, quoted if it must be. */
void csv_put(const char *cell, FILE *out);

#endif
