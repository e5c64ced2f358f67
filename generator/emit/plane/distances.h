#ifndef DISTANCES_H
#define DISTANCES_H

#include "generator/emit/kernel.h"
#include "generator/emit/spelling.h"

/* The distance of a point to a side of the domain. */
const char *plane_distance(const struct kernel *kernel, const struct site *site, enum side side);

/* Finds what a kernel must be given to tell distances. */
void distances_find_needs(struct kernel *kernel);

#endif
