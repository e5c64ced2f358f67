#ifndef SCALING_CELLS_H
#define SCALING_CELLS_H

#include "runtime/formats/json.h"
#include "runtime/scaling/scaling_rows.h"

/* Rows in files: a CSV table, with what surrounds them in each line, and lines of JSON, of which that is the first; their members are the
 * same columns, and all samples. */
void scaling_csv(const struct scaling_rows *rows, FILE *out);
void scaling_json(const struct scaling_rows *rows, FILE *out);

/* A line of JSON. */
void scaling_json_row(const struct scaling_rows *rows, const struct scaling_row *row, FILE *out);

/* What such a line tells of a row whose key it has: all that was measured. */
void scaling_row_from_json(struct arena *arena, const struct json *object, struct scaling_row *row);

#endif
