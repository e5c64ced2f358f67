#ifndef LAUNCH_H
#define LAUNCH_H

#include "generator/emit/kernel.h"

/* Parts of a launcher on a plane. */

/* Checks of the arguments, by which it refuses calls; on a GPU also of the block. */
const char *launch_checks(const struct kernel *kernel);
const char *launch_refused_block(const struct kernel *kernel);

/* How far a launch of some of a kernel's levels reads, also where it asks first whether a neighbour is there, and the name of
 * that. */
const struct extents *launch_extents(const struct kernel *kernel);
const char *launch_reach(const struct kernel *kernel);

/* Whether the grid or its indices would be too large. */
const char *launch_too_large(const struct kernel *kernel);

/* Blocks of threads in x and y, and in z. */
const char *launch_blocks(const struct kernel *kernel);
const char *launch_threads(const struct kernel *kernel);
const char *launch_grid_z(const struct kernel *kernel);

/* The bytes of shared memory that a launch has, or NULL; where they depend on its levels, what computes them. */
const char *launch_bytes(const struct kernel *kernel);
const char *launch_shared_bytes(const struct kernel *kernel);

/* The function that fills constant memory; "" if there is none. */
const char *launch_upload(const struct kernel *kernel);

/* Names for the numbers of points, rows and levels that a thread updates; "" if it updates one
 * point. */
const char *launch_constants(const struct kernel *kernel);

#endif
