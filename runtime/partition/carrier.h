#ifndef CARRIER_H
#define CARRIER_H

#include "runtime/device/backend.h"
#include "runtime/exchange/exchange.h"
#include "runtime/partition/ranks.h"

/* What carries messages: of parts in one process copies, of several processes MPI, or NCCL. */
struct carrier {
	bool nccl;
	int blocks;        /* of NCCL's kernels on a GPU, at most */
	bool asks_blocks;  /* --comm-blocks is given */
	bool staged;       /* messages go through the host's memory, also where MPI reads a GPU's */
	bool is_open;      /* --engine auto: of several processes with GPUs NCCL, if all have it */
	const char *lacks; /* why it is not, in such a case; NULL: it is, or such a case it is not */
};

/* What --engine and --comm-blocks say; NULL: auto; 0: as usual. */
struct carrier carrier_read(const char *engine, int blocks);

/* Why these are nothing for so many processes; NULL: they are fine so far. */
const char *carrier_refusal(struct arena *arena, const char *engine, int blocks, const struct ranks *processes);

/* Before processes join: whether this one takes NCCL, if that is open. `share_gpus` is whether several may have one. */
void carrier_settle(struct carrier *carrier, const struct ranks *processes, const struct backend *backend, bool share_gpus);

/* When they have joined: what is open all take alike. Returns a status of MPI. */
int carrier_agree(struct carrier *carrier, const struct ranks *processes);

/* When it is settled: why what carries messages cannot do what options ask for; NULL: it can. */
const char *carrier_lack(struct arena *arena, const struct carrier *carrier, const struct ranks *processes, bool graph);

/* What it is called: mpi, mpi:staged if messages of GPUs go through the host's memory, peer, or nccl and its version; and why it is
 * not NCCL. Exchanges were planned, if there is an engine. */
const char *carrier_text(struct arena *arena, const struct carrier *carrier, const struct ranks *processes,
	const struct stencil_engine *engine);

#endif
