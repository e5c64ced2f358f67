#ifndef SCALING_DECOMPOSITIONS_H
#define SCALING_DECOMPOSITIONS_H

#include "runtime/partition/decomposition.h"
#include "runtime/scaling/scaling.h"

/* Decompositions to be measured, as --ranks, --periodic and --exchange-every say. */
struct decompositions {
	struct decomposition *items;
	int count;
};

/* Reads the options; without --ranks these are one part, and as many as there are devices, of a CPU two; or as many as there are
 * processes. */
bool scaling_decompositions(const struct scaling *scaling, struct decompositions *decompositions, struct error *error);

#endif
