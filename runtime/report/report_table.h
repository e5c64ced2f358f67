#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include "runtime/rows/results.h"

/* Prints the results as a table of at most 100 columns. */
void report_table(const struct results *results, FILE *out);

#endif
