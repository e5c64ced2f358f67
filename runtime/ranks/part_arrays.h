#ifndef PART_ARRAYS_H
#define PART_ARRAYS_H

#include "runtime/ranks/plane_parts.h"

/* Copies between plain arrays of a whole grid and of a part; elements have so many bytes, which are not always the
 * field's. What a part has is all of its array, with halos from beyond a period; what it gives is its rectangle and the
 * halo where it has no neighbour. */
void part_take(const struct plane_parts *parts, const struct plane_part *part, const struct field *field, size_t element,
	const void *whole, void *own);
void part_give(const struct plane_parts *parts, const struct plane_part *part, const struct field *field, size_t element,
	const void *own, void *whole);

/* Replaces in a part's array what it gives by what is expected, of the whole grid or of a window around the part. */
void part_expect(const struct plane_part *part, const struct problem *from, const struct field *field, size_t element,
	const void *expected, void *own);

#endif
