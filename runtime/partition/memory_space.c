#include "runtime/partition/memory_space.h"

#include "generator/emit/interface/exchange_files.h"

#include <stdlib.h>

enum { THREADS = 256 };

static const struct device *
device_of(const struct stencil_lane *lane)
{
	return ((const struct memory_space *)lane)->device;
}

static int
allocate(const struct stencil_lane *lane, void **memory, size_t bytes)
{
	return device_of(lane)->allocate(memory, bytes + !bytes);
}

static void
release(const struct stencil_lane *lane, void *memory)
{
	if (memory)
		device_of(lane)->release(memory);
}

static int
copy(const struct stencil_lane *lane, const void *from, const struct stencil_lane *other, void *to, size_t bytes, void *stream)
{
	const struct memory_space *own = (const struct memory_space *)lane;

	return own->device->streams->copy(to, ((const struct memory_space *)other)->number, from, own->number, bytes, stream);
}

static int
prepare(const struct stencil_lane *lane, struct stencil_packing *packing)
{
	const size_t bytes = (size_t)packing->count*sizeof *packing->boxes;
	int status;

	for (int b = 0; b < packing->count; b++)
		if (packing->boxes[b].field >= MOST_PACKED_FIELDS)
			return STENCIL_MANY_FIELDS;
	if (!bytes)
		return 0;
	status = device_of(lane)->allocate(&packing->device, bytes);
	return status ? status : device_of(lane)->upload(packing->device, packing->boxes, bytes);
}

static int
run_pack(const struct stencil_lane *lane, const struct stencil_packing *packing, void *const *fields, void *buffer,
	bool unpack, void *stream)
{
	const struct memory_space *own = (const struct memory_space *)lane;
	void *all[MOST_PACKED_FIELDS + 1];
	double most = 0;
	int count = 0;

	if (!packing->count)
		return 0;
	for (int b = 0; b < packing->count; b++) {
		const struct stencil_box *box = &packing->boxes[b];
		const double elements = (double)box->width*box->height*box->levels;

		most = elements > most ? elements : most;
		count = box->field >= count ? box->field + 1 : count;
	}
	for (int f = 0; f < count; f++)
		all[f] = fields[f];
	all[count] = buffer;
	return own->device->streams->start(&(struct call){
		.run = own->pack, .grid = packing, .fields = all, .params = (const double[]){ count, unpack, most },
		.block = { THREADS, 1, 1 },
	}, stream);
}

static int
pack(const struct stencil_lane *lane, const struct stencil_packing *packing, void *const *fields, void *buffer,
	void *stream)
{
	return run_pack(lane, packing, fields, buffer, false, stream);
}

static int
unpack(const struct stencil_lane *lane, const struct stencil_packing *packing, void *const *fields, const void *buffer,
	void *stream)
{
	return run_pack(lane, packing, fields, (void *)buffer, true, stream);
}

static const char *
error_text(const struct stencil_lane *lane, int status)
{
	return device_of(lane)->error(status);
}

static int
create_event(const struct stencil_lane *lane, const char *name, void **event)
{
	return device_of(lane)->streams->create_event(name, event);
}

static void
destroy_event(const struct stencil_lane *lane, void *event)
{
	device_of(lane)->streams->destroy_event(event);
}

static int
record(const struct stencil_lane *lane, void *event, void *stream)
{
	return device_of(lane)->streams->record(event, stream);
}

static int
wait_for(const struct stencil_lane *lane, void *stream, void *event)
{
	return device_of(lane)->streams->wait(stream, event);
}

static int
host_copy(const struct stencil_lane *lane, void *to, const void *from, size_t bytes, void *stream)
{
	const struct memory_space *own = (const struct memory_space *)lane;

	return own->device->streams->copy(to, own->number, from, own->number, bytes, stream);
}

static int
finish(const struct stencil_lane *lane, void *stream)
{
	return device_of(lane)->streams->finish(stream);
}

static int
allocate_host(const struct stencil_lane *lane, void **memory, size_t bytes)
{
	return device_of(lane)->streams->allocate_host(memory, bytes);
}

static void
release_host(const struct stencil_lane *lane, void *memory)
{
	device_of(lane)->streams->release_host(memory);
}

bool
memory_space_open(struct memory_space *space, const struct backend *backend, struct templates *templates, bool sums,
	struct error *error)
{
	struct plain_kernel kernels[] = { { "pack", NULL, NULL }, { "totals", NULL, NULL } };

	if (!targets[backend->target].blocks) {
		*space = (struct memory_space){ .lane = stencil_lane_cpu };
		return true;
	}
	if (backend->recorded)
		return error_set(error, EXIT_IO,
			"no nvcc: halos are exchanged by a kernel that NVRTC does not compile: install nvcc, or leave out --ranks");
	*space = (struct memory_space){ .device = backend->device, .lane = {
		.allocate = allocate, .release = release, .copy = copy, .prepare = prepare, .pack = pack, .unpack = unpack,
		.error = error_text, .create_event = create_event, .destroy_event = destroy_event, .record = record, .wait = wait_for,
		.host_copy = host_copy, .finish = finish, .allocate_host = allocate_host, .release_host = release_host } };
	kernels[0].text = pack_kernel(templates);
	kernels[1].text = totals_kernel(templates);
	if (!kernels[0].text || !kernels[1].text)
		return error_set(error, EXIT_IO, "the templates have errors");
	if (!kernels_build_plain(backend, kernels, sums ? 2 : 1, error))
		return false;
	space->pack = kernels[0].run;
	space->totals = kernels[1].run;
	return true;
}
