#ifndef PREFETCH_H
#define PREFETCH_H

#include "generator/emit/kernel.h"

/* What a CPU loads into its cache before a loop comes to it: the columns at the corners of what is read. */
const char *kernel_prefetch(const struct kernel *kernel);

/* The call of what kernel_prefetch defines. */
const char *kernel_ahead(const struct kernel *kernel);

/* Elements in a line of a cache, which is as much as the widest vectors of CPUs hold. */
const char *kernel_line(const struct kernel *kernel);

/* How a kernel with levels innermost comes from column to column, or cluster to cluster, and what it does there. Where a launch
 * has few blocks, these go on to further ones, and ask a GPU's caches for rows of the table before: by functions. */
const char *kernel_walk(const struct kernel *kernel);
const char *walk_function(const struct kernel *kernel);

#endif
