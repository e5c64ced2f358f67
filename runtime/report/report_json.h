#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include "generator/base/error.h"
#include "runtime/rows/results.h"

/* The lines of JSON files and journals: the environment; a row with its samples, and a list of such. */
void json_environment(const struct results *results, FILE *out);
void json_samples(const struct samples *samples, FILE *out);
void json_row(const struct row *row, FILE *out);

/* The line of a journal for a turn's samples: those for the row with this key. */
void json_turn(const char *key, enum cache cache, const struct series *taken, FILE *out);

/* Writes a line for the environment, then one for each row. Returns false with an error. */
bool report_json(const struct results *results, const char *path, struct error *error);

#endif
