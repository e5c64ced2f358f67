#include "runtime/mesh/geometry.h"
#include "runtime/mesh/generate.h"

#include <math.h>
#include <string.h>

/* Numbers what is kept in the old order; -1 for the rest. */
static int *
renumber(struct arena *arena, const bool *kept, int count, int *left)
{
	int *place = arena_array(arena, int, (size_t)count + 1);

	*left = 0;
	for (int i = 0; i < count; i++)
		place[i] = kept[i] ? (*left)++ : -1;
	return place;
}

/* Copies the rows of what is kept, with new numbers. */
static bool
copy_relation(struct mesh *cap, const struct mesh *mesh, enum relation_id id, int *const place[LOCATIONS],
	struct error *error)
{
	const struct relation_kind *kind = &relation_kinds[id];
	const int width = mesh->relations[id].width;

	if (!mesh_make(cap, id, width, (long long)cap->count[kind->from]*width, error))
		return false;
	for (int e = 0; e < mesh->count[kind->from]; e++)
		for (int s = 0; s < width && place[kind->from][e] >= 0; s++) {
			const int entry = mesh_at(mesh, id, e, s);

			mesh_row(cap, id, place[kind->from][e])[s] = entry < 0 ? -1 : place[kind->to][entry];
		}
	return true;
}

static void
copy_coordinates(struct mesh *cap, const struct mesh *mesh, enum location location, const int *place)
{
	const size_t dimensions = (size_t)mesh->dimensions;

	if (!mesh->xyz[location])
		return;
	cap->xyz[location] = mesh_values(cap, location, mesh->dimensions);
	for (int e = 0; e < mesh->count[location]; e++)
		if (place[e] >= 0)
			memcpy(cap->xyz[location] + dimensions*(size_t)place[e], mesh->xyz[location] + dimensions*(size_t)e,
				dimensions*sizeof (double));
}

/* Keeps the cells near the pole, and their edges and vertices. */
static void
choose(const struct mesh *mesh, const double *centres, double degrees, bool *kept[LOCATIONS])
{
	const double least = cos(degrees*acos(-1)/180);

	for (int c = 0; c < mesh->count[CELL]; c++) {
		const double *p = centres + 3*(size_t)c;

		if (p[2] < least*sqrt(p[0]*p[0] + p[1]*p[1] + p[2]*p[2]))
			continue;
		kept[CELL][c] = true;
		for (int s = 0; s < mesh_degree(mesh, CELL_EDGES, c); s++) {
			kept[EDGE][mesh_at(mesh, CELL_EDGES, c, s)] = true;
			kept[VERTEX][mesh_at(mesh, CELL_VERTICES, c, s)] = true;
		}
	}
}

bool
mesh_take_cap(struct mesh *cap, const struct mesh *mesh, double degrees, struct error *error)
{
	struct arena arena = { NULL };
	bool *kept[LOCATIONS], good;
	int *place[LOCATIONS];
	const double *centres;

	if (mesh->dimensions != 3)
		return error_set(error, EXIT_USAGE, "cap is for a mesh on a sphere");
	centres = mesh_centres(mesh, &arena);
	for (int l = 0; l < LOCATIONS; l++)
		kept[l] = arena_array(&arena, bool, (size_t)mesh->count[l] + 1);
	choose(mesh, centres, degrees, kept);
	for (int l = 0; l < LOCATIONS; l++)
		place[l] = renumber(&arena, kept[l], mesh->count[l], &cap->count[l]);
	cap->dimensions = mesh->dimensions;
	good = cap->count[CELL] || error_set(error, EXIT_USAGE, "no cell is within %g degrees of the north pole", degrees);
	good = good && copy_relation(cap, mesh, CELL_VERTICES, place, error)
		&& copy_relation(cap, mesh, CELL_EDGES, place, error)
		&& copy_relation(cap, mesh, EDGE_VERTICES, place, error);
	for (int l = 0; good && l < LOCATIONS; l++)
		copy_coordinates(cap, mesh, (enum location)l, place[l]);
	arena_free(&arena);
	return good;
}

/* The same table under another name. */
static bool
take_relation(struct mesh *dual, enum relation_id id, const struct mesh *mesh, enum relation_id from, struct error *error)
{
	const int width = mesh->relations[from].width;
	const size_t slots = (size_t)mesh->count[relation_kinds[from].from]*(size_t)width;

	if (!mesh_make(dual, id, width, (long long)slots, error))
		return false;
	memcpy(dual->relations[id].at, mesh->relations[from].at, slots*sizeof (int));
	return true;
}

bool
mesh_take_dual(struct mesh *dual, const struct mesh *mesh, struct error *error)
{
	struct arena arena = { NULL };

	for (int e = 0; e < mesh->count[EDGE]; e++)
		if (mesh_at(mesh, EDGE_CELLS, e, 1) < 0)
			return error_set(error, EXIT_USAGE, "dual is for a mesh without boundary");
	dual->count[CELL] = mesh->count[VERTEX];
	dual->count[EDGE] = mesh->count[EDGE];
	dual->count[VERTEX] = mesh->count[CELL];
	if (!take_relation(dual, CELL_VERTICES, mesh, VERTEX_CELLS, error)
			|| !take_relation(dual, CELL_EDGES, mesh, VERTEX_EDGES, error)
			|| !take_relation(dual, CELL_CELLS, mesh, VERTEX_VERTICES, error)
			|| !take_relation(dual, EDGE_CELLS, mesh, EDGE_VERTICES, error)
			|| !take_relation(dual, EDGE_VERTICES, mesh, EDGE_CELLS, error)
			|| !take_relation(dual, VERTEX_CELLS, mesh, CELL_VERTICES, error)
			|| !take_relation(dual, VERTEX_EDGES, mesh, CELL_EDGES, error)
			|| !take_relation(dual, VERTEX_VERTICES, mesh, CELL_CELLS, error))
		return false;
	if (!mesh->xyz[VERTEX])
		return true;
	dual->dimensions = mesh->dimensions;
	dual->periodic = mesh->periodic;
	memcpy(dual->periods, mesh->periods, sizeof dual->periods);
	dual->xyz[CELL] = mesh->xyz[VERTEX];
	dual->xyz[VERTEX] = mesh_values(dual, VERTEX, mesh->dimensions);
	memcpy(dual->xyz[VERTEX], mesh_centres(mesh, &arena), (size_t)mesh->count[CELL]*(size_t)mesh->dimensions*sizeof (double));
	dual->xyz[EDGE] = mesh_values(dual, EDGE, mesh->dimensions);
	memcpy(dual->xyz[EDGE], mesh_middles(mesh, &arena), (size_t)mesh->count[EDGE]*(size_t)mesh->dimensions*sizeof (double));
	arena_free(&arena);
	return true;
}
