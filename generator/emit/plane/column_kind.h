#ifndef COLUMN_KIND_H
#define COLUMN_KIND_H

#include "generator/emit/kernel.h"

/* Kernels with levels innermost that go along each column by itself, or along clusters of columns. */
extern const struct shape_kind column_kind, cluster_kind;

/* The levels that a thread loads at once; constants for these, and a launcher's checks of where they are stored. */
void columns_find_vector(struct kernel *kernel);
const char *columns_constants(const struct kernel *kernel);
const char *columns_misaligned(const struct kernel *kernel);

#endif
