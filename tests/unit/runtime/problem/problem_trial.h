#ifndef PROBLEM_TRIAL_H
#define PROBLEM_TRIAL_H

/* A shipped stencil, checked, and a problem of its own. */

#include "generator/compile.h"
#include "runtime/problem/plane_problem.h"

struct trial {
	struct arena arena;
	struct diagnostics diagnostics;
	struct unit unit;
	const struct plan *plan;
	const struct stencil *stencil;
	struct problem *problem;
};

void open_trial(struct trial *t, const char *stencil, enum type precision, int x, int y, int z);

void close_trial(struct trial *t);

double element_number(const struct field *f, const void *array, size_t i);

#endif
