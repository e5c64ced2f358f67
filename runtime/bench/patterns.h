#ifndef PATTERNS_H
#define PATTERNS_H

#include "runtime/bench/axes.h"
#include "generator/compile.h"

/* Writes as CSV what the tables of the stencils' unstructured storages hold: a row for
 * each of the commonest patterns, the first of them with what concerns the whole table.
 * Nothing is run. Returns a status. */
int patterns_write(struct tool *tool, const struct axes *axes, const char *storages,
	const struct unit *units, int unit_count, const char *path);

#endif
