#include "runtime/partition/partition.h"

#include "runtime/device/device_status.h"
#include "runtime/problem/values.h"
#include "runtime/partition/part_engine.h"
#include "runtime/partition/part_finish.h"

#include <string.h>

void
partition_begin(struct partition *p, const struct partition_kind *kind, const struct partition_setup *setup)
{
	const int count = setup->cut->ranks[0]*setup->cut->ranks[1];
	struct part_flow *flows;

	*p = (struct partition){ .kind = kind, .cut = *setup->cut, .count = count, .processes = setup->processes, .device = setup->backend->device,
		.exchanged = setup->exchanged };
	p->first = p->processes->rank;
	p->end = p->processes->count > 1 ? p->first + 1 : count;
	p->subdomains = arena_array(&p->arena, struct subdomain, count);
	flows = arena_array(&p->arena, struct part_flow, p->end - p->first);
	for (int i = 0; i < p->end - p->first; i++)
		flows[i] = (struct part_flow){ &p->subdomains[p->first + i].streams, &p->subdomains[p->first + i].exchange };
	p->flows = (struct part_flows){ p->device, flows, p->end - p->first };
}

bool
partition_connect(struct partition *p, const struct partition_setup *setup, bool reduces, bool exchanges, struct error *error)
{
	if (device_failed(p->device, parts_connect(p->processes, p->count, p->device, &p->devices), "find all devices", error))
		return false;
	return !exchanges || (device_lane_open(&p->lane, setup->backend, setup->templates, reduces, error)
		&& parts_engine(p->processes, p->count, p->cut.carrier, p->device, p->devices, &p->engine, error));
}

static bool
select_device(const struct partition *p, struct subdomain *s, struct error *error)
{
	s->lane = p->lane;
	s->lane.number = parts_device(p->processes, (int)(s - p->subdomains), p->count, p->devices);
	return !device_failed(p->device, p->device->streams->select(s->lane.number), "select a device", error);
}

static bool
open_exchange(struct partition *p, int rank, struct error *error)
{
	struct arena scratch = { NULL };
	struct stencil_exchanged *fields = arena_array(&scratch, struct stencil_exchanged, p->stencil->field_count + 1);
	int count = 0, status;

	for (const struct field *f = p->stencil->fields; f; f = f->next)
		if (p->exchanged[f->index])
			fields[count++] = (struct stencil_exchanged){ (int)field_element(f), p->extents[f->index].levels };
	status = p->kind->plan_exchange(p, rank, fields, count);
	arena_free(&scratch);
	return !status || error_set(error, EXIT_IO, "%s", stencil_exchange_text(NULL, status));
}

static bool
open_streams(const struct partition *p, struct subdomain *s, struct error *error)
{
	int status = part_streams_open(&s->streams, p->device, s->lane.number);

	if (!status)
		status = part_streams_watch(&s->streams, p->engine, p->processes->seconds);
	return !device_failed(p->device, status, "make streams", error);
}

bool
partition_place(struct partition *p, const struct partition_setup *setup, struct error *error)
{
	bool good = true;

	for (int rank = p->first; rank < p->end && good; rank++) {
		struct subdomain *s = &p->subdomains[rank];

		good = (p->is_whole || select_device(p, s, error)) && p->kind->place(p, rank, setup->kernel, error)
			&& (!p->engine || open_exchange(p, rank, error)) && (p->is_whole || open_streams(p, s, error));
	}
	return good;
}

int
partition_plan_lists(struct partition *p, int rank, const struct stored_levels *levels, const struct stencil_exchanged *fields,
	int count)
{
	struct subdomain *s = &p->subdomains[rank];
	struct arena scratch = { NULL };
	struct stencil_columns lists = levels->lists ? *levels->lists : halo_lists(&scratch, p->cut.owners, rank, p->has, levels->place);
	int *heights = arena_array(&scratch, int, count + 1), n = 0, status;

	for (const struct field *f = p->stencil->fields; f; f = f->next)
		if (p->exchanged[f->index])
			heights[n++] = f->shape == SHAPE_POINT ? levels->height : 0;
	lists.heights = heights;
	lists.stride = levels->stride;
	status = stencil_exchange_columns(&s->exchange, p->engine, &s->lane.lane, &lists, rank, fields, count);
	arena_free(&scratch);
	return status;
}

void
partition_close(struct partition *p)
{
	for (int rank = p->first; rank < p->end; rank++) {
		struct subdomain *s = &p->subdomains[rank];

		part_streams_close(&s->streams);
		stencil_exchange_free(s->exchange);
	}
	if (p->kind)
		p->kind->close(p);
	stencil_engine_free(p->engine);
	arena_free(&p->arena);
	*p = (struct partition){ 0 };
}

bool
partition_overlaps(const struct partition *p)
{
	return p->engine && p->cut.overlap && p->splits;
}

static struct part_finish
end_of(const struct partition *p, int rank)
{
	return (struct part_finish){ p->processes, p->device, &p->subdomains[rank].streams, p->engine };
}

bool
partition_finish(const struct partition *p, struct error *error)
{
	bool good = true;

	for (int rank = p->first; rank < p->end && good; rank++) {
		const struct part_finish end = end_of(p, rank);

		good = part_finish(&end, error);
	}
	return good;
}

bool
partition_mark(const struct partition *p, int step, struct error *error)
{
	bool good = true;

	for (int rank = p->first; rank < p->end && good; rank++) {
		const struct part_finish end = end_of(p, rank);

		good = part_mark(&end, step, error);
	}
	return good;
}

int
partition_stuck(const struct partition *p)
{
	int stuck = 0;

	for (int rank = p->first; rank < p->end && !stuck; rank++)
		stuck = part_wait_stuck(p->subdomains[rank].streams.wait);
	return stuck;
}

void
partition_swap(const struct partition *p, const struct field *a, const struct field *b)
{
	for (int rank = p->first; rank < p->end; rank++)
		p->kind->swap(&p->subdomains[rank], a, b);
}
