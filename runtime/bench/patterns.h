#ifndef PATTERNS_H
#define PATTERNS_H

#include "runtime/bench/axes.h"
#include "runtime/cli/arguments.h"
#include "generator/compile.h"

/* Writes a CSV file about the neighbour tables of the unstructured storages, for stencils on grids
 * that have such tables: a row for each of the most common patterns, the first one with numbers of
 * the whole table. Runs no kernel. */
bool patterns_write(struct tool *tool, const struct arguments *arguments, const struct axes *axes, const struct unit *units,
	int unit_count, struct error *error);

#endif
