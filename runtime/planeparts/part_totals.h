#ifndef PART_TOTALS_H
#define PART_TOTALS_H

#include "generator/base/error.h"
#include "runtime/planeparts/part_due.h"

/* Sums of parts on GPUs, of one process or of several whose messages NCCL carries: each part's device takes those of its columns, which
 * are copied or sent to the first part's. This takes all together in the order that kernels keep on one part, and the results go to all.
 * The host waits for nothing. */

/* Whether that is how these parts take sums, if they do, where kernels are CUDA text. */
bool parts_have_totals(const struct plane_parts *parts);

/* Memory and events, once parts have streams, if the lane has the kernel; else nothing. False with an error on failure; ends
 * with part_totals_free in any case. */
bool part_totals_open(struct plane_parts *parts, const struct built *kernel, struct error *error);
void part_totals_free(struct plane_parts *parts);

/* Enqueues all that is due. False with an error on failure. */
bool part_totals_take(const struct sums *sums);

#endif
