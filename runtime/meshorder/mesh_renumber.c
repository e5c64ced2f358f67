#include "runtime/meshorder/mesh_order.h"

#include <string.h>

/* The rows of a table at their new places. */
static void *
move_rows(struct arena *arena, const void *rows, size_t size, int count, const int *place)
{
	char *moved = arena_alloc(arena, (size_t)count*size + 1, _Alignof (double));

	for (int e = 0; e < count; e++)
		memcpy(moved + (size_t)place[e]*size, (const char *)rows + (size_t)e*size, size);
	return moved;
}

static void
renumber_relation(struct mesh *mesh, enum relation_id id, int *const place[LOCATIONS])
{
	const struct relation_kind *kind = &relation_kinds[id];
	struct mesh_relation *r = &mesh->relations[id];
	const size_t entries = (size_t)mesh->count[kind->from]*(size_t)r->width;

	r->at = move_rows(mesh->arena, r->at, (size_t)r->width*sizeof *r->at, mesh->count[kind->from], place[kind->from]);
	for (size_t i = 0; i < entries; i++)
		if (r->at[i] >= 0)
			r->at[i] = place[kind->to][r->at[i]];
}

void
mesh_renumber(struct mesh *mesh, int *const place[LOCATIONS])
{
	for (int id = 0; id < RELATIONS; id++)
		if (mesh->relations[id].at)
			renumber_relation(mesh, (enum relation_id)id, place);
	for (int l = 0; l < LOCATIONS; l++) {
		const int count = mesh->count[l];

		if (mesh->xyz[l])
			mesh->xyz[l] = move_rows(mesh->arena, mesh->xyz[l], (size_t)mesh->dimensions*sizeof (double), count, place[l]);
		if (mesh->row[l])
			mesh->row[l] = move_rows(mesh->arena, mesh->row[l], sizeof (int), count, place[l]);
	}
	for (struct mesh_field *f = mesh->fields; f; f = f->next)
		f->values = move_rows(mesh->arena, f->values, (size_t)f->slots*sizeof (double), mesh->count[f->location],
			place[f->location]);
}
