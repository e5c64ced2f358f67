#ifndef TEMPORAL_BLOCKING_H
#define TEMPORAL_BLOCKING_H

#include "generator/variants/variants.h"

/* Defaults of kernels that do several steps a launch. */

/* Sets how many rows and levels a thread updates where a variant does not say so. */
void temporal_settle(struct variant *variant);

/* Threads that a block of a settled variant with elements of so many bytes may have, so that their registers suffice. */
int temporal_threads(const struct plan *plan, const struct variant *settled, int element);

/* Threads in y of a block with so many in x, as many as there may be and as shared memory of BYTES has room for. */
int temporal_block_rows(const struct plan *plan, const struct variant *settled, int element, int width, size_t bytes);

#endif
