#include "runtime/meshranks/mesh_exchange.h"

#include "runtime/problem/values.h"

#include <stdlib.h>

static int
stride_of(const struct stencil_mesh *mesh, enum location location)
{
	const int strides[LOCATIONS] = { mesh->cell_stride, mesh->edge_stride, mesh->vertex_stride };

	return strides[location];
}

static int
list_fields(const struct mesh_parts *parts, const struct mesh_layout *layout, struct stencil_exchanged *fields, int *heights)
{
	int count = 0;

	for (const struct field *f = parts->whole->stencil->fields; f; f = f->next) {
		if (!parts->exchanged[f->index])
			continue;
		heights[count] = f->shape == SHAPE_POINT ? layout->mesh.height : 0;
		fields[count++] = (struct stencil_exchanged){ .bytes = (int)field_element(f), .levels = parts->whole->levels[f->index] };
	}
	return count;
}

int
mesh_exchange_open(struct mesh_parts *parts, int rank)
{
	const enum location location = parts->owners.graph.location;
	struct mesh_rank *own = &parts->ranks[rank];
	struct arena arena = { NULL };
	struct stencil_exchanged *fields = arena_array(&arena, struct stencil_exchanged, parts->whole->stencil->field_count + 1);
	int *heights = arena_array(&arena, int, parts->whole->stencil->field_count + 1), status;
	struct stencil_columns columns = halo_lists(&arena, &parts->owners, rank, parts->has, own->layout.place[location]);

	columns.stride = stride_of(&own->layout.mesh, location);
	columns.heights = heights;
	status = stencil_exchange_columns(&own->exchange, parts->engine, &own->lane.lane, &columns, rank, fields,
		list_fields(parts, &own->layout, fields, heights));
	arena_free(&arena);
	return status;
}

int
mesh_exchange_begin(const struct mesh_parts *parts, int rank)
{
	const struct mesh_rank *own = &parts->ranks[rank];
	const struct stencil *stencil = parts->whole->stencil;
	void **fields = malloc(((size_t)stencil->field_count + 1)*sizeof *fields);
	int count = 0, status = STENCIL_NO_MEMORY;

	for (const struct field *f = stencil->fields; f && fields; f = f->next)
		if (parts->exchanged[f->index])
			fields[count++] = own->device->fields[f->index];
	if (fields)
		status = stencil_exchange_begin(own->exchange, fields, own->streams.sides);
	free(fields);
	return status;
}
