#ifndef UNSTRUCTURED_H
#define UNSTRUCTURED_H

#include "runtime/problem/mesh_device.h"
#include "runtime/partition/partition.h"

/* Partitions of meshes, by their elements' owners. */

/* Decomposes a problem that has its data and domain, and places the subdomains on devices: all in this process, on as many as there are,
 * or one in each process. Elements are numbered in an order of the whole mesh; NULL: as they are. Both are to last. False with an error;
 * ends with partition_close in any case. */
bool unstructured_open(struct partition *p, const struct partition_setup *setup, struct mesh_problem *problem,
	const struct mesh_numbering *numbering, struct error *error);

#endif
