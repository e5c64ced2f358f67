#ifndef TABLE_RELATIONS_H
#define TABLE_RELATIONS_H

#include "generator/emit/kernel.h"

/* What callers must know to make tables: %relations of a template, with %relation for each slot, for each kind of
 * table that one of the variants has. `stencil` and `guard` are macros, and `line` goes before each slot
 * that begins a line of its own. */
const char *table_relations(const struct kernel *kernel, const struct template *template,
	const struct variant *variants, int count, const char *stencil, const char *line);

#endif
