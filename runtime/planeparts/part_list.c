#include "runtime/planeparts/part_list.h"

#include "generator/variants/relations.h"
#include "runtime/planeparts/part_columns.h"
#include "runtime/planeparts/part_file.h"
#include "runtime/problem/plane_wrap.h"
#include "runtime/ranks/owners.h"

#include <stdlib.h>
#include <string.h>

/* The columns that an update reads or goes through. */
static void
take_reads(struct plane_parts *parts, const struct variant *variant)
{
	struct offset *columns;
	const int count = variant_columns(&parts->arena, parts->whole->plan, storages[variant->storage].table, &columns);
	struct displacement *reads = arena_array(&parts->arena, struct displacement, count + 1);

	for (int i = 0; i < count; i++)
		reads[i] = (struct displacement){ columns[i].x, columns[i].y };
	parts->columns->reads = reads;
	parts->columns->read_count = count;
}

bool
parts_list(struct plane_parts *parts, const struct variant *variant, const struct order *order, struct error *error)
{
	parts->columns = arena_new(&parts->arena, struct column_parts);
	parts->columns->cut = parts->cut.columns;
	parts->columns->every = parts->cut.every;
	take_reads(parts, variant);
	return column_parts_find(parts->columns, &parts->arena, order, error);
}

bool
part_list_problem(struct plane_parts *parts, int rank)
{
	const struct problem *whole = parts->whole;
	const int size[AXES] = { parts->columns->ranks[rank].count, 1, whole->size[2] };
	struct problem *own = parts->ranks[rank].problem = problem_create(whole->plan, size);

	if (!own)
		return false;
	own->halo = whole->halo;
	for (int axis = 0; axis < 2; axis++)
		own->halo.low[axis] = own->halo.high[axis] = 0;
	memcpy(own->params, whole->params, (size_t)whole->plan->stencil->param_count*sizeof *whole->params);
	if (rank >= parts->first && rank < parts->end) {
		column_part_list(parts->columns, &parts->arena, rank);
		own->list = &parts->columns->ranks[rank].list;
	}
	return true;
}

/* Copies some columns of a field of all levels between an array of those in `global` and the whole grid's: all, or those of an owner. */
static void
copy_columns(const struct plane_parts *parts, const struct column_part *columns, const int *owner, int rank, const struct field *field,
	size_t element, char *own, char *whole, enum list_way way)
{
	const bool *axes = shapes[field->shape].axes;
	const struct column_plane *plane = &parts->columns->cut->plane;
	const size_t levels = axes[2] ? (size_t)parts->whole->size[2] : 1;
	const size_t all = axes[0] ? (size_t)columns_of_plane(plane) : 1, has = axes[0] ? (size_t)columns->count : 1;

	for (size_t k = 0; k < levels; k++)
		for (size_t i = 0; i < has; i++) {
			const size_t global = axes[0] ? (size_t)columns->global[i] : 0;
			char *a = whole + (k*all + global)*element, *b = own + (k*has + i)*element;

			if (!owner || !axes[0] || owner[global] == rank)
				memcpy(way == LIST_TO_WHOLE ? a : b, way == LIST_TO_WHOLE ? b : a, element);
		}
}

bool
part_list_take(const struct plane_parts *parts, struct problem *own, struct error *error)
{
	const struct column_part *columns = parts->columns->ranks;

	while (&columns->list != own->list)
		columns++;
	for (const struct field *f = own->plan->stencil->fields; f; f = f->next) {
		const size_t element = field_element(f);

		own->fields[f->index] = malloc(problem_elements(own, f)*element);
		if (!own->fields[f->index])
			return error_no_memory(error);
		copy_columns(parts, columns, NULL, 0, f, element, own->fields[f->index], parts->whole->fields[f->index], LIST_FROM_WHOLE);
	}
	return true;
}

void
part_list_copy(const struct plane_parts *parts, const struct plane_part *part, const struct field *field, size_t element,
	void *own, void *whole, enum list_way way)
{
	const int rank = (int)(part - parts->ranks);

	copy_columns(parts, &parts->columns->ranks[rank], parts->columns->cut->owner, rank, field, element, own, whole, way);
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
	const struct column_cut *cut = parts->columns->cut;
	const struct owners owners = { columns_of_plane(&cut->plane), cut->ranks, cut->owner, NULL };
	struct plane_part *part = &parts->ranks[rank];
	const struct grid *grid = part->device->layout.grid;
	struct arena arena = { NULL };
	const int **has = arena_array(&arena, const int *, cut->ranks);
	int *heights = arena_array(&arena, int, count + 1), status;
	struct stencil_columns columns;

	for (int r = 0; r < cut->ranks; r++)
		has[r] = parts->columns->ranks[r].local;
	part_heights(parts, grid, heights);
	columns = owners_columns(&arena, &owners, has, grid->position, rank);
	columns.stride = grid->view.stride;
	columns.heights = heights;
	status = stencil_exchange_columns(&part->exchange, parts->engine, &part->lane.lane, &columns, rank, fields, count);
	arena_free(&arena);
	return status;
}
