#ifndef MESH_CHAINS_H
#define MESH_CHAINS_H

#include "runtime/problem/mesh_problem.h"

/* The tables of a problem, by index of relations, and after them those of the chains that a kernel looks up. */
const struct mesh_table *mesh_chain_tables(struct arena *arena, const struct mesh_problem *problem,
	const struct plan *plan);

#endif
