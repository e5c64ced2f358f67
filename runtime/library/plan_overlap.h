#ifndef PLAN_OVERLAP_H
#define PLAN_OVERLAP_H

#include "runtime/library/stencil_plan.h"

/* Whether arrays of which one is written share elements, or one shares memory with the workspace. Interleaved arrays that have
 * no element in common are apart. Returns 0, or a status that names both. NULLs share nothing. */
int plan_find_overlap(const struct stencil_plan *plan, void *const *fields, const void *workspace);

/* What such a status says, until the thread's next call; NULL: it is another one. */
const char *plan_overlap_text(const struct stencil_plan *plan, int status);

#endif
