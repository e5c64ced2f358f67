#ifndef PART_GATHER_H
#define PART_GATHER_H

#include "runtime/planeparts/plane_parts.h"

/* Lets the first process have the array of a field of a part, which another one sends. The others do nothing. False with
 * a message on failure. */
bool part_gather(const struct plane_parts *parts, int rank, const struct field *field, char *message, size_t room);

#endif
