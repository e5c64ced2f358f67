#ifndef PART_ARRAYS_H
#define PART_ARRAYS_H

#include "generator/base/error.h"
#include "runtime/planeparts/plane_parts.h"

/* Gives a part, or a window around one, arrays of its own: what it has of the whole grid, with halos from beyond a period. What
 * is still in files is read. False with an error on failure. */
bool part_take(const struct plane_parts *parts, struct problem *own, struct error *error);

/* Copies what a part gives from a plain array of its own, with elements of so many bytes, which are not always the field's, to
 * that of the whole grid: its rectangle, and the halo where it has no neighbour; or its columns. */
void part_give(const struct plane_parts *parts, const struct plane_part *part, const struct field *field, size_t element,
	const void *own, void *whole);

/* What a rectangle gives, in cells of the whole grid's arrays. */
void part_gives(const struct plane_part *part, int begin[2], int end[2]);

/* Writes the cells of a part from the whole grid's array, whose header is given, into a file that has room for all of it. */
bool part_write(const struct plane_part *part, const char *path, const struct array *whole, struct error *error);

/* Replaces what a part gives, in an array of its own, by what is expected, of the whole grid or of a window around the part. */
void part_expect(const struct plane_parts *parts, const struct plane_part *part, const struct problem *from, const struct field *field,
	size_t element, const void *expected, void *own);

#endif
