#ifndef CUT_H
#define CUT_H

#include "runtime/exchange/exchange.h"
#include "runtime/problem/plane_layout.h"

/* How a grid is to be cut. */
struct cut {
	int ranks[2];     /* parts in x and in y */
	bool periodic[2];
	int every;        /* steps between two exchanges */
	bool overlap;     /* compute the interior while messages are on their way */
};

/* Chooses the parts of ranks[0] in all: those with the shortest halos, x counted twice, for rows are scattered
 * in memory. */
void cut_choose(struct cut *cut, const struct problem *problem);

/* Whether there is only one part, and nothing to exchange. */
bool cut_is_none(const struct cut *cut);

/* Whether kernels must be launched for the whole grid: they ask how far its sides are, or fill halos. */
bool cut_needs_whole(const struct plan *plan);

/* Why no grid can be cut so for a kernel, and why parts are too thin; NULL: they are fine. */
const char *cut_refusal(struct arena *arena, const struct cut *cut, const struct plan *plan,
	const struct variant *variant);
const char *cut_thinness(struct arena *arena, const struct stencil_rectangles *parts);

struct stencil_rectangles cut_rectangles(const struct cut *cut, const struct problem *problem,
	const struct variant *variant);

#endif
