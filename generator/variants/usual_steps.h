#ifndef USUAL_STEPS_H
#define USUAL_STEPS_H

#include "generator/variants/choice.h"

/* Launches of several steps. */
struct usual_steps {
	enum access access;
	int least, most; /* numbers of steps that are faster than single ones, the fastest last; 1: none is */
};

/* Those that are known to be faster than a variant that computes one step, on a grid of so many points. */
struct usual_steps usual_steps(struct arena *arena, const struct plan *plan, const struct variant *variant, const int size[3]);

#endif
