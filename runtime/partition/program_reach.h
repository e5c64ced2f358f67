#ifndef PROGRAM_REACH_H
#define PROGRAM_REACH_H

#include "generator/plan/plan.h"
#include "runtime/partition/exchange_rows.h"

/* What a field's halo is made of, as a step leaves it: rules fill it within the step, from what the field had before the
 * step or has behind it, or from neither. */
enum halo_source { HALO_KEPT, HALO_BEFORE, HALO_BEHIND, HALO_WITHIN };

/* How far the kernels of a program reach together, x and y only; on meshes high[0] is the number of relations. A part's launcher does all of them for a region around the
 * part, and what each does near the region's sides is spoilt by what it reads from beyond: it is the rest that is right. */
struct program_reach {
	struct extents halo;   /* so far around a part fields must be right before a step, to be right in it behind it; and those that are
	                          exchanged within it when they are */
	struct extents step;   /* the halo if nothing is exchanged within a step */
	struct extents region; /* how far beyond the part the launcher must go for that; not farther than the halo */
	struct extents reads;  /* how far one of the kernels reads around what it is launched for */
	bool *fields;          /* by index: which are read around the part */
	enum halo_source *sources; /* by index */
	bool periodic[2];      /* some field's halo along the axis is what lies at the opposite side */
	const struct field *fixed[2]; /* along such an axis: a field that is read around a point, and has no such halo; or NULL */
	const struct field *stale[2]; /* what is read beside its points along the axis, where a step has filled or assigned it before; or NULL */
	bool sums;             /* it takes sums over the domain */
};

/* NULL: the plan is one of a single kernel. */
const struct program_reach *program_reach(struct arena *arena, const struct plan *plan);

/* The rows with which no kernel computes the halo of a field for later ones: messages fill it before each kernel that needs it. Those
 * that rules fill are not exchanged. */
struct exchange_rows program_exchange_rows(struct arena *arena, const struct plan *plan);

/* The same if messages fill halos within a step: kernels before need not compute them. */
const struct program_reach *program_reach_between(struct arena *arena, const struct plan *plan, const struct exchange_rows *inside);

#endif
