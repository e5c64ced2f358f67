#ifndef REDUCE_H
#define REDUCE_H

#include "runtime/partition/partition.h"

/* Sums, least and greatest values over the whole domain. What all subdomains have is reduced in the order that kernels of one subdomain
 * have: the bits are those of one subdomain. GPUs of one process, or with NCCL, do it themselves, each for its subdomains
 * (reduce_device.h). Else the host of the first subdomain does it. In one process its stream calls the host, which waits for nothing;
 * several processes send messages by MPI. */

/* Whether steps of these subdomains reduce anything together: there are several. */
bool partition_reduces(const struct partition *p);

/* Whether the kernel lets subdomains do so; else with an error. */
bool reduce_is_possible(const struct built *kernel, struct error *error);

/* Whether devices reduce, where kernels are CUDA text. */
bool reduces_on_devices(const struct partition *p);

/* What reductions need, once subdomains are placed. False with an error; ends with reduce_close in any case. */
bool reduce_open(struct partition *p, struct error *error);
void reduce_close(struct partition *p);

/* All reductions after one kernel, by number, which all subdomains have enqueued. If there are none it waits for nothing. False with an
 * error. */
bool partition_reduce(const struct partition *p, const struct built *kernel, int number, struct error *error);

#endif
