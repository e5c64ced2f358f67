#include "runtime/partition/part_engine.h"

#include "runtime/device/device_status.h"
#include "runtime/partition/engine_nccl.h"
#include "runtime/partition/nccl.h"

#include <stdlib.h>
#include <unistd.h>

int
parts_device(const struct ranks *processes, int rank, int parts, int devices)
{
	return processes->count > 1 ? processes->local % devices : (int)((long long)rank*devices/parts);
}

int
parts_connect(const struct ranks *processes, int parts, const struct device *device, int *devices)
{
	const int status = device->streams->count(devices);

	if (processes->count > 1)
		return status ? status : device->streams->select(parts_device(processes, processes->rank, parts, *devices));
	if (*devices > parts)
		*devices = parts;
	return status ? status : device->streams->connect(*devices);
}

static bool
open_nccl(const struct ranks *processes, int parts, int blocks, const struct device *device, int devices, struct stencil_engine **engine,
	struct error *error)
{
	int *numbers = calloc((size_t)parts, sizeof *numbers), status;

	if (!numbers)
		return error_no_memory(error);
	for (int rank = 0; rank < parts; rank++)
		numbers[rank] = parts_device(processes, rank, parts, devices);
	status = engine_nccl(parts, device, numbers, blocks, engine, error);
	free(numbers);
	return !status;
}

bool
parts_engine(const struct ranks *processes, int parts, struct carrier carrier, const struct device *device, int devices,
	struct stencil_engine **engine, struct error *error)
{
	const struct stencil_mpi *mpi = processes->mpi;
	int status;

	if (carrier.nccl && processes->count > 1)
		return !engine_nccl_joined(processes, carrier.blocks, engine, error);
	if (carrier.nccl)
		return open_nccl(processes, parts, carrier.blocks, device, devices, engine, error);
	status = mpi ? mpi->engine(carrier.staged, engine) : stencil_engine_peer(parts, engine);
	if (status)
		error_set(error, EXIT_IO, "%s", mpi && mpi->error(status) ? mpi->error(status) : stencil_exchange_text(NULL, status));
	return !status;
}

bool
parts_check_devices(const struct ranks *processes, const struct cut *cut, const struct backend *backend, struct error *error)
{
	const int wanted = processes->count > 1 ? processes->neighbours : cut->ranks[0]*cut->ranks[1];
	char node[64] = "this node";
	int devices = 0;

	if (device_failed(backend->device, backend->device->streams->count(&devices), "count the devices", error))
		return false;
	if (!backend_is_gpu(backend) || devices >= wanted)
		return true;
	gethostname(node, sizeof node - 1);
	if (processes->count > 1 && cut->carrier.nccl)
		error_set(error, EXIT_USAGE, "node %s has %d GPU%s for %d ranks: engine nccl takes one for each", node, devices,
			devices == 1 ? "" : "s", wanted);
	else if (processes->count > 1 && !cut->share_gpus)
		error_set(error, EXIT_USAGE, "node %s has %d GPU%s for %d ranks: start as many as there are, or give --share-gpus", node,
			devices, devices == 1 ? "" : "s", wanted);
	else if (processes->count == 1 && cut->carrier.nccl)
		error_set(error, EXIT_USAGE, "engine nccl takes a GPU for each part, but there %s %d for %d parts",
			devices == 1 ? "is" : "are", devices, wanted);
	else
		return true;
	return false;
}

bool
parts_prepare(const struct ranks *processes, struct cut *cut, struct templates *templates,
	const struct backend *backend, struct error *error)
{
	struct device_lane lane;
	struct nccl nccl;
	bool sums;

	carrier_settle(&cut->carrier, processes, backend, cut->share_gpus);
	if (processes->count == 1 && !cut->carrier.nccl)
		return true;
	sums = cut->carrier.nccl && cut->reach && cut->reach->sums;
	return parts_check_devices(processes, cut, backend, error)
		&& (!cut->carrier.nccl || cut->carrier.is_open || nccl_load(&nccl, error))
		&& (processes->count == 1 || device_lane_open(&lane, backend, templates, sums, error));
}
