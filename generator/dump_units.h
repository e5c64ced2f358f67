#ifndef DUMP_UNITS_H
#define DUMP_UNITS_H

#include "generator/compile.h"
#include "generator/options.h"

/* Prints what --dump asks for of the files' units, or says why it cannot be. Returns an exit status. */
int dump_units(const struct options *options, const struct unit *units);

#endif
