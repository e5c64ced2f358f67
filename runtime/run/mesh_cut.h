#ifndef MESH_CUT_H
#define MESH_CUT_H

#include "runtime/run/run_steps.h"

/* Reads --ranks, --exchange-every and --overlap for a stencil on a mesh, and checks that the backend can do it. */
bool mesh_cut_read(const struct job *job, struct cut *cut, struct error *error);

/* Partitions the elements of a problem whose domain is known, if there are several subdomains. False with an error. */
bool mesh_cut_find_owners(const struct job *job, struct cut *cut, const struct mesh_problem *problem, struct error *error);

/* By field index: whether what a step computes is exchanged after groups of steps. */
const bool *mesh_cut_exchanged(const struct job *job, const struct run_steps *run);

#endif
