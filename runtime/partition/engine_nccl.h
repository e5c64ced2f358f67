#ifndef ENGINE_NCCL_H
#define ENGINE_NCCL_H

#include "generator/base/error.h"
#include "runtime/device/device.h"
#include "runtime/exchange/exchange.h"
#include "runtime/partition/ranks.h"

#include <stdbool.h>

/* All ranks are in this process, each on the GPU that `devices` says, no two on one, and NCCL carries what they send each other, in
 * one group for an exchange of all; its kernels have at most so many blocks on each GPU. Another device is selected then. Returns 0, or a
 * status; the error then says what is missing. */
int engine_nccl(int ranks, const struct device *device, const int *devices, int blocks, struct stencil_engine **engine,
	struct error *error);

/* The same of processes that MPI has joined, each with the device that is selected. */
int engine_nccl_joined(const struct ranks *processes, int blocks, struct stencil_engine **engine, struct error *error);

/* A message of one rank to another, between buffers on their streams; what is not of this process' ranks is not used. */
struct nccl_transfer {
	int from, to;
	const void *sent;
	void *received;
	size_t bytes;
	void *sender, *receiver; /* streams */
};

/* Gives messages to such an engine, all as one group, beside any exchange. Returns a status. */
int engine_nccl_carry(struct stencil_engine *engine, const struct nccl_transfer *messages, int count);

#endif
