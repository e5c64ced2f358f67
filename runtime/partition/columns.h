#ifndef COLUMNS_H
#define COLUMNS_H

#include "runtime/partition/owners.h"
#include "runtime/problem/plane_problem.h"

#include "generator/variants/variants.h"

/* Whether subdomains of a kernel may own any columns: it looks them up in a table of each subdomain's own, and is no program. */
bool columns_can_have_owners(const struct plan *plan, const struct variant *variant);

/* The columns of a problem, and the ones that an update reads: of a variant also those through which it finds others; NULL: of the
 * plan. */
struct graph columns_graph(struct arena *arena, const struct problem *problem, const bool periodic[2], const struct variant *variant);

/* Partitions the columns of a problem for a kernel: see owners_find. NULL with an error. */
const struct owners *columns_owners(struct arena *arena, const struct problem *problem, const bool periodic[2],
	const struct variant *variant, const char *partition, const int ranks[2], struct error *error);

#endif
