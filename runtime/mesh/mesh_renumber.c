#include "runtime/mesh/mesh_order.h"

#include "runtime/mesh/mesh_own.h"

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

/* A table (element, slot) with its rows at new places and new numbers in it. */
static int *
renumber_table(struct mesh *mesh, const int *at, int width, enum location from, enum location to,
	int *const place[LOCATIONS])
{
	const size_t entries = (size_t)mesh->count[from]*(size_t)width;
	int *moved = move_rows(mesh->arena, at, (size_t)width*sizeof *at, mesh->count[from], place[from]);

	for (size_t i = 0; i < entries; i++)
		if (moved[i] >= 0)
			moved[i] = place[to][moved[i]];
	return moved;
}

void
mesh_renumber(struct mesh *mesh, int *const place[LOCATIONS])
{
	for (int id = 0; id < RELATIONS; id++) {
		struct mesh_relation *r = &mesh->relations[id];

		if (r->at)
			r->at = renumber_table(mesh, r->at, r->width, relation_kinds[id].from, relation_kinds[id].to, place);
	}
	for (struct mesh_own *own = mesh->own; own; own = own->next)
		own->at = renumber_table(mesh, own->at, own->width, own->from, own->to, place);
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
