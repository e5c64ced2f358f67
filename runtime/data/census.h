#ifndef CENSUS_H
#define CENSUS_H

#include "generator/base/arena.h"
#include "runtime/formats/array.h"

/* The NaN and Inf among the elements of an array. */
struct census {
	size_t nan, infinite;
	size_t first; /* of them */
};
struct census census_take(const struct array *array);

double array_number(const struct array *array, size_t i);

/* "z=0, y=5, x=3": where element i is. */
const char *array_index_text(struct arena *arena, const struct array *array, size_t i);

#endif
