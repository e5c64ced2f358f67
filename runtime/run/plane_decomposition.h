#ifndef PLANE_DECOMPOSITION_H
#define PLANE_DECOMPOSITION_H

#include "runtime/partition/structured.h"
#include "runtime/run/swaps.h"

/* Reads --ranks, --periodic, --exchange-every and --overlap, for the stencil. */
bool plane_decomposition_read(const struct job *job, struct decomposition *decomposition, struct error *error);

/* Checks that the chosen kernel and backend can do it, and chooses the parts if only their number is given. */
bool plane_decomposition_check(const struct job *job, struct decomposition *decomposition, const struct problem *problem,
	const struct swaps *swaps,
	struct error *error);

#endif
