#ifndef LAUNCH_H
#define LAUNCH_H

#include "generator/emit/kernel.h"

/* Parts of a launcher on a plane. */

/* What refuses a block on a GPU. */
const char *launch_refused_block(const struct kernel *kernel);

/* How far a launch of some of a kernel's levels reads, also where it asks first whether a neighbour is there, and the name of
 * that; whether it reads farther than the halo has. */
const struct extents *launch_extents(const struct kernel *kernel);
const char *launch_reach(const struct kernel *kernel);
bool launch_reads_above_halo(const struct kernel *kernel);

/* Whether the grid or its indices would be too large. */
const char *launch_too_large(const struct kernel *kernel);

/* Blocks of threads in x and y. */
const char *launch_blocks(const struct kernel *kernel);

/* Whether something is stored on levels; some sums are of what is not. */
bool launch_has_points(const struct kernel *kernel);

/* A launch, or several of as many levels as indices that are ints can reach: with blocks of so many threads and these arguments after
 * the table's. */
const char *launch_levels(const struct kernel *kernel, const char *threads, const char *arguments);

/* The order in which a CPU goes through the grid, by a section of its template: calls of the kernel with these arguments before fields. */
const char *launch_sweep(const struct kernel *kernel, const char *section, const char *arguments);

/* The function that fills constant memory; "" if there is none. */
const char *launch_upload(const struct kernel *kernel);

/* Names for the numbers of points, rows and levels that a thread updates; "" if it updates one
 * point. */
const char *launch_constants(const struct kernel *kernel);

#endif
