#include "runtime/planeparts/part_list.h"

#include "runtime/planeparts/part_columns.h"
#include "runtime/planeparts/part_file.h"
#include "runtime/problem/plane_wrap.h"

#include <stdlib.h>
#include <string.h>

/* Columns outside the domain have places after all others. */
static int *
find_places(struct plane_parts *parts, const struct order *order, struct error *error)
{
	const struct graph *graph = &parts->cut.columns->graph;
	const int *inner = column_places(&parts->arena, graph->domain, order, error);
	int *places = arena_array(&parts->arena, int, graph->count[CELL]), outer = graph->inner_count;

	if (!inner)
		return NULL;
	for (int c = 0, i = 0; c < graph->count[CELL]; c++)
		places[c] = i < graph->inner_count && graph->inner[i] == c ? inner[i++] : outer++;
	return places;
}

bool
parts_list(struct plane_parts *parts, const struct order *order, struct error *error)
{
	parts->has = arena_array(&parts->arena, const struct subset *, parts->count);
	for (int rank = 0; rank < parts->count; rank++) {
		halo_find(&parts->arena, parts->cut.columns, rank, parts->cut.every, NULL, parts->ranks[rank].at);
		parts->has[rank] = &parts->ranks[rank].at[CELL];
	}
	parts->places = find_places(parts, order, error);
	return parts->places;
}

static struct column_list
list_of(struct plane_parts *parts, int rank)
{
	const struct owners *owners = parts->cut.columns;
	const struct subset *own = parts->has[rank];
	struct column_list list = { .plane = owners->graph.domain, .global = own->global, .local = own->local,
		.zone = halo_zones(&parts->arena, owners, rank, parts->cut.every, parts->has), .zones = halo_zone_count(parts->cut.every),
		.place = parts->places };

	for (int i = 0; i < own->count; i++)
		list.own += !own->layer[i];
	return list;
}

bool
part_list_problem(struct plane_parts *parts, int rank)
{
	const struct problem *whole = parts->whole;
	const int size[AXES] = { parts->has[rank]->count, 1, whole->size[2] };
	struct problem *own = parts->ranks[rank].problem = problem_create(whole->plan, size);

	if (!own)
		return false;
	own->halo = whole->halo;
	for (int axis = 0; axis < 2; axis++)
		own->halo.low[axis] = own->halo.high[axis] = 0;
	memcpy(own->params, whole->params, (size_t)whole->plan->stencil->param_count*sizeof *whole->params);
	if (rank >= parts->first && rank < parts->end) {
		parts->ranks[rank].list = list_of(parts, rank);
		own->list = &parts->ranks[rank].list;
	}
	return true;
}

/* Copies a field of all levels between an array of a part's columns and the whole grid's: all, or those that it owns. */
static void
copy_columns(const struct plane_parts *parts, const struct subset *columns, bool only_own, const struct field *field, size_t element,
	char *own, char *whole, enum list_way way)
{
	const bool *axes = shapes[field->shape].axes;
	const size_t levels = axes[2] ? (size_t)parts->whole->size[2] : 1;
	const size_t all = axes[0] ? (size_t)parts->cut.columns->graph.count[CELL] : 1, has = axes[0] ? (size_t)columns->count : 1;

	for (size_t k = 0; k < levels; k++)
		for (size_t i = 0; i < has; i++) {
			const size_t global = axes[0] ? (size_t)columns->global[i] : 0;
			char *a = whole + (k*all + global)*element, *b = own + (k*has + i)*element;

			if (!only_own || !axes[0] || !columns->layer[i])
				memcpy(way == LIST_TO_WHOLE ? a : b, way == LIST_TO_WHOLE ? b : a, element);
		}
}

bool
part_list_take(const struct plane_parts *parts, struct problem *own, struct error *error)
{
	const struct plane_part *part = parts->ranks;

	while (part->problem != own)
		part++;
	for (const struct field *f = own->plan->stencil->fields; f; f = f->next) {
		const size_t element = field_element(f);

		own->fields[f->index] = malloc(problem_elements(own, f)*element);
		if (!own->fields[f->index])
			return error_no_memory(error);
		copy_columns(parts, &part->at[CELL], false, f, element, own->fields[f->index], parts->whole->fields[f->index], LIST_FROM_WHOLE);
	}
	return true;
}

void
part_list_copy(const struct plane_parts *parts, const struct plane_part *part, const struct field *field, size_t element,
	void *own, void *whole, enum list_way way)
{
	copy_columns(parts, &part->at[CELL], true, field, element, own, whole, way);
}

bool
parts_list_read(const struct plane_parts *parts, struct error *error)
{
	for (const struct field *f = parts->whole->plan->stencil->fields; f; f = f->next) {
		if (!parts->fields.files[f->index].path)
			continue;
		if (!part_file_read(parts, parts->whole, f, error))
			return false;
		plane_wrap(parts->whole, f, field_element(f), parts->whole->fields[f->index], parts->cut.periodic);
	}
	return true;
}

int
part_list_exchange(struct plane_parts *parts, int rank, const struct stencil_exchanged *fields, int count)
{
	struct plane_part *part = &parts->ranks[rank];
	const struct grid *grid = part->device->layout.grid;
	struct arena arena = { NULL };
	int *heights = arena_array(&arena, int, count + 1), status;
	struct stencil_columns columns = halo_lists(&arena, parts->cut.columns, rank, parts->has, grid->position);

	part_heights(parts, grid, heights);
	columns.stride = grid->view.stride;
	columns.heights = heights;
	status = stencil_exchange_columns(&part->exchange, parts->engine, &part->lane.lane, &columns, rank, fields, count);
	arena_free(&arena);
	return status;
}
