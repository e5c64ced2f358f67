#ifndef MESH_EXCHANGE_H
#define MESH_EXCHANGE_H

#include "runtime/meshranks/mesh_ranks.h"

/* Plans what a rank sends and receives of the fields that are exchanged: of the elements that a rank has and another one owns.
 * Returns a status of the exchange. */
int mesh_exchange_open(struct mesh_parts *parts, int rank);

/* Each does its part of it; all ranks of the process begin before the first ends. */
int mesh_exchange_begin(const struct mesh_parts *parts, int rank);

#endif
