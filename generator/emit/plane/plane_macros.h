#ifndef PLANE_MACROS_H
#define PLANE_MACROS_H

#include "generator/emit/providers.h"

/* The macros on a structured grid; the same for an access' kernel, for one whose statements are in its walk, and for a target's file. */
extern const struct providers plane_macros, plane_kernel_macros, plane_walk_macros, plane_file_macros;

/* How far a launch of some of a kernel's levels reads, also where it asks first whether a neighbour is there, and the name of that. */
const struct extents *launch_extents(const struct kernel *kernel);
const char *launch_reach(const struct kernel *kernel);

/* What an access has before its kernel. Blocks as its template has them, or else the usual ones. Bytes of shared memory; NULL: none. */
const char *plane_preamble(const struct kernel *kernel);
const char *launch_blocks(const struct kernel *kernel, const char *usual);
const char *launch_bytes(const struct kernel *kernel);

/* What a launcher calls a kernel with for the clusters of a grid, and the columns in none. */
#define CLUSTER_ARGUMENTS "grid->clusters, grid->cluster, grid->singles, grid->single,"

/* A launch, or several of as many levels as indices that are ints can reach: with blocks of so many threads, and arguments after
 * the table's. */
const char *launch_levels(const struct kernel *kernel, const char *threads, const char *arguments);

/* The order in which a CPU goes through the grid, by a section of its template: calls of the kernel with arguments before fields. */
const char *launch_sweep(const struct kernel *kernel, const char *section, const char *arguments);

/* What a thread computes: the stencil, in a loop over levels if it updates several. */
const char *plane_in_levels(const struct kernel *kernel);

#endif
