#ifndef DECOMPOSITION_H
#define DECOMPOSITION_H

#include "runtime/exchange/exchange.h"
#include "runtime/partition/exchange_rows.h"
#include "runtime/partition/program_reach.h"
#include "runtime/partition/transport.h"
#include "runtime/problem/plane_layout.h"

struct owners;

/* How a grid is to be decomposed. */
struct decomposition {
	int ranks[2];     /* subdomains in x and in y; with owners their product counts */
	const struct owners *owners; /* of columns or elements; NULL: subdomains are rectangles of the grid's arrays */
	bool periodic[2];
	int every;        /* steps between two exchanges */
	bool overlap;     /* compute the interior while messages are on their way */
	struct transport transport;
	bool exchanges_within; /* messages, not kernels, fill halos that later kernels of a step read */
	struct exchange_rows inside; /* what is exchanged within a step of several kernels, not before the first; usually nothing */
	const struct program_reach *reach; /* of the kernels, if they are several; else NULL */
};

/* Finds the reach of a plan's kernels, and what they exchange within a step. */
void decomposition_find_reach(struct arena *arena, struct decomposition *decomposition, const struct plan *plan);

/* Chooses the parts of ranks[0] in all: those with the shortest halos, x counted twice, for rows are scattered
 * in memory. */
void decomposition_choose(struct decomposition *decomposition, const struct problem *problem);

/* Whether there is only one part, and nothing to exchange. */
bool decomposition_is_none(const struct decomposition *decomposition);

/* Whether halos along an axis, which is decomposed, are periodic by the fields' own rules. */
bool decomposition_has_period(const struct decomposition *decomposition, int axis);

/* How far around its points a step reads, also where the sides of the domain keep it from reading beyond: parts have none
 * there. */
struct extents decomposition_reads(const struct decomposition *decomposition, const struct plan *plan);

/* Whether kernels are launched for more than a part: they are several, and so are parts. */
bool decomposition_goes_beyond(const struct decomposition *decomposition);

/* Whether what a part computes does not follow from what lies around it: sums are of the whole domain, and beyond a side that
 * is periodic by an option several kernels compute nothing, nor are distances known there. */
bool decomposition_verifies_whole(const struct decomposition *decomposition, const struct plan *plan);

/* Columns beyond a part for which several kernels are launched in the last step of a group, along an axis towards a
 * neighbour: -1 or 1. */
int decomposition_region(const struct decomposition *decomposition, const struct stencil_rectangles *parts, int axis, int side);

/* Columns of memory that this takes around the halo. */
int decomposition_margin(const struct decomposition *decomposition, const struct stencil_rectangles *parts, const struct plan *plan,
	int axis, int side);

/* Why no grid can be decomposed so for a kernel, and why parts are too thin; NULL: they are fine. */
const char *decomposition_refusal(struct arena *arena, const struct decomposition *decomposition, const struct plan *plan,
	const struct variant *variant);
const char *decomposition_thinness(struct arena *arena, const struct stencil_rectangles *parts, const struct stencil *stencil);

/* Why what a step updates cannot go on to the next one as another field, which reads it: a part fills halos beyond the domain for
 * itself only, so those that are beside its neighbours' would be wrong. NULL: it can. */
const char *decomposition_refuses_swap(struct arena *arena, const struct decomposition *decomposition, const struct field *updated,
	const struct field *as);

/* Whether a field that is updated in place must be right around its subdomain, too: several kernels, or further steps, read it there;
 * or kernels read it past the end of a period after the one that assigns it. */
bool decomposition_updates_around(const struct decomposition *decomposition, const struct field *field);

/* Whether messages fill a field's halo after a group of steps: it is decomposed, and the next step reads it around its points. In a group
 * of several, halos become stale from step to step: of all levels of time that are carried to the next step, and of what is updated in
 * place. */
bool decomposition_exchanges(const struct decomposition *decomposition, const struct stencil *stencil, const struct field *field,
	bool carried);

struct stencil_rectangles decomposition_rectangles(const struct decomposition *decomposition, const struct problem *problem,
	const struct variant *variant);

#endif
