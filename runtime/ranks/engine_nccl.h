#ifndef ENGINE_NCCL_H
#define ENGINE_NCCL_H

#include "runtime/exchange/exchange.h"
#include "runtime/ranks/ranks.h"

#include <stdbool.h>

/* All ranks are in this process, each on the GPU that `devices` says, no two on one, and NCCL carries what they send each other, in
 * one group for an exchange of all. Returns 0, or a status; the message then says what is missing. */
int engine_nccl(int ranks, const int *devices, struct stencil_engine **engine, char *message, size_t room);

/* The same of processes that MPI has joined, each with the device that is selected. */
int engine_nccl_joined(const struct ranks *processes, struct stencil_engine **engine, char *message, size_t room);

#endif
