#ifndef PATCHES_H
#define PATCHES_H

#include "generator/emit/kernel.h"

/* Kernels of access patch: what a block has in shared memory, and what its threads take from there. */

/* Begins to load each field that it has, by sections of the access. */
const char *kernel_stages(const struct kernel *kernel);

/* Where it has them. The kernel here and below is that of a rectangle. */
const char *kernel_staged(const struct kernel *rectangle);

/* The numbers of those columns of a rectangle that a thread needs: what it stores, and what is read of other
 * fields. */
const char *kernel_rectangle_columns(const struct kernel *rectangle);

/* The slot of a column, counted from the rectangle's first, as a factor. */
const char *patch_product_slot(const struct kernel *rectangle, struct offset at);

/* What an access with patches declares before its kernel. */
const char *patch_preamble(const struct kernel *kernel, const char *stretch);

/* Bytes of shared memory that a block has. */
int patch_bytes(const struct kernel *kernel);

#endif
