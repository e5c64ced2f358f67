#ifndef MESH_DECOMPOSITION_H
#define MESH_DECOMPOSITION_H

#include "runtime/run/run_steps.h"

/* Reads --ranks, --exchange-every and --overlap for a stencil on a mesh, and checks that the backend can do it. */
bool mesh_decomposition_read(const struct job *job, struct decomposition *decomposition, struct error *error);

/* Partitions the elements of a problem whose domain is known, if there are several subdomains. False with an error. */
bool mesh_decomposition_find_owners(const struct job *job, struct decomposition *decomposition, const struct mesh_problem *problem,
	struct error *error);

#endif
