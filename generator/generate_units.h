#ifndef GENERATE_UNITS_H
#define GENERATE_UNITS_H

#include "generator/options.h"
#include "generator/output.h"

/* Makes all that options ask for of the files' units: kernels, headers, rules for make, the library that exchanges halos; and, as
 * lists, kernels.def and the rules of all files. With --list prints the names of kernels instead. tuning: what was fastest, or
 * NULL. Returns an exit status, and says what is wrong. */
int generate_units(const struct options *options, struct templates *templates, struct unit *units, const struct tuning *tuning,
	struct output_list *outputs, struct output_list *lists);

#endif
