#include "runtime/meshranks/mesh_ranks.h"

#include "runtime/device/device_status.h"
#include "runtime/meshranks/mesh_exchange.h"
#include "runtime/problem/values.h"
#include "runtime/ranks/part_engine.h"
#include "runtime/ranks/part_finish.h"

#include <stdlib.h>
#include <string.h>

static bool
exchanges(const struct mesh_parts *parts)
{
	for (const struct field *f = parts->whole->stencil->fields; f; f = f->next)
		if (parts->exchanged[f->index])
			return true;
	return false;
}

static bool
open_engine(struct mesh_parts *parts, struct carrier carrier, int devices, struct templates *templates, const struct backend *backend,
	struct error *error)
{
	return device_lane_open(&parts->lane, backend, templates, false, error)
		&& parts_engine(parts->processes, parts->owners.count, carrier, backend->device, devices, &parts->engine, error);
}

/* 1 where there are no streams: that device is the only one. */
static bool
find_devices(const struct mesh_parts *parts, const struct device *device, int *devices, struct error *error)
{
	*devices = 1;
	return !device->streams || !device_failed(device, parts_connect(parts->processes, parts->owners.count, device, devices),
		"find all devices", error);
}

static bool
place_part(struct mesh_rank *own, const struct device *device, const struct built *kernel, struct error *error)
{
	if (device->streams && device_failed(device, device->streams->select(own->lane.number), "select a device", error))
		return false;
	own->device = mesh_device_create(device, &own->layout, error);
	return own->device && mesh_device_prepare(own->device, kernel, error);
}

static bool
open_rank(struct mesh_parts *parts, int rank, int devices, const struct device *device, const struct built *kernel,
	struct error *error)
{
	struct mesh_rank *own = &parts->ranks[rank];
	int status;

	if (!mesh_part_open(&own->part, &parts->arena, parts->whole, &parts->owners, parts->every, parts->has))
		return error_no_memory(error);
	if (!mesh_layout_open(&own->layout, &own->part.problem, &kernel->variant, NULL, error))
		return false;
	own->lane = parts->lane;
	own->lane.number = parts_device(parts->processes, rank, parts->owners.count, devices);
	if (!place_part(own, device, kernel, error))
		return false;
	status = parts->engine ? mesh_exchange_open(parts, rank) : 0;
	if (status)
		return error_set(error, EXIT_IO, "%s", stencil_exchange_text(NULL, status));
	status = device->streams ? part_streams_open(&own->streams, device, own->lane.number) : 0;
	if (!status && device->streams)
		status = part_streams_watch(&own->streams, parts->engine, parts->processes->seconds);
	return !device_failed(device, status, "make streams", error);
}

static void
list_flows(struct mesh_parts *parts, const struct device *device)
{
	const int count = parts->end - parts->first;
	struct part_flow *items = arena_array(&parts->arena, struct part_flow, count);

	for (int i = 0; i < count; i++)
		items[i] = (struct part_flow){ &parts->ranks[parts->first + i].streams, &parts->ranks[parts->first + i].exchange };
	parts->flows = (struct part_flows){ device, items, count };
}

bool
mesh_parts_open(struct mesh_parts *parts, struct mesh_problem *whole, const struct mesh_split *split, struct ranks *processes,
	struct templates *templates, const struct backend *backend, const struct built *kernel, struct error *error)
{
	int devices;

	*parts = (struct mesh_parts){ .whole = whole, .processes = processes, .exchanged = split->exchanged,
		.every = split->every };
	parts->first = processes->rank;
	parts->end = processes->count > 1 ? parts->first + 1 : split->count;
	parts->owners.graph = graph_of_mesh(&parts->arena, whole);
	if (!owners_find(&parts->owners, &parts->arena, split->partition, (const int[]){ split->count, 1 }, error))
		return false;
	parts->ranks = arena_array(&parts->arena, struct mesh_rank, split->count);
	parts->has = arena_array(&parts->arena, const struct subset *, split->count);
	list_flows(parts, backend->device);
	for (int rank = 0; rank < split->count; rank++) {
		mesh_part_find(&parts->ranks[rank].part, &parts->arena, &parts->owners, rank, split->every,
			split->numbering ? split->numbering->place : NULL);
		parts->has[rank] = &parts->ranks[rank].part.at[whole->stencil->location];
	}
	if (!find_devices(parts, backend->device, &devices, error))
		return false;
	if (exchanges(parts) && !open_engine(parts, split->carrier, devices, templates, backend, error))
		return false;
	parts->overlap = split->overlap && parts->engine && backend->device->streams
		&& (!whole->plan->program || kernel->run_part);
	for (int rank = parts->first; rank < parts->end; rank++)
		if (!open_rank(parts, rank, devices, backend->device, kernel, error))
			return false;
	return true;
}

void
mesh_parts_close(struct mesh_parts *parts)
{
	for (int rank = parts->first; rank < parts->end && parts->ranks; rank++) {
		struct mesh_rank *own = &parts->ranks[rank];

		part_streams_close(&own->streams);
		stencil_exchange_free(own->exchange);
		mesh_device_free(own->device);
		if (own->layout.problem)
			mesh_layout_close(&own->layout);
		mesh_part_close(&own->part);
	}
	stencil_engine_free(parts->engine);
	arena_free(&parts->arena);
	*parts = (struct mesh_parts){ 0 };
}

