#ifndef ALTERNATIVES_H
#define ALTERNATIVES_H

#include "generator/compile.h"
#include "generator/variants/variants.h"

/* What --tune tries where no option says what programs keep, and where: the units, each followed by units of those of its stencils that have
 * another choice. Templates are in a folder; NULL: those that are built in. Returns the number of units. */
int units_with_alternatives(struct arena *arena, const char *directory, enum target target, struct unit **units, int count);

#endif
