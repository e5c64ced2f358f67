#ifndef TRANSPORT_H
#define TRANSPORT_H

#include "runtime/cli/arguments.h"
#include "runtime/device/backend.h"
#include "runtime/exchange/exchange.h"
#include "runtime/partition/processes.h"

/* What sends messages between subdomains: NCCL, or else copies within one process and MPI between several. */
struct transport {
	bool nccl;
	int blocks;               /* of NCCL's kernels on a GPU, at most */
	bool staged;              /* messages go through the host's memory, even if MPI reads a GPU's */
	bool share_gpus;          /* several processes: more than a node has GPUs */
	bool is_auto;             /* several processes with GPUs: NCCL, if all have it */
	const char *why_not_nccl; /* if this was chosen; else NULL */
};

/* Whether --engine and --comm-blocks are right for this number of processes. False with an error. */
bool transport_check(const struct arguments *options, const struct processes *processes, struct error *error);

/* What these and --share-gpus ask for. */
struct transport transport_read(const struct arguments *options);

/* Before processes join: chooses the transport of this process, checks that it has NCCL if asked for and enough devices, and
 * compiles the kernels of messages and, if `sums`, those that reduce sums of all subdomains. False with an error. */
bool transport_prepare(struct transport *transport, const struct processes *processes, int subdomains, bool sums,
	struct templates *templates, const struct backend *backend, struct error *error);

/* Whether there are enough GPUs: one for each process of a node, unless they share; with NCCL one for each subdomain. */
bool transport_check_devices(const struct transport *transport, const struct processes *processes, int subdomains,
	const struct backend *backend, struct error *error);

/* After processes have joined: the choice of all. False with an error, also if it cannot do what options ask for. */
bool transport_agree(struct transport *transport, const struct processes *processes, const struct arguments *options,
	struct error *error);

/* Whether the choice can do what --comm-blocks and --graph ask for. False with an error. */
bool transport_supports(const struct transport *transport, const struct processes *processes, const struct arguments *options,
	struct error *error);

/* Its name: mpi, mpi:staged if messages of GPUs go through the host's memory, peer, or nccl and its version; and why it is not
 * NCCL. The engine is NULL before exchanges are planned. */
const char *transport_text(struct arena *arena, const struct transport *transport, const struct processes *processes,
	const struct stencil_engine *engine);

/* The number of devices for the subdomains: one process uses at most one for each, which then read each other's memory. Of
 * several processes it is all of the node, and this process' device is selected. 1 without streams. False with an error. */
bool transport_connect_devices(const struct processes *processes, int subdomains, const struct device *device, int *devices,
	struct error *error);

/* Opens the transport, which may select another device. stencil_engine_free frees the engine. False with an error. */
bool transport_open(const struct transport *transport, const struct processes *processes, int subdomains,
	const struct device *device, int devices, struct stencil_engine **engine, struct error *error);

#endif
