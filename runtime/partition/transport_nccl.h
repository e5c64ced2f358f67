#ifndef TRANSPORT_NCCL_H
#define TRANSPORT_NCCL_H

#include "generator/base/error.h"
#include "runtime/device/device.h"
#include "runtime/exchange/exchange.h"
#include "runtime/partition/processes.h"

/* Loads the library: STENCILGEN_NCCL, or libnccl.so.2. False with an error. */
bool nccl_load(struct error *error);

/* The library's version, as 2.28.9. */
const char *nccl_version(void);

/* Opens a transport by NCCL, whose kernels have at most this number of blocks on each GPU. One process has all subdomains, no two
 * on one GPU: another device is selected then. Of several processes, which MPI has joined, each is one rank, on the device
 * that is selected. stencil_engine_free frees the engine. False with an error. */
bool nccl_open(const struct processes *processes, int subdomains, int blocks, const struct device *device, int devices,
	struct stencil_engine **engine, struct error *error);

/* A message from one rank to another. Buffers and streams of other processes' ranks are not used. */
struct nccl_transfer {
	int from, to;
	const void *sent;
	void *received;
	size_t bytes;
	void *sender, *receiver; /* streams */
};

/* Enqueues messages as one group, outside exchanges. Returns a status of the engine. */
int nccl_start_transfers(struct stencil_engine *engine, const struct nccl_transfer *transfers, int count);

#endif
