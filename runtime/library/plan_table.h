#ifndef PLAN_TABLE_H
#define PLAN_TABLE_H

#include "runtime/library/stencil_plan.h"

/* Grids with a table of neighbours: those that the library numbers, and the caller's. Return false after
 * plan_fail. */
bool plan_number(struct stencil_plan *plan);
bool plan_take_table(struct stencil_plan *plan);

/* Whether the caller's table, which was taken, has clusters for most of what is updated. */
bool plan_has_clusters(const struct stencil_plan *plan);

/* Forgets those. */
void plan_leave_clusters(struct stencil_plan *plan);

/* Levels innermost and a table of the caller's: how far columns are apart. */
int plan_pitch(const struct stencil_plan *plan);

/* Copies the table to where the kernel finds it. */
bool plan_place_table(struct stencil_plan *plan);

#endif
