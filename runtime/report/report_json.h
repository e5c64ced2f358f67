#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include "runtime/report/results.h"

/* The lines of which JSON files and journals consist. */
void json_environment(const struct results *results, FILE *out);
void json_row(const struct row *row, FILE *out);

/* row_json.c: a row from its line; NULL for a line that is none. */
struct row *json_read_row(struct arena *arena, const char *line);

#endif
