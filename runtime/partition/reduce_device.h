#ifndef REDUCE_DEVICE_H
#define REDUCE_DEVICE_H

#include "runtime/partition/reductions.h"

/* Reductions of subdomains on GPUs, of one process or of several whose messages NCCL carries: each subdomain reduces its columns, and
 * blocks of 1024 that follow one another in the domain. A number for each complete block, and the columns of the others, are copied or
 * sent to all devices. Each device reduces all of them in the order that kernels of one subdomain have. The host waits for nothing. */

/* Memory and events, if the memory space has the kernel; else nothing. False with an error; ends with reduce_device_close in any
 * case. */
bool reduce_device_open(struct partition *p, struct error *error);
void reduce_device_close(struct partition *p);

/* Enqueues all reductions. False with an error. */
bool reduce_on_device(const struct reductions *reductions);

#endif
