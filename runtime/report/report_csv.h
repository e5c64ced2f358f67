#ifndef REPORT_CSV_H
#define REPORT_CSV_H

#include "generator/base/error.h"
#include "runtime/rows/results.h"

/* All rows, with units in the header; columns of counters if any row has counters. */
void results_csv(const struct results *results, FILE *out);

/* The same into a file. Returns false with an error. */
bool report_csv(const struct results *results, const char *path, struct error *error);

#endif
