#ifndef PART_WINDOW_H
#define PART_WINDOW_H

#include "generator/base/error.h"
#include "runtime/planeparts/plane_parts.h"

/* The problem that the results of a part in so many steps follow from: its columns, and around them what these steps
 * read, of the whole grid's arrays. No message is trusted for it. Along an axis that is wanted whole `periodic` tells
 * whether it still wraps. NULL with an error on failure. */
struct problem *part_window(const struct plane_parts *parts, const struct plane_part *part, int steps, bool periodic[2],
	struct error *error);

#endif
