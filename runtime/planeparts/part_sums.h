#ifndef PART_SUMS_H
#define PART_SUMS_H

#include "generator/base/error.h"
#include "runtime/planeparts/plane_parts.h"

/* Sums over the domain, least and greatest values, of what all parts have: what is summed up of each column goes to rank 0,
 * which takes it together in the order that kernels keep on one part, and all get the result. So its bits are those of one
 * part. On GPUs of one process, or with NCCL, by part_totals.h, else on the host. */

/* The program that a kernel is. */
const struct program *parts_program(const struct built *kernel);

/* Whether steps of these parts take sums together: there are several. */
bool parts_take_sums(const struct plane_parts *parts);

/* Whether the kernel lets parts do so; else with an error. */
bool parts_can_sum(const struct built *kernel, struct error *error);

/* All that is reduced behind kernel number `part` of a program, which all parts have enqueued: together, and on the host after one
 * wait for them. If there is nothing it waits for none. */
bool parts_sum(const struct plane_parts *parts, const struct built *kernel, int part, struct error *error);

#endif
