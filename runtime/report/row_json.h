#ifndef ROW_JSON_H
#define ROW_JSON_H

#include "runtime/report/results.h"

/* Reads a row from a line of JSON. Returns NULL if the line holds no row. */
struct row *json_read_row(struct arena *arena, const char *line);

#endif
