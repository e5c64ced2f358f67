#include "runtime/planeparts/plane_parts.h"

#include "generator/base/exit.h"
#include "runtime/device/device_status.h"
#include "runtime/planeparts/part_arrays.h"
#include "runtime/planeparts/part_columns.h"
#include "runtime/planeparts/part_device.h"
#include "runtime/planeparts/part_gather.h"
#include "runtime/planeparts/part_list.h"
#include "runtime/planeparts/part_staging.h"
#include "runtime/planeparts/part_totals.h"
#include "runtime/problem/plane_compare.h"
#include "runtime/problem/plane_wrap.h"
#include "runtime/ranks/part_engine.h"

#include <stdlib.h>
#include <string.h>

/* Columns around a part towards a neighbour, which has some: those that messages fill, and what several kernels take. */
static int
halo_towards(const struct plane_parts *parts, int axis, int side)
{
	const struct cut *cut = &parts->cut;

	return stencil_halo(&parts->rectangles, axis, side)
		+ (cut_goes_beyond(cut) ? cut_margin(cut, &parts->rectangles, parts->whole->plan, axis, side) : 0);
}

/* The columns of a part and its halo: where it has no neighbours, the border. */
static bool
cut_problem(const struct plane_parts *parts, struct plane_part *part)
{
	const struct stencil_rectangle *r = &part->rectangle;
	const struct problem *whole = parts->whole;
	struct extents halo = whole->halo;
	int size[AXES] = { 0, 0, whole->size[2] }, place[2], after[2];

	for (int axis = 0; axis < 2; axis++) {
		if (r->neighbour[axis ? 0 : 1][axis ? 1 : 0] >= 0)
			halo.low[axis] = halo_towards(parts, axis, -1);
		if (r->neighbour[axis ? 2 : 1][axis ? 1 : 2] >= 0)
			halo.high[axis] = halo_towards(parts, axis, 1);
		size[axis] = halo.low[axis] + r->end[axis] - r->begin[axis] + halo.high[axis];
		place[axis] = whole->halo.low[axis] + r->begin[axis] - halo.low[axis];
		after[axis] = parts->rectangles.inner[axis] - r->end[axis];
	}
	part->problem = problem_create(whole->plan, size);
	if (!part->problem)
		return false;
	part->problem->halo = halo;
	memcpy(part->problem->place, place, sizeof place);
	memcpy(part->problem->before, r->begin, sizeof r->begin);
	memcpy(part->problem->after, after, sizeof after);
	memcpy(part->problem->params, whole->params, (size_t)whole->plan->stencil->param_count*sizeof *whole->params);
	return true;
}

static bool
open_exchange(struct plane_parts *parts, int rank, struct error *error)
{
	struct plane_part *part = &parts->ranks[rank];
	const struct stencil *stencil = parts->whole->plan->stencil;
	struct stencil_exchanged *fields = calloc((size_t)stencil->field_count + 1, sizeof *fields);
	int count = 0, status;

	if (!fields)
		return error_no_memory(error);
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (parts->fields.exchanged[f->index])
			fields[count++] = (struct stencil_exchanged){ .bytes = (int)field_element(f),
				.levels = shapes[f->shape].axes[2] ? parts->whole->size[2] : 1 };
	if (part->device->layout.grid->spec.regular)
		status = stencil_exchange_rectangles(&part->exchange, parts->engine, &part->lane.lane, &parts->rectangles, rank,
			&part->device->view, fields, count);
	else
		status = (parts->has ? part_list_exchange : part_exchange_columns)(parts, rank, fields, count);
	free(fields);
	if (status)
		error_set(error, EXIT_IO, "%s", stencil_exchange_text(NULL, status));
	return !status;
}

/* Cuts the problem, so that each rank knows where the others' parts lie. */
static bool
cut_all(struct plane_parts *parts, struct error *error)
{
	for (int rank = 0; rank < parts->count; rank++) {
		if (!parts->has)
			parts->ranks[rank].rectangle = stencil_rectangle(&parts->rectangles, rank);
		if (!(parts->has ? part_list_problem(parts, rank) : cut_problem(parts, &parts->ranks[rank])))
			return error_no_memory(error);
	}
	if (parts->has && !parts_list_read(parts, error))
		return false;
	for (int rank = parts->first; rank < parts->end; rank++)
		if (!(parts->has ? part_list_take : part_take)(parts, parts->ranks[rank].problem, error))
			return false;
	return true;
}

