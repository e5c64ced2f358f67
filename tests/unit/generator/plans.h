#ifndef PLANS_H
#define PLANS_H

#include "generator/plan/plan.h"

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

/* Of one stencil. NULL if it would be too large. */
struct plan *plan_of_text(struct arena *arena, const char *text, enum type precision);

struct plan *plan_of_body(struct arena *arena, const char *body);

struct plan *plan_of_file(struct arena *arena, const char *name, enum type precision);

/* "c n w ...": the columns that are read, or that a kernel finds. */
const char *column_names(struct arena *arena, const struct offset *columns, int count);

#endif
