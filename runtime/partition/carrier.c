#include "runtime/partition/carrier.h"

#include "runtime/partition/nccl.h"

#include <stdlib.h>
#include <string.h>

enum { USUAL_BLOCKS = 16 };

struct carrier
carrier_read(const char *engine, int blocks)
{
	struct carrier carrier = { .blocks = blocks ? blocks : USUAL_BLOCKS, .asks_blocks = blocks };

	if (!engine || !strcmp(engine, "auto"))
		carrier.is_open = true;
	else if (!strcmp(engine, "nccl"))
		carrier.nccl = true;
	else
		carrier.staged = !strcmp(engine, "mpi:staged");
	return carrier;
}

/* Which engine it is follows from how the program was started: only that it is the right one is checked. */
const char *
carrier_refusal(struct arena *arena, const char *engine, int blocks, const struct ranks *processes)
{
	const char *name = engine ? engine : "auto";
	const bool is_open = !strcmp(name, "auto"), staged = !strcmp(name, "mpi:staged"), mpi = staged || !strcmp(name, "mpi");
	const bool several = processes->count > 1;

	if (!is_open && !mpi && strcmp(name, "peer") && strcmp(name, "nccl"))
		return arena_printf(arena, "--engine takes auto, peer, mpi, mpi:staged or nccl, not '%s'", name);
	if (mpi && !several)
		return arena_printf(arena, "--engine %s is for several ranks: start them by mpirun -n N %s", name, processes->program);
	if (!strcmp(name, "peer") && several)
		return arena_printf(arena, "--engine peer has all parts in one process, but %d ranks run", processes->count);
	if (!blocks || !strcmp(name, "nccl") || (is_open && several))
		return NULL;
	return arena_printf(arena, "--comm-blocks is for engine nccl, not %s", is_open ? "peer, which parts of one process have" : name);
}

/* The host's memory is nothing for NCCL, but for what is said to take its place. */
static bool
may_be_nccl(const struct backend *backend)
{
	const char *path = getenv("STENCILGEN_NCCL");

	return backend->kind == BACKEND_CUDA || (backend->kind == BACKEND_HOST && path && *path);
}

static bool
has_gpus(const struct backend *backend, int wanted)
{
	int devices = 0;

	return !backend_is_gpu(backend) || (!backend->device->streams->count(&devices) && devices >= wanted);
}

void
carrier_settle(struct carrier *carrier, const struct ranks *processes, const struct backend *backend, bool share_gpus)
{
	struct nccl nccl;
	struct error error;

	if (!carrier->is_open || processes->count == 1 || !backend->device->streams || !may_be_nccl(backend))
		return;
	if (share_gpus && !has_gpus(backend, processes->neighbours))
		carrier->lacks = "ranks share GPUs";
	else if (!nccl_load(&nccl, &error))
		carrier->lacks = "no NCCL";
	carrier->nccl = !carrier->lacks;
}

int
carrier_agree(struct carrier *carrier, const struct ranks *processes)
{
	const long long lacks = !carrier->nccl;
	long long some_lack = lacks;
	const int status = carrier->is_open && processes->mpi ? processes->mpi->largest(&lacks, &some_lack, 1) : 0;

	if (status || !carrier->nccl || !some_lack)
		return status;
	carrier->nccl = false;
	carrier->lacks = "not all ranks have NCCL";
	return 0;
}

const char *
carrier_lack(struct arena *arena, const struct carrier *carrier, const struct ranks *processes, bool graph)
{
	if (processes->count == 1 || carrier->nccl)
		return NULL;
	if (carrier->asks_blocks)
		return arena_printf(arena, "--comm-blocks is for engine nccl, not mpi, which is taken here: %s",
			carrier->lacks ? carrier->lacks : "there is no CUDA");
	return graph ? "--graph: steps are not captured where processes send messages by MPI: the host takes part in them" : NULL;
}

const char *
carrier_text(struct arena *arena, const struct carrier *carrier, const struct ranks *processes,
	const struct stencil_engine *engine)
{
	const char *name = "peer";

	if (carrier->nccl)
		return arena_printf(arena, "nccl %s", nccl_version());
	if (processes->mpi)
		name = engine && processes->mpi->is_staged(engine) ? "mpi:staged" : "mpi";
	return carrier->lacks ? arena_printf(arena, "%s (%s)", name, carrier->lacks) : name;
}
