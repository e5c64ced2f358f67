#ifndef REDUCE_COLUMNS_H
#define REDUCE_COLUMNS_H

#include "generator/split/parts.h"

/* Numbers taken together, as the kind and type of what is reduced say. Floats are held as doubles: a sum of two in double, rounded
 * to float, has the bits of a sum in float. */

/* Of each of `count` columns, from the lowest of so many levels to the highest, which are `stride` bytes apart, in the type. Columns are
 * `apart` elements apart. */
void reduce_levels(const struct kept *kept, double *columns, const void *values, int levels, size_t stride, size_t apart,
	size_t count);

/* In blocks of 1024 by halves, then the blocks' results again so, until one is left. Overwrites what it is given, at least one. */
double reduce_columns(const struct kept *kept, double *columns, size_t count);

#endif
