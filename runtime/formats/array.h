#ifndef ARRAY_H
#define ARRAY_H

#include "generator/base/arena.h"

#include <stdbool.h>
#include <stddef.h>

enum { ARRAY_DIMENSIONS = 3 };

/* An array of float or double, or of whole numbers or bools. In memory the last dimension is the fastest. */
struct array {
	int ndim;                          /* 1 to 3 */
	long long shape[ARRAY_DIMENSIONS]; /* all at least 1 */
	int element;                       /* bytes: 4 is float, 8 is double */
	bool whole;                        /* int32_t or int64_t instead; of one byte bool: 0, or not */
	const char *names[ARRAY_DIMENSIONS]; /* of the dimensions */
	bool fortran;                      /* in a file the first dimension is the fastest */
	size_t missing;                    /* values that the file marks as missing, here NaN */
	void *data;
	long long later;                   /* where the data begins in its file, if it was not read yet; else 0 */
};

size_t array_elements(const struct array *array);
size_t array_bytes(const struct array *array); /* of the data */

/* For messages: (3,4,5). */
const char *array_shape_text(struct arena *arena, int ndim, const long long *shape);

/* Element i of an array of int32_t or int64_t; what int cannot hold is INT_MAX or INT_MIN. */
int array_whole_at(const struct array *array, size_t i);

/* The type of an element: "float", "double", "int", "long" or "bool". */
const char *array_type(const struct array *array);

/* Element i of an array; the same for a new number, rounded to its type. */
double array_number(const struct array *array, size_t i);
void array_set_number(const struct array *array, size_t i, double number);

/* Copies an array's data, element by element, from the order that the last dimension is the
 * fastest to that of the first, or back. */
void array_to_fortran(const struct array *array, const void *from, void *to);
void array_from_fortran(const struct array *array, const void *from, void *to);

void array_free(struct array *array);

#endif
