#ifndef RELATIONS_H
#define RELATIONS_H

#include "generator/variants/variants.h"

/* The relations that a table of this kind has entries for, slot by slot; returns
 * their number, 0 for a stencil without neighbours in the plane. */
int variant_relations(struct arena *arena, const struct plan *plan, enum table table,
	struct offset **relations);

/* The columns that a kernel must find, in order: those that are read and, by
 * chasing, those on the way. Starts with the column itself. */
int variant_columns(struct arena *arena, const struct plan *plan, enum table table,
	struct offset **columns);

/* The columns of a cluster's row, by slot, from its first: its own and those that they read. The plan is
 * of a thread that computes them all, points x rows. */
int variant_cluster_columns(struct arena *arena, const struct plan *plan, int points, int rows,
	struct offset **columns);

#endif
