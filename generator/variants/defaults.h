#ifndef DEFAULTS_H
#define DEFAULTS_H

#include "generator/variants/variants.h"

/* Defaults that were measured. */

enum { VECTOR_BYTES = 16 }; /* that one load can bring */

/* Bytes of the largest element of a stencil's point and column fields. */
int widest_element(const struct stencil *stencil, enum type precision);

/* The points that a thread computes together, and how many levels it updates. */
struct tile_shape {
	int points, rows, levels;
};

/* The shape that a variant's tunables say, or the default. */
struct tile_shape variant_tile(const struct plan *plan, const struct variant *variant);

/* Sets the tunables that are 0 and whose defaults depend on the stencil. */
void tunables_settle(const struct plan *plan, struct variant *variant);

#endif
