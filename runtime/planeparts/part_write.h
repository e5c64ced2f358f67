#ifndef PART_WRITE_H
#define PART_WRITE_H

#include "runtime/planeparts/plane_parts.h"

/* Writes the cells of a part from the whole grid's array, whose header is given, into a file that has room for all of it. */
bool part_write(const struct plane_part *part, const char *path, const struct array *whole, char *message, size_t room);

#endif
