#ifndef SPARSE_H
#define SPARSE_H

#include "runtime/partition/partition.h"
#include "runtime/problem/sparse_problem.h"

/* A sparse grid is not decomposed: it is one subdomain. */

/* Places a problem that has its data, and an array for results at probes, on the device. `arrays` and `expected` are the whole domain's,
 * by field index; they and the problem are to last. False with an error; ends with partition_close in any case. */
bool sparse_open(struct partition *p, const struct partition_setup *setup, struct sparse_problem *problem, void **arrays, void **expected,
	struct error *error);

#endif
