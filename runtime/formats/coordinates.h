#ifndef COORDINATES_H
#define COORDINATES_H

#include "runtime/formats/array.h"

/* Coordinates of the elements of an array, as a file has them beside it. */

struct coordinate {
	const char *name;
	const char *unit;             /* or NULL */
	double *values;               /* NULL: there is none */
	bool along[ARRAY_DIMENSIONS]; /* it has these dimensions of the array */
};

struct coordinates {
	const char *unit;                              /* of the values, or NULL */
	int ndim;                                      /* 0: nothing is known */
	long long shape[ARRAY_DIMENSIONS];
	struct coordinate dimensions[ARRAY_DIMENSIONS]; /* slowest first */
	struct coordinate longitude, latitude;
};

/* The number of a coordinate at an element of the array, given by its indices, slowest first. */
double coordinate_at(const struct coordinates *all, const struct coordinate *coordinate, const long long *index);

/* Whether the coordinate of a dimension grows or falls by the same step everywhere, but for rounding to float. A dimension of one
 * element has step 1. */
bool coordinate_is_even(const struct coordinates *all, int dimension, double *step);

#endif
