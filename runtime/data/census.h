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

/* Of those that lie in the cells begin..end-1 of x and of y, counted in the array's shape, on all levels. */
struct census census_of_cells(const struct array *array, const int begin[2], const int end[2]);

/* Adds what was counted among other elements of the same array. */
void census_add(struct census *census, const struct census *other);

double array_number(const struct array *array, size_t i);

/* "z=0, y=5, x=3": where element i is. */
const char *array_index_text(struct arena *arena, const struct array *array, size_t i);

#endif
