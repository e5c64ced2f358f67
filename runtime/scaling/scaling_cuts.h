#ifndef SCALING_CUTS_H
#define SCALING_CUTS_H

#include "runtime/partition/cut.h"
#include "runtime/scaling/scaling.h"

/* Cuts to be measured, as --ranks, --periodic and --exchange-every say. */
struct cuts {
	struct cut *items;
	int count;
};

/* Reads the options; without --ranks these are one part, and as many as there are devices, of a CPU two; or as many as there are
 * processes. */
bool scaling_cuts(const struct scaling *scaling, struct cuts *cuts, struct error *error);

#endif
