#ifndef DIRECT_H
#define DIRECT_H

#include "generator/plan/plan.h"

/* The relations of a stencil, and the chains that plans of its kernels have added. */
struct chains {
	struct relation *list; /* NULL: those of the first plan */
};

/*
 * The plan of a kernel on a mesh that finds neighbours of neighbours, by exact relations, in tables of their own: from
 * each element to all that a chain of two relations leads to, or a chain of these and a third. The instances and their
 * names are shared with the plan. Kernels that share tables share `chains`. NULL: it reads no such neighbours, or has sweeps.
 */
const struct plan *plan_direct(struct arena *arena, const struct plan *plan, struct chains *chains);

#endif
