#ifndef QUERY_H
#define QUERY_H

#include "generator/base/error.h"
#include "runtime/formats/csv.h"

/* A column and the values allowed in it. */
struct condition {
	const char *column;
	const char **words; /* NULL ends them */
	struct condition *next;
};

/* "stencil=laplap order=-,zcurve:16". Returns false with an error. */
bool conditions_parse(struct arena *arena, const char *text, struct condition **conditions, struct error *error);

bool conditions_hold(const struct condition *conditions, const struct csv *csv, int row);

/* The fastest of the rows for which the conditions hold and that have a number (with text: a
 * text) in the column; the first if none has a time; -1 if there is no such row. */
int fastest_row(const struct csv *csv, const struct condition *conditions, const char *column, bool text);

/* The distinct values of a column in the rows for which the conditions hold. They come in the
 * order of the rows or, if `sorted` is set or all begin with a digit, with their numbers by size.
 * Returns their count. */
int distinct_words(struct arena *arena, const struct csv *csv, const struct condition *conditions,
	const char *column, bool sorted, const char ***words);

#endif