static bool
select_device(const struct mesh_rank *own, struct error *error)
{
	return !device_failed(own->device->device, part_streams_select(&own->streams), "select a device", error);
}

static struct part_finish
how_to_finish(const struct mesh_parts *parts, const struct mesh_rank *own)
{
	return (struct part_finish){ parts->processes, own->device->device, &own->streams, parts->engine };
}

bool
mesh_parts_finish(const struct mesh_parts *parts, struct error *error)
{
	bool good = true;

	for (int rank = parts->first; rank < parts->end && good; rank++) {
		const struct part_finish finish = how_to_finish(parts, &parts->ranks[rank]);

		good = part_finish(&finish, error);
	}
	return good;
}

bool
mesh_parts_mark(const struct mesh_parts *parts, int step, struct error *error)
{
	bool good = true;

	for (int rank = parts->first; rank < parts->end && good; rank++) {
		const struct part_finish finish = how_to_finish(parts, &parts->ranks[rank]);

		good = part_mark(&finish, step, error);
	}
	return good;
}

int
mesh_parts_stuck(const struct mesh_parts *parts)
{
	int stuck = 0;

	for (int rank = parts->first; rank < parts->end && !stuck; rank++)
		stuck = part_wait_stuck(parts->ranks[rank].streams.wait);
	return stuck;
}

/* Sends a part's array to the first process, which makes room for it. */
static bool
gather(const struct mesh_parts *parts, int rank, size_t bytes, void **array, struct error *error)
{
	const struct ranks *all = parts->processes;
	int status = 0;

	if (!rank || all->count == 1)
		return true;
	if (all->rank == rank) {
		status = all->mpi->send(*array, bytes, 0);
	} else if (!all->rank) {
		*array = malloc(bytes + 1);
		if (!*array)
			return error_no_memory(error);
		status = all->mpi->receive(*array, bytes, rank);
	}
	if (status)
		error_set(error, EXIT_IO, "%s", all->mpi->error(status) ? all->mpi->error(status) : "a part does not come");
	return !status;
}

/* The elements of a field in a part that may be another process'. */
static size_t
part_elements(const struct mesh_parts *parts, int rank, const struct field *field)
{
	const enum location location = field->where.location;
	const size_t whole = mesh_problem_elements(parts->whole, field);

	return location == LOCATIONS ? whole : whole/(size_t)parts->whole->mesh->count[location]
		*(size_t)parts->ranks[rank].part.mesh.count[location];
}

static bool
fetch_part(const struct mesh_parts *parts, int rank, const struct field *field, struct error *error)
{
	struct mesh_rank *own = &parts->ranks[rank];
	const bool is_here = rank >= parts->first && rank < parts->end;
	const size_t size = field_element(field);
	void *array = is_here ? own->part.problem.fields[field->index] : NULL;
	const bool good = (!is_here || (select_device(own, error) && mesh_device_fetch(own->device, field, error)))
		&& gather(parts, rank, part_elements(parts, rank, field)*size, &array, error);

	if (good && array)
		mesh_part_copy(&own->part, parts->whole, field, size, array, parts->whole->fields[field->index],
			MESH_TO_WHOLE);
	if (!is_here)
		free(array);
	return good;
}

bool
mesh_parts_fetch(const struct mesh_parts *parts, const struct field *field, struct error *error)
{
	for (int rank = 0; rank < parts->owners.count; rank++)
		if (!fetch_part(parts, rank, field, error))
			return false;
	return true;
}

/* What a part is expected to have: what it has, but for the elements that it owns. */
static bool
expect(const struct mesh_parts *parts, struct mesh_rank *own, const struct field *field, struct error *error)
{
	struct mesh_problem *p = &own->part.problem;
	const size_t count = mesh_problem_elements(p, field), size = field_element(field);
	const int i = field->index;

	if (!mesh_device_fetch(own->device, field, error))
		return false;
	p->expected[i] = malloc(count*size + 1);
	p->bounds[i] = parts->whole->bounds[i] ? calloc(count + 1, sizeof *p->bounds[i]) : NULL;
	if (!p->expected[i] || (parts->whole->bounds[i] && !p->bounds[i]))
		return error_no_memory(error);
	memcpy(p->expected[i], p->fields[i], count*size);
	mesh_part_copy(&own->part, parts->whole, field, size, p->expected[i], parts->whole->expected[i],
		MESH_FROM_WHOLE);
	if (p->bounds[i])
		mesh_part_copy(&own->part, parts->whole, field, sizeof *p->bounds[i], p->bounds[i],
			parts->whole->bounds[i], MESH_FROM_WHOLE);
	return true;
}

bool
mesh_parts_compare(const struct mesh_parts *parts, struct verdict *verdict, struct error *error)
{
	*verdict = (struct verdict){ 0 };
	for (int rank = parts->first; rank < parts->end; rank++) {
		struct mesh_rank *own = &parts->ranks[rank];
		struct verdict part;

		if (!select_device(own, error))
			return false;
		for (const struct field *f = parts->whole->stencil->fields; f; f = f->next)
			if (f->role != ROLE_IN && !expect(parts, own, f, error))
				return false;
		if (!mesh_device_compare(own->device, &part, error))
			return false;
		verdict_add(verdict, &part);
	}
	return true;
}
