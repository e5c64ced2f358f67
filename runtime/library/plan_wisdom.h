#ifndef PLAN_WISDOM_H
#define PLAN_WISDOM_H

#include "runtime/library/stencil_plan.h"

/* What the file of a tuning says of a kernel; empty and 0: nothing. */
struct advice {
	char storage[32], access[32], order[48], block[1024];
	int tunables[TUNABLE_COUNT];
	bool keeps;             /* something else than the plan by choice, or elsewhere: */
	struct storage_decision decision;
};

/* Finds the entry for the plan's stencil, backend and precision that agrees with its options, fits, and is nearest
 * in size, of several the fastest. Where no option says what is kept, or where, they may differ in that. */
bool wisdom_find(struct stencil_plan *plan,
	bool (*fits)(const struct stencil_plan *plan, const struct variant *variant), struct advice *advice);

#endif