static bool
choose_device(const struct plane_parts *parts, int rank, const struct device *device, int devices, struct error *error)
{
	struct plane_part *part = &parts->ranks[rank];

	part->lane = parts->lane;
	part->lane.number = parts_device(parts->processes, rank, parts->count, devices);
	return !device_failed(device, device->streams->select(part->lane.number), "select a device", error);
}

static bool
open_streams(const struct plane_parts *parts, struct plane_part *part, const struct device *device, struct error *error)
{
	int status = part_streams_open(&part->streams, device, part->lane.number);

	if (!status)
		status = part_streams_watch(&part->streams, parts->engine, parts->processes->seconds);
	return !device_failed(device, status, "make streams", error);
}

/* Cuts the problem, and lets the parts exchange. */
static bool
open_cut(struct plane_parts *parts, struct templates *templates, const struct backend *backend, const struct built *kernel,
	const struct order *order, struct error *error)
{
	int devices;

	parts->staging = calloc(1, sizeof *parts->staging);
	if (!parts->staging)
		return error_no_memory(error);
	if (!cut_all(parts, error))
		return false;
	if (!device_lane_open(&parts->lane, backend, templates, parts_have_totals(parts), error)
			|| device_failed(backend->device, parts_connect(parts->processes, parts->count, backend->device, &devices),
				"find all devices", error)
			|| !parts_engine(parts->processes, parts->count, parts->cut.carrier, backend->device, devices, &parts->engine,
				error)) {
		parts->failure = EXIT_IO;
		return false;
	}
	for (int rank = parts->first; rank < parts->end; rank++)
		if (!choose_device(parts, rank, backend->device, devices, error)
				|| !part_device_open(parts, &parts->ranks[rank], templates->arena, backend->device, kernel, order, error)
				|| !open_exchange(parts, rank, error)
				|| !open_streams(parts, &parts->ranks[rank], backend->device, error))
			return false;
	return part_totals_open(parts, kernel, error);
}

static bool
list_flows(struct plane_parts *parts, const struct device *device)
{
	const int count = parts->end - parts->first;
	struct part_flow *items = calloc((size_t)count, sizeof *items);

	parts->flows = (struct part_flows){ device, items, count };
	for (int i = 0; i < count && items; i++)
		items[i] = (struct part_flow){ &parts->ranks[parts->first + i].streams, &parts->ranks[parts->first + i].exchange };
	return items;
}

bool
parts_open(struct plane_parts *parts, struct ranks *processes, struct templates *templates, const struct cut *cut,
	struct problem *whole, const struct backend *backend, const struct built *kernel, const struct order *order,
	const struct part_fields *fields, struct error *error)
{
	*parts = (struct plane_parts){ .cut = *cut, .whole = whole, .fields = *fields, .count = cut->ranks[0]*cut->ranks[1],
		.processes = processes, .failure = EXIT_ERRORS };
	parts->first = processes->rank;
	parts->end = processes->count > 1 ? parts->first + 1 : parts->count;
	parts->ranks = calloc((size_t)parts->count, sizeof *parts->ranks);
	if (!parts->ranks || !list_flows(parts, backend->device))
		return error_no_memory(error);
	if (cut->columns && !parts_list(parts, order, error))
		return false;
	if (!cut_is_none(cut)) {
		if (!parts->has)
			parts->rectangles = cut_rectangles(cut, whole, &kernel->variant);
		return open_cut(parts, templates, backend, kernel, order, error);
	}
	parts->ranks->problem = whole;
	return part_device_open(parts, parts->ranks, templates->arena, backend->device, kernel, order, error);
}

void
parts_free(struct plane_parts *parts)
{
	for (int rank = 0; rank < parts->count && parts->ranks; rank++) {
		struct plane_part *part = &parts->ranks[rank];

		part_streams_close(&part->streams);
		stencil_exchange_free(part->exchange);
		plane_device_free(part->device);
		problem_free(part->window);
		if (part->problem != parts->whole)
			problem_free(part->problem);
	}
	part_staging_free(parts->staging);
	part_totals_free(parts);
	free(parts->ranks);
	free((struct part_flow *)parts->flows.items);
	stencil_engine_free(parts->engine);
	arena_free(&parts->arena);
}

static bool
select_device(const struct plane_part *part, struct error *error)
{
	return !device_failed(part->device->device, part_streams_select(&part->streams), "select a device", error);
}

