#ifndef PLANE_RUN_H
#define PLANE_RUN_H

#include "runtime/device/blocks.h"
#include "runtime/partition/structured.h"
#include "runtime/run/plane/plane_arrays.h"
#include "runtime/run/plane_swaps.h"

/* A stencil on a plane that is applied. */
struct plane_run {
	struct extent extent;
	struct problem *problem;
	struct swaps swaps;
	struct order order;
	struct blocks blocks;
	struct cut cut;
	struct partition parts;
	struct step_graph graph;
};

/* plane_graph.c. Whether --graph can be done. */
bool plane_graph_check(const struct job *job, struct plane_run *run, struct error *error);

/* Before step *step: replays as many steps as the graph has, if all that they would do is in it, and again; *step is then the next
 * one. The first steps are not replayed, and the graph is captured behind these. Adds to the seconds. */
bool plane_graph_replay(const struct job *job, struct plane_run *run, int *step, double *seconds, struct error *error);

#endif
