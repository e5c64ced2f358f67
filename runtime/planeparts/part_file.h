#ifndef PART_FILE_H
#define PART_FILE_H

#include "generator/base/error.h"
#include "runtime/planeparts/plane_parts.h"

/* Reads what a part, or a window around one, has of a field into the whole grid's array, if that is still in a file. False
 * with an error on failure. */
bool part_file_read(const struct plane_parts *parts, const struct problem *own, const struct field *field, struct error *error);

/* Which cells of the whole grid, in x and in y, are a part's to count: each is one part's. */
void part_file_share(const struct plane_parts *parts, const struct plane_part *part, int begin[2], int end[2]);

#endif
