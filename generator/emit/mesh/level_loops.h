#ifndef LEVEL_LOOPS_H
#define LEVEL_LOOPS_H

#include "generator/plan/plan.h"

/*
 * How a kernel on a mesh with levels innermost goes over the levels of an element. A loop over neighbours stands around
 * loops over levels, so that a neighbour is looked up once for all of them: what is computed before it, in it and after
 * it are runs of statements, and a loop over levels goes round each. What is the same on all levels is computed before
 * the loop of its run; what several runs use has a value for each level, in an array.
 */
struct level_value {
	const struct value *variable;
	const struct stmt *run; /* the first statement of the run that it belongs to */
	bool by_level;          /* it differs from level to level */
	bool kept;              /* several runs use it */
	bool in_loop;           /* its run is in a loop over neighbours */
};

struct level_loops {
	struct level_value *values;
	int count;
	bool several; /* runs: there are loops over neighbours */
	bool one_level; /* there is no loop */
};

struct level_loops level_loops_find(struct arena *arena, const struct plan *plan, bool one_level);

/* What is known of a variable. */
const struct level_value *level_value(const struct level_loops *loops, const struct value *variable);

/* Whether a statement that is no loop has other results on other levels. */
bool is_by_level(const struct level_loops *loops, const struct plan *plan, const struct stmt *stmt);

#endif
