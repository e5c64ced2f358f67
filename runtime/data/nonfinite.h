#ifndef NONFINITE_H
#define NONFINITE_H

#include "generator/base/arena.h"
#include "runtime/formats/array.h"

/* The NaN and Inf among the elements of an array. */
struct nonfinite {
	size_t nan, infinite;
	size_t first; /* of them */
};
struct nonfinite nonfinite_count(const struct array *array);

/* Of those that lie in the cells begin..end-1 of x and of y, counted in the array's shape, on all levels. */
struct nonfinite nonfinite_of_cells(const struct array *array, const int begin[2], const int end[2]);

/* Adds what was counted among other elements of the same array. */
void nonfinite_add(struct nonfinite *nonfinite, const struct nonfinite *other);

/* "z=0, y=5, x=3": where element i is. */
const char *array_index_text(struct arena *arena, const struct array *array, size_t i);

#endif
