#ifndef CUT_H
#define CUT_H

#include "runtime/exchange/exchange.h"
#include "runtime/partition/program_reach.h"
#include "runtime/partition/transport.h"
#include "runtime/problem/plane_layout.h"

struct owners;

/* How a grid is to be cut. */
struct cut {
	int ranks[2];     /* subdomains in x and in y; with owners their product counts */
	const struct owners *owners; /* of columns or elements; NULL: subdomains are rectangles of the grid's arrays */
	bool periodic[2];
	int every;        /* steps between two exchanges */
	bool overlap;     /* compute the interior while messages are on their way */
	struct transport transport;
	const struct program_reach *reach; /* of the kernels, if they are several; else NULL */
};

/* Chooses the parts of ranks[0] in all: those with the shortest halos, x counted twice, for rows are scattered
 * in memory. */
void cut_choose(struct cut *cut, const struct problem *problem);

/* Whether there is only one part, and nothing to exchange. */
bool cut_is_none(const struct cut *cut);

/* Whether halos along an axis, which is cut, are periodic by the fields' own rules. */
bool cut_has_period(const struct cut *cut, int axis);

/* How far around its points a step reads, also where the sides of the domain keep it from reading beyond: parts have none
 * there. */
struct extents cut_reads(const struct cut *cut, const struct plan *plan);

/* Whether kernels are launched for more than a part: they are several, and so are parts. */
bool cut_goes_beyond(const struct cut *cut);

/* Whether what a part computes does not follow from what lies around it: sums are of the whole domain, and beyond a side that
 * is periodic by an option several kernels compute nothing, nor are distances known there. */
bool cut_verifies_whole(const struct cut *cut, const struct plan *plan);

/* Columns beyond a part for which several kernels are launched in the last step of a group, along an axis towards a
 * neighbour: -1 or 1. */
int cut_region(const struct cut *cut, const struct stencil_rectangles *parts, int axis, int side);

/* Columns of memory that this takes around the halo. */
int cut_margin(const struct cut *cut, const struct stencil_rectangles *parts, const struct plan *plan, int axis, int side);

/* Why no grid can be cut so for a kernel, and why parts are too thin; NULL: they are fine. */
const char *cut_refusal(struct arena *arena, const struct cut *cut, const struct plan *plan,
	const struct variant *variant);
const char *cut_thinness(struct arena *arena, const struct stencil_rectangles *parts, const struct stencil *stencil);

/* Why what a step updates cannot go on to the next one as another field, which reads it: a part fills halos beyond the domain for
 * itself only, so those that are beside its neighbours' would be wrong. NULL: it can. */
const char *cut_refuses_to_hand_on(struct arena *arena, const struct cut *cut, const struct field *updated, const struct field *as);

/* Whether a field that is updated in place must be right around its subdomain, too: several kernels, or further steps, read it there;
 * or kernels read it past the end of a period after the one that assigns it. */
bool cut_updates_around(const struct cut *cut, const struct field *field);

struct stencil_rectangles cut_rectangles(const struct cut *cut, const struct problem *problem,
	const struct variant *variant);

#endif
