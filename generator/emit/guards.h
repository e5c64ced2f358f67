#ifndef EMIT_GUARDS_H
#define EMIT_GUARDS_H

#include "generator/emit/kernel.h"

/* Kernels compute a temporary that may be made of reads outside of the grid only where a guard says that
 * these lie inside; nobody needs it elsewhere, where it is 0. */

/* By side of a thread's point. */
struct cells {
	int count[SIDES];
};

/* The larger of each two. */
struct cells cells_union(struct cells a, struct cells b);

/* The cells that all targets of a statement need which instances of it assign. */
struct cells joined_cells(const struct plan *plan, const struct instance *const *instances, int count,
	const struct stmt *stmt);

/* Whether there are so many, if some are known to be there; NULL if there is nothing to ask. */
const char *guard_text(const struct kernel *kernel, struct cells needed, struct cells known);

/* What a value is set to: e, spelled as text, or 0. */
const char *guarded_value(const struct kernel *kernel, const struct value *value, struct cells known,
	const struct expr *e, const char *text);

/* What the variable of a value begins with, as " = 0.0"; "" if nothing is asked. */
const char *guarded_start(const struct kernel *kernel, const struct value *value);

#endif
