#ifndef PLANE_CUT_H
#define PLANE_CUT_H

#include "runtime/partition/structured.h"
#include "runtime/run/swaps.h"

/* Reads --ranks, --periodic, --exchange-every and --overlap, for the stencil. */
bool plane_cut_read(const struct job *job, struct cut *cut, struct error *error);

/* Checks that the chosen kernel and backend can do it, and chooses the parts if only their number is given. */
bool plane_cut_check(const struct job *job, struct cut *cut, const struct problem *problem, const struct swaps *swaps,
	struct error *error);

/* By field index: whether a field's halo is exchanged after groups of steps. */
const bool *plane_cut_exchanged(const struct job *job, const struct cut *cut, const struct swaps *swaps);

#endif
