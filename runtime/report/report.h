#ifndef REPORT_H
#define REPORT_H

#include "runtime/cli/arguments.h"
#include "runtime/rows/results.h"

/* Prints the table and writes the files that are requested. */
bool report_write(const struct results *results, const struct arguments *arguments, struct error *error);

#endif
