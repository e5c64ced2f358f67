#ifndef PLANE_RUN_H
#define PLANE_RUN_H

#include "runtime/partition/structured.h"
#include "runtime/run/plane/plane_arrays.h"
#include "runtime/run/run_steps.h"

/* A stencil on a plane that is applied. */
struct plane_run {
	struct extent extent;
	struct problem *problem;
	struct swaps swaps;
	struct order order;
	struct cut cut;
	struct partition parts;
	struct run_steps steps;
};

#endif
