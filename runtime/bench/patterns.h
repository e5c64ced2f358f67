#ifndef PATTERNS_H
#define PATTERNS_H

#include "runtime/bench/axes.h"
#include "generator/compile.h"

/* Writes a CSV file about the neighbour tables of the unstructured storages, for stencils on grids
 * that have such tables: a row for each of the most common patterns, the first one with numbers of
 * the whole table. Runs no kernel. */
bool patterns_write(struct arena *arena, const struct axes *axes, const char *storages,
	const struct unit *units, int unit_count, const char *path, struct error *error);

#endif
