#include "runtime/meshranks/mesh_exchange.h"

#include "runtime/problem/values.h"

#include <stdlib.h>

/* Lists that grow with each peer. */
struct lists {
	int *rank, *sends, *receives, *send, *receive;
	int peers, sent, received;
};

/* Where an element of the mesh lies in a rank's arrays. */
static int
place_of(const struct mesh_rank *own, enum location location, int global)
{
	const int local = own->part.local[location][global];

	return own->layout.place[location] ? own->layout.place[location][local] : local;
}

/* What two ranks have of each other's: both list it in the order of the whole mesh. */
static void
add_peer(const struct mesh_parts *parts, int rank, int peer, struct lists *lists)
{
	const enum location location = parts->cut.location;
	const struct mesh_rank *own = &parts->ranks[rank], *other = &parts->ranks[peer];
	const int sent = lists->sent, received = lists->received;

	for (int e = 0; e < parts->whole->mesh->count[location]; e++) {
		if (parts->cut.owner[e] == rank && other->part.local[location][e] >= 0)
			lists->send[lists->sent++] = place_of(own, location, e);
		if (parts->cut.owner[e] == peer && own->part.local[location][e] >= 0)
			lists->receive[lists->received++] = place_of(own, location, e);
	}
	if (lists->sent == sent && lists->received == received)
		return;
	lists->rank[lists->peers] = peer;
	lists->sends[lists->peers] = lists->sent - sent;
	lists->receives[lists->peers++] = lists->received - received;
}

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
	const int count = parts->whole->mesh->count[parts->cut.location], ranks = parts->cut.ranks;
	const struct stencil_mesh *mesh = &parts->ranks[rank].layout.mesh;
	struct arena arena = { NULL };
	struct lists lists = {
		.rank = arena_array(&arena, int, ranks), .sends = arena_array(&arena, int, ranks),
		.receives = arena_array(&arena, int, ranks), .receive = arena_array(&arena, int, (size_t)count + 1),
		.send = arena_array(&arena, int, (size_t)count*(size_t)ranks + 1),
	};
	struct stencil_exchanged *fields = arena_array(&arena, struct stencil_exchanged, parts->whole->stencil->field_count + 1);
	int *heights = arena_array(&arena, int, parts->whole->stencil->field_count + 1), status;
	struct stencil_columns columns;

	for (int peer = 0; peer < ranks; peer++)
		if (peer != rank)
			add_peer(parts, rank, peer, &lists);
	columns = (struct stencil_columns){
		.peers = lists.peers, .rank = lists.rank, .sends = lists.sends, .receives = lists.receives, .send = lists.send,
		.receive = lists.receive, .stride = stride_of(mesh, parts->cut.location), .heights = heights,
	};
	status = stencil_exchange_columns(&parts->ranks[rank].exchange, parts->engine, &parts->ranks[rank].lane.lane, &columns, rank, fields,
		list_fields(parts, &parts->ranks[rank].layout, fields, heights));
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
