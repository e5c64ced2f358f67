#include "runtime/partition/transport.h"

#include "runtime/device/device_status.h"
#include "runtime/partition/memory_space.h"
#include "runtime/partition/transport_nccl.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEFAULT_BLOCKS = 16 };

static bool
is_auto(const char *engine)
{
	return !engine || !strcmp(engine, "auto");
}

/* The way in which the program was started chooses between copies and MPI: --engine must agree. */
bool
transport_check(const struct arguments *options, const struct processes *processes, struct error *error)
{
	const char *name = is_auto(options->engine) ? "auto" : options->engine;
	const bool several = processes->count > 1, mpi = !strcmp(name, "mpi") || !strcmp(name, "mpi:staged");
	const bool peer = !strcmp(name, "peer"), nccl = !strcmp(name, "nccl");

	if (!is_auto(name) && !mpi && !peer && !nccl)
		return error_set(error, EXIT_USAGE, "--engine accepts auto, peer, mpi, mpi:staged or nccl, not '%s'", name);
	if (mpi && !several)
		return error_set(error, EXIT_USAGE, "--engine %s is for several ranks: start them by mpirun -n N %s", name,
			processes->program);
	if (peer && several)
		return error_set(error, EXIT_USAGE, "--engine peer has all subdomains in one process, but %d ranks run: start one, or use --engine mpi",
			processes->count);
	if (!options->comm_blocks || nccl || (is_auto(name) && several))
		return true;
	return error_set(error, EXIT_USAGE, "--comm-blocks is for transport nccl, not %s: leave it out",
		is_auto(name) ? "peer, which subdomains of one process have" : name);
}

struct transport
transport_read(const struct arguments *options)
{
	const char *name = options->engine;

	return (struct transport){ .is_auto = is_auto(name), .nccl = name && !strcmp(name, "nccl"),
		.staged = name && !strcmp(name, "mpi:staged"), .share_gpus = options->share_gpus,
		.blocks = options->comm_blocks ? options->comm_blocks : DEFAULT_BLOCKS };
}

/* NCCL does not send the host's memory, but a library that replaces it may. */
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

/* The choice of this process, if options leave it open. */
static void
choose(struct transport *transport, const struct processes *processes, const struct backend *backend)
{
	if (!transport->is_auto || processes->count == 1 || !backend->device->streams || !may_be_nccl(backend))
		return;
	if (transport->share_gpus && !has_gpus(backend, processes->neighbours))
		transport->why_not_nccl = "ranks share GPUs";
	else if (!nccl_load(NULL))
		transport->why_not_nccl = "no NCCL";
	transport->nccl = !transport->why_not_nccl;
}

bool
transport_prepare(struct transport *transport, const struct processes *processes, int subdomains, bool sums,
	struct templates *templates, const struct backend *backend, struct error *error)
{
	struct memory_space space;

	if (transport->nccl && !targets[backend->target].blocks)
		return error_set(error, EXIT_USAGE, "--engine nccl is for GPUs, not backend %s: leave it out",
			backend_names[backend->kind]);
	choose(transport, processes, backend);
	if (processes->count == 1 && !transport->nccl)
		return true;
	return transport_check_devices(transport, processes, subdomains, backend, error)
		&& (!transport->nccl || nccl_load(error))
		&& (processes->count == 1 || memory_space_open(&space, backend, templates, transport->nccl && sums, error));
}

bool
transport_check_devices(const struct transport *transport, const struct processes *processes, int subdomains,
	const struct backend *backend, struct error *error)
{
	const bool several = processes->count > 1;
	const int wanted = several ? processes->neighbours : subdomains;
	char node[64] = "this node";
	int devices = 0;

	if (device_failed(backend->device, backend->device->streams->count(&devices), "count the devices", error))
		return false;
	if (!backend_is_gpu(backend) || devices >= wanted || (!transport->nccl && (!several || transport->share_gpus)))
		return true;
	if (!several)
		return error_set(error, EXIT_USAGE,
			"transport nccl needs a GPU for each subdomain, but there %s %d for %d subdomains: use --engine peer",
			devices == 1 ? "is" : "are", devices, wanted);
	gethostname(node, sizeof node - 1);
	return error_set(error, EXIT_USAGE, "node %s has %d GPU%s for %d ranks: %s", node, devices, devices == 1 ? "" : "s", wanted,
		transport->nccl ? "transport nccl needs one for each: use --engine mpi" : "start a rank for each GPU, or give --share-gpus");
}

bool
transport_agree(struct transport *transport, const struct processes *processes, const struct arguments *options,
	struct error *error)
{
	const long long lacks = !transport->nccl;
	long long some_lack = lacks;
	const int status = transport->is_auto && processes->mpi ? processes->mpi->largest(&lacks, &some_lack, 1) : 0;

	if (processes_failed(processes, status, error))
		return false;
	if (transport->nccl && some_lack) {
		transport->nccl = false;
		transport->why_not_nccl = "not all ranks have NCCL";
	}
	return transport_supports(transport, processes, options, error);
}

bool
transport_supports(const struct transport *transport, const struct processes *processes, const struct arguments *options,
	struct error *error)
{
	if (processes->count == 1 || transport->nccl)
		return true;
	if (options->comm_blocks)
		return error_set(error, EXIT_USAGE, "--comm-blocks is for transport nccl, not mpi, which is used here (%s): leave it out",
			transport->why_not_nccl ? transport->why_not_nccl : "there is no CUDA");
	return !options->graph || error_set(error, EXIT_USAGE,
		"--graph: steps with messages of MPI cannot be recorded: use --engine nccl, or leave it out");
}

const char *
transport_text(struct arena *arena, const struct transport *transport, const struct processes *processes,
	const struct stencil_engine *engine)
{
	const char *name = "peer";

	if (transport->nccl)
		return arena_printf(arena, "nccl %s", nccl_version());
	if (processes->mpi)
		name = engine && processes->mpi->is_staged(engine) ? "mpi:staged" : "mpi";
	return transport->why_not_nccl ? arena_printf(arena, "%s (%s)", name, transport->why_not_nccl) : name;
}

bool
transport_connect_devices(const struct processes *processes, int subdomains, const struct device *device, int *devices,
	struct error *error)
{
	int status;

	*devices = 1;
	if (!device->streams)
		return true;
	status = device->streams->count(devices);
	if (processes->count == 1 && *devices > subdomains)
		*devices = subdomains;
	if (!status)
		status = processes->count == 1 ? device->streams->connect(*devices)
			: device->streams->select(processes_device(processes, processes->rank, subdomains, *devices));
	return !device_failed(device, status, "find all devices", error);
}

bool
transport_open(const struct transport *transport, const struct processes *processes, int subdomains,
	const struct device *device, int devices, struct stencil_engine **engine, struct error *error)
{
	const struct stencil_mpi *mpi = processes->mpi;
	const char *text;
	int status;

	if (transport->nccl)
		return nccl_open(processes, subdomains, transport->blocks, device, devices, engine, error);
	status = mpi ? mpi->engine(transport->staged, engine) : stencil_engine_peer(subdomains, engine);
	text = status && mpi ? mpi->error(status) : NULL;
	return !status || error_set(error, EXIT_IO, "%s", text ? text : stencil_exchange_text(NULL, status));
}
