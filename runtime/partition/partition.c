#include "runtime/partition/partition.h"

#include "runtime/device/device_status.h"
#include "runtime/partition/copy.h"
#include "runtime/partition/transport.h"
#include "runtime/problem/values.h"

#include <string.h>

/* What is exchanged between steps, then within one. */
static struct exchange_rows
all_rows(struct arena *arena, const bool *exchanged, const struct exchange_rows *inside)
{
	struct exchange_row *rows = arena_array(arena, struct exchange_row, inside->count + 1);

	rows->fields = exchanged;
	for (int i = 0; i < inside->count; i++)
		rows[i + 1] = inside->items[i];
	return (struct exchange_rows){ rows, inside->count + 1 };
}

bool
partition_begin(struct partition *p, const struct partition_kind *kind, const struct partition_setup *setup, struct error *error)
{
	const int count = setup->decomposition->ranks[0]*setup->decomposition->ranks[1];

	*p = (struct partition){ .decomposition = *setup->decomposition, .count = count, .processes = setup->processes,
		.device = setup->backend->device };
	p->rows = all_rows(&p->arena, setup->exchanged, &p->decomposition.inside);
	p->subdomains = arena_array(&p->arena, struct subdomain, count);
	if (!local_streams_allocate(&p->streams, p->processes, p->device, count, error))
		return false;
	p->first = p->streams.first;
	p->end = p->streams.end;
	p->kind = kind;
	for (int rank = 0; rank < count; rank++)
		p->subdomains[rank].streams = &p->streams.items[rank];
	return true;
}

void
partition_find_elements(struct partition *p, int *const order[LOCATIONS])
{
	p->has = arena_array(&p->arena, const struct subset *, p->count);
	for (int rank = 0; rank < p->count; rank++) {
		struct subdomain *s = &p->subdomains[rank];

		halo_find(&p->arena, p->decomposition.owners, rank, p->decomposition.every, order, s->at);
		for (int l = 0; l < LOCATIONS; l++)
			s->cells[l] = (size_t)s->at[l].count;
		p->has[rank] = s->at;
	}
}

bool
partition_connect(struct partition *p, const struct partition_setup *setup, bool reduces, bool exchanges, struct error *error)
{
	if (!transport_connect_devices(p->processes, p->count, p->device, &p->devices, error))
		return false;
	return !exchanges || (memory_space_open(&p->space, setup->backend, setup->templates, reduces, error)
		&& transport_open(&p->decomposition.transport, p->processes, p->count, p->device, p->devices, &p->streams.engine,
		error));
}

static bool
select_device(const struct partition *p, struct subdomain *s, struct error *error)
{
	s->space = p->space;
	s->space.number = processes_device(p->processes, (int)(s - p->subdomains), p->count, p->devices);
	return !device_failed(p->device, p->device->streams->select(s->space.number), "select a device", error);
}

static int
open_exchange(struct partition *p, int rank, int row)
{
	struct arena scratch = { NULL };
	struct stencil_exchanged *fields = arena_array(&scratch, struct stencil_exchanged, p->stencil->field_count + 1);
	int count = 0, status;

	for (const struct field *f = p->stencil->fields; f; f = f->next)
		if (p->rows.items[row].fields[f->index])
			fields[count++] = (struct stencil_exchanged){ (int)field_element(f), p->extents[f->index].levels };
	status = p->kind->plan_exchange(p, rank, row, fields, count);
	arena_free(&scratch);
	return status;
}

static bool
open_exchanges(struct partition *p, int rank, struct error *error)
{
	struct streams *s = p->subdomains[rank].streams;
	int status = 0;

	s->exchanges = arena_array(&p->arena, struct stencil_exchange *, p->rows.count);
	for (; s->exchange_count < p->rows.count && !status; s->exchange_count += !status)
		status = open_exchange(p, rank, s->exchange_count);
	return !status || error_set(error, EXIT_IO, "%s", stencil_exchange_text(NULL, status));
}

bool
partition_place(struct partition *p, const struct partition_setup *setup, struct error *error)
{
	bool good = true;

	for (int rank = p->first; rank < p->end && good; rank++) {
		struct subdomain *s = &p->subdomains[rank];

		good = (p->is_whole || select_device(p, s, error)) && p->kind->place(p, rank, setup->kernel, error)
			&& binding_prepare(s->binding, setup->kernel, error)
			&& (!p->streams.engine || open_exchanges(p, rank, error))
			&& (p->is_whole || streams_open(&p->streams, rank, s->space.number, error));
	}
	return good;
}

int
partition_plan_lists(struct partition *p, int rank, int row, const struct stored_levels *levels,
	const struct stencil_exchanged *fields, int count)
{
	struct subdomain *s = &p->subdomains[rank];
	struct arena scratch = { NULL };
	struct stencil_columns lists[LOCATIONS];
	int *heights = arena_array(&scratch, int, count + 1), *list_of = arena_array(&scratch, int, count + 1), n = 0, status;

	if (levels->lists)
		lists[CELL] = *levels->lists;
	else
		halo_lists(&scratch, p->decomposition.owners, rank, p->has, levels->place, lists);
	for (const struct field *f = p->stencil->fields; f; f = f->next)
		if (p->rows.items[row].fields[f->index]) {
			heights[n] = f->shape == SHAPE_POINT ? levels->height : 0;
			list_of[n++] = (int)partition_location(f);
		}
	for (int l = 0; l < (levels->lists ? CELL + 1 : LOCATIONS); l++) {
		lists[l].heights = heights;
		lists[l].stride = levels->stride[l];
	}
	status = stencil_exchange_lists(&s->streams->exchanges[row], p->streams.engine, &s->space.lane, lists, list_of, rank, fields,
		count);
	arena_free(&scratch);
	return status;
}

void
partition_close(struct partition *p)
{
	struct stencil_engine *engine = p->streams.engine;

	local_streams_free(&p->streams);
	for (int rank = 0; p->kind && rank < p->count; rank++)
		binding_free(p->subdomains[rank].binding);
	if (p->kind && p->kind->close)
		p->kind->close(p);
	stencil_engine_free(engine);
	arena_free(&p->arena);
	*p = (struct partition){ 0 };
}

bool
partition_overlaps(const struct partition *p)
{
	return p->streams.engine && p->decomposition.overlap && p->splits && p->rows.count == 1;
}

void
partition_swap(const struct partition *p, const struct field *a, const struct field *b)
{
	for (int rank = p->first; rank < p->end; rank++)
		binding_swap(p->subdomains[rank].binding, a->index, b->index);
}

bool
partition_fills_halos(const struct partition *p, enum halo_source source)
{
	for (const struct field *f = p->stencil->fields; f && p->kind->halo_source; f = f->next)
		if (p->kind->halo_source(p, f) == source)
			return true;
	return false;
}

bool
partition_fetch_halos(const struct partition *p, enum halo_source source, struct error *error)
{
	for (const struct field *f = p->stencil->fields; f && p->kind->halo_source; f = f->next) {
		if (p->kind->halo_source(p, f) != source)
			continue;
		if (!partition_fetch(p, f, error))
			return false;
		p->kind->fill_halo(p, f);
	}
	return true;
}
