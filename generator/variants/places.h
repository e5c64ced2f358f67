#ifndef PLACES_H
#define PLACES_H

#include "generator/plan/plan.h"
#include "generator/variants/variants.h"

/* Where sweeps keep what they leave each other. */

struct part;

/* Bytes of shared memory per thread of a kernel, for values passed between sweeps on a grid with so many full levels; of the kernel
 * that needs most; the most of a block. */
size_t shared_bytes_of_part(const struct plan *plan, const struct part *part, int levels);
size_t shared_bytes_of_thread(const struct plan *plan, int levels);
size_t shared_bytes_of_block(enum target target);

/* Threads of such a block share nothing but what memory there is, so that one warp leaves least of it over; of high columns
 * there are fewer. */
void shared_block(const struct plan *plan, enum target target, int levels, int block[3]);

#endif
