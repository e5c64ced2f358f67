#include "runtime/ranks/part_engine.h"

#include "runtime/device/device_status.h"
#include "runtime/ranks/engine_nccl.h"

#include <stdlib.h>

int
parts_connect(const struct plane_parts *parts, const struct device *device, int *devices)
{
	const int status = device->streams->count(devices);

	if (parts->processes->count > 1)
		return status;
	if (*devices > parts->count)
		*devices = parts->count;
	return status ? status : device->streams->connect(*devices);
}

int
parts_device(const struct plane_parts *parts, int rank, int devices)
{
	if (parts->processes->count > 1)
		return parts->processes->local % devices;
	return (int)((long long)(rank - parts->first)*devices/(parts->end - parts->first));
}

/* NCCL wants a device for each part. */
static bool
open_nccl(struct plane_parts *parts, const struct backend *backend, int devices, char *message, size_t room)
{
	int *numbers = calloc((size_t)parts->count, sizeof *numbers), status;

	if (!numbers) {
		snprintf(message, room, "out of memory");
		return false;
	}
	for (int rank = 0; rank < parts->count; rank++)
		numbers[rank] = parts_device(parts, rank, devices);
	if (backend_is_gpu(backend) && devices < parts->count) {
		snprintf(message, room, "engine nccl takes a GPU for each part, but there %s %d for %d parts",
			devices == 1 ? "is" : "are", devices, parts->count);
		status = STENCIL_NO_PARTS;
	} else
		status = engine_nccl(parts->count, numbers, &parts->engine, message, room);
	free(numbers);
	return !status;
}

bool
parts_engine(struct plane_parts *parts, const struct backend *backend, int devices, char *message, size_t room)
{
	const struct stencil_mpi *mpi = parts->processes->mpi;
	int status;

	if (parts->cut.nccl)
		return open_nccl(parts, backend, devices, message, room);
	status = mpi ? mpi->engine(&parts->engine) : stencil_engine_peer(parts->count, &parts->engine);
	if (status)
		snprintf(message, room, "%s", mpi && mpi->error(status) ? mpi->error(status) : stencil_exchange_text(NULL, status));
	return !status;
}

bool
parts_prepare(const struct ranks *processes, struct templates *templates, const struct backend *backend, char *message,
	size_t room)
{
	struct device_lane lane;
	int devices = 0;

	if (processes->count == 1)
		return true;
	if (device_failed(backend->device, backend->device->streams->count(&devices), "count the devices", message, room))
		return false;
	if (backend_is_gpu(backend) && devices < processes->neighbours) {
		snprintf(message, room, "%d GPU%s for %d ranks of a node: start as many ranks as there are GPUs", devices,
			devices == 1 ? "" : "s", processes->neighbours);
		return false;
	}
	return device_lane_open(&lane, backend, templates, message, room);
}
