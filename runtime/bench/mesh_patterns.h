#ifndef MESH_PATTERNS_H
#define MESH_PATTERNS_H

#include "runtime/bench/axes.h"
#include "runtime/cli/arguments.h"
#include "generator/compile.h"

/*
 * Writes a CSV file about the tables of the relations that stencils on meshes look up, in each order: a row for each of the
 * commonest patterns, the first one with numbers of the whole table. A pattern is what the entries of an element
 * are less its own number, times as many of their location as there are for each of its own. Sectors and lines are
 * those of 32 and 128 bytes that 32 elements next to each other reach through a slot, on average, for doubles; at
 * least 8 and 2 where each has a neighbour of its own.
 */
bool mesh_patterns_write(struct tool *tool, const struct arguments *arguments, const struct axes *axes, const struct unit *units,
	int unit_count, struct error *error);

#endif
