#ifndef PART_WORK_H
#define PART_WORK_H

#include "generator/split/parts.h"
#include "runtime/problem/plane_problem.h"

/* What one kernel of a program does on a problem. */
struct part_work {
	double points; /* that it updates: more than the domain where its results are read from afar */
	double bytes;  /* of what it reads and writes, arrays of the workspace and sums of these included */
};

struct part_work part_work(const struct problem *problem, const struct program *program, int part);

#endif
