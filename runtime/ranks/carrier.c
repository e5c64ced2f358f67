#include "runtime/ranks/carrier.h"

#include "runtime/ranks/nccl.h"

#include <stdlib.h>
#include <string.h>

struct carrier
carrier_read(const char *engine)
{
	if (!engine || !strcmp(engine, "auto"))
		return (struct carrier){ .is_open = true };
	return (struct carrier){ .nccl = !strcmp(engine, "nccl"), .staged = !strcmp(engine, "mpi:staged") };
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
	char message[512];

	if (!carrier->is_open || processes->count == 1 || !backend->device->streams || !may_be_nccl(backend))
		return;
	if (share_gpus && !has_gpus(backend, processes->neighbours))
		carrier->lacks = "ranks share GPUs";
	else if (!nccl_load(&nccl, message, sizeof message))
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
