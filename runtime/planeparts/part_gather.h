#ifndef PART_GATHER_H
#define PART_GATHER_H

#include "generator/base/error.h"
#include "runtime/planeparts/plane_parts.h"

/* Lets the first process have an array of a part, as the field has it, which another one sends; it is made there. The others do
 * nothing. False with an error on failure. */
bool part_gather(const struct plane_parts *parts, int rank, const struct field *field, void **array, struct error *error);

/* Copies what parts of several processes expect, once they were compared, into an array of the whole grid that the first one has. */
bool parts_fetch_expected(const struct plane_parts *parts, const struct field *field, void *whole, struct error *error);

#endif
