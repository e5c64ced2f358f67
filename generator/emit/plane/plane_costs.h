#ifndef PLANE_COSTS_H
#define PLANE_COSTS_H

#include "generator/emit/kernel.h"

/* Costs per grid point. Fractions occur where a thread computes several points. */
struct costs {
	const char *loads, *stores, *flops; /* the load of a vector is one */
	int bytes, column_bytes;            /* as in a plan */
	int lookups;                        /* of neighbours in a table, as the text has them */
};

struct costs plane_costs(const struct kernel *kernel);

#endif