/* Fetches the field of a part that may be another process'. */
static bool
fetch_part(const struct plane_parts *parts, int rank, const struct field *field, struct error *error)
{
	const struct plane_part *part = &parts->ranks[rank];
	const bool here = rank >= parts->first && rank < parts->end;

	if (here && (!select_device(part, error) || !plane_device_fetch(part->device, field, error)))
		return false;
	return parts->processes->count == 1 || part_gather(parts, rank, field, &part->problem->fields[field->index], error);
}

bool
parts_fetch_own(const struct plane_parts *parts, const struct field *field, struct error *error)
{
	for (int rank = parts->first; rank < parts->end; rank++) {
		const struct plane_part *part = &parts->ranks[rank];

		if (!select_device(part, error) || !plane_device_fetch(part->device, field, error))
			return false;
		part_give(parts, part, field, field_element(field), part->problem->fields[field->index],
			parts->whole->fields[field->index]);
	}
	return true;
}

bool
parts_fetch(const struct plane_parts *parts, const struct field *field, struct error *error)
{
	for (int rank = 0; rank < parts->count; rank++) {
		const struct plane_part *part = &parts->ranks[rank];

		if (!fetch_part(parts, rank, field, error))
			return false;
		if (part->problem != parts->whole && part->problem->fields[field->index])
			part_give(parts, part, field, field_element(field), part->problem->fields[field->index],
				parts->whole->fields[field->index]);
		if (rank < parts->first || rank >= parts->end) {
			free(part->problem->fields[field->index]);
			part->problem->fields[field->index] = NULL;
		}
	}
	plane_wrap(parts->whole, field, field_element(field), parts->whole->fields[field->index], parts->cut.periodic);
	return true;
}

/* What fills the halo of a field in the whole grid's array, where parts have none of their own: along an axis that is cut and
 * periodic. */
static enum halo_source
halo_source(const struct plane_parts *parts, const struct field *field)
{
	const struct program_reach *reach = parts->cut.reach;

	for (int axis = 0; axis < 2; axis++)
		if (cut_has_period(&parts->cut, axis) && field->edges[axis].kind == EDGE_PERIODIC)
			return reach->sources[field->index];
	return HALO_KEPT;
}

bool
parts_fetch_halos(const struct plane_parts *parts, enum halo_source source, struct error *error)
{
	for (const struct field *f = parts->whole->plan->stencil->fields; f; f = f->next) {
		if (halo_source(parts, f) != source)
			continue;
		if (!parts_fetch(parts, f, error))
			return false;
		problem_fill_halo(parts->whole, f);
	}
	return true;
}

/* What a part is expected to have: what it has, but for its rectangle. */
static bool
expect(const struct plane_parts *parts, const struct plane_part *part, const struct field *field, struct error *error)
{
	const struct problem *from = part->window ? part->window : parts->whole;
	const int i = field->index;
	struct problem *own = part->problem;
	const size_t count = problem_elements(own, field), element = field_element(field);

	if (!plane_device_fetch(part->device, field, error))
		return false;
	own->expected[i] = malloc(count*element);
	if (from->bounds[i])
		own->bounds[i] = calloc(count, sizeof *own->bounds[i]);
	if (!own->expected[i] || (from->bounds[i] && !own->bounds[i]))
		return error_no_memory(error);
	memcpy(own->expected[i], own->fields[i], count*element);
	part_expect(parts, part, from, field, element, from->expected[i], own->expected[i]);
	if (from->bounds[i])
		part_expect(parts, part, from, field, sizeof *own->bounds[i], from->bounds[i], own->bounds[i]);
	return true;
}

static bool
compare_part(const struct plane_parts *parts, int rank, struct verdict *verdict, struct error *error)
{
	const struct plane_part *part = &parts->ranks[rank];
	struct verdict own;

	if (!select_device(part, error))
		return false;
	for (const struct field *f = part->problem->plan->stencil->fields; f && part->problem != parts->whole; f = f->next)
		if (f->role != ROLE_IN && !expect(parts, part, f, error))
			return false;
	if (!plane_compare(part->device, &own, error))
		return false;
	verdict_add(verdict, &own);
	return true;
}

bool
parts_compare(const struct plane_parts *parts, struct verdict *verdict, struct error *error)
{
	*verdict = (struct verdict){ 0 };
	for (int rank = parts->first; rank < parts->end; rank++)
		if (!compare_part(parts, rank, verdict, error))
			return false;
	return true;
}
