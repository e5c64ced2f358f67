#ifndef PLANE_WRAP_H
#define PLANE_WRAP_H

#include "runtime/problem/plane_problem.h"

/* Makes the halo of a field's array, in C order and with elements of so many bytes, what lies at the opposite side of
 * the domain, along x, y or both; also in the rows and columns of a halo that stays. */
void plane_wrap(const struct problem *problem, const struct field *field, size_t element, void *array,
	const bool periodic[2]);

/* The cell of an axis that a cell has the value of; both are counted from the first cell of the array. */
int plane_wrapped(const struct problem *problem, int axis, int cell);

#endif
