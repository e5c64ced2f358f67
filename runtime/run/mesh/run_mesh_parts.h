#ifndef RUN_MESH_PARTS_H
#define RUN_MESH_PARTS_H

#include "runtime/cli/lists.h"
#include "runtime/partition/unstructured.h"
#include "runtime/run/job.h"
#include "runtime/run/plane_swaps.h"

/* A problem on a mesh with its data, and how it is to be done in parts. */
struct mesh_cutting {
	struct mesh_problem *problem;
	const struct mesh_numbering *numbering;
	const struct swaps *swaps;
	int count; /* parts */
	struct transport transport;
	struct triple block;
};

/* Reads how many parts there are, 1 if nothing says so, and what carries messages. */
bool run_mesh_parts_read(const struct job *job, int *count, struct transport *transport, struct error *error);

/* Does all steps in parts, which are to be closed in any case. */
bool run_mesh_parts(struct job *job, struct partition *parts, const struct mesh_cutting *how, struct run_results *out,
	struct error *error);

#endif
