#include "runtime/mesh/table_sizes.h"

#include "runtime/mesh/mesh_own.h"

#include <limits.h>

/* Compares the size of one table with the number of elements. */
static bool
check_rows(const struct mesh *mesh, const struct mesh_size *size, struct error *error)
{
	const enum location l = size->location;
	const char *counted = mesh->counted[l];

	return size->rows == mesh->count[l]
		|| error_set(error, EXIT_ERRORS, "%s has %lld row%s, but %s has %d %s: it needs one row for each", size->name,
			size->rows, size->rows == 1 ? "" : "s", counted ? counted : "the mesh",
			mesh->count[l], location_plurals[l]);
}

bool
mesh_take_size(struct mesh *mesh, enum location location, const char *name, long long rows, struct error *error)
{
	struct mesh_size **end = &mesh->sizes;

	if (rows > INT_MAX - 1)
		return error_set(error, EXIT_ERRORS, "%s has %lld rows: too many %s for int", name, rows,
			location_plurals[location]);
	while (*end)
		end = &(*end)->next;
	*end = arena_new(mesh->arena, struct mesh_size);
	**end = (struct mesh_size){ .location = location, .name = name, .rows = rows };
	if (!mesh->counted[location] && !mesh->count[location]) {
		mesh->counted[location] = name;
		mesh->count[location] = (int)rows;
	}
	return check_rows(mesh, *end, error);
}

/* An edge has two ends and up to two cells; other relations have one slot or more. */
static bool
check_slots(const struct mesh *mesh, enum relation_id id, struct error *error)
{
	const int width = mesh->relations[id].width;

	if ((id == EDGE_CELLS || id == EDGE_VERTICES) && width != 2)
		return error_set(error, EXIT_ERRORS, "%s has %d slots: an edge has 2, -1 where there is no second cell",
			mesh_relation_name(mesh, id), width);
	if (id == EDGE_CORNERS && width < 2)
		return error_set(error, EXIT_ERRORS, "%s has %d slots: an edge of triangles has 4, two of them its ends",
			mesh_relation_name(mesh, id), width);
	return width > 0 || error_set(error, EXIT_ERRORS, "%s has no slots: leave it out, or give it one or more",
		mesh_relation_name(mesh, id));
}

bool
mesh_check_sizes(const struct mesh *mesh, struct error *error)
{
	for (const struct mesh_size *size = mesh->sizes; size; size = size->next)
		if (!check_rows(mesh, size, error))
			return false;
	if (mesh->count[CELL] < 1 || mesh->count[VERTEX] < 1 || mesh->count[EDGE] < 0)
		return error_set(error, EXIT_ERRORS, "a mesh has cells, edges and vertices, not %d, %d and %d",
			mesh->count[CELL], mesh->count[EDGE], mesh->count[VERTEX]);
	for (int id = 0; id < RELATIONS; id++)
		if (mesh->relations[id].at && !check_slots(mesh, (enum relation_id)id, error))
			return false;
	for (const struct mesh_own *own = mesh->own; own; own = own->next)
		if (own->width < 1)
			return error_set(error, EXIT_ERRORS, "%s has no slots: give it one or more", own->shown);
	return mesh->dimensions == 0 || mesh->dimensions == 2 || mesh->dimensions == 3
		|| error_set(error, EXIT_ERRORS, "coordinates have 2 or 3 dimensions, not %d", mesh->dimensions);
}

/* Each element is an entry, so there are no more elements than entries. */
static bool
count_by(struct mesh *mesh, enum relation_id id, struct error *error)
{
	const struct mesh_relation *r = &mesh->relations[id];
	const enum location to = relation_kinds[id].to;
	const size_t entries = r->at ? (size_t)mesh->count[relation_kinds[id].from]*(size_t)r->width : 0;
	int most = -1;

	if (!r->at || mesh->counted[to] || mesh->count[to])
		return true;
	for (size_t i = 0; i < entries; i++)
		most = r->at[i] > most ? r->at[i] : most;
	if (most >= 0 && (size_t)most >= entries)
		return error_set(error, EXIT_ERRORS, "%s: %s %lld, but there are only %zu entries", mesh_relation_name(mesh, id),
			location_names[to], (long long)most + mesh->base, entries);
	mesh->count[to] = most + 1;
	mesh->counted[to] = mesh_relation_name(mesh, id);
	return true;
}

bool
mesh_count_entries(struct mesh *mesh, struct error *error)
{
	return count_by(mesh, CELL_VERTICES, error) && count_by(mesh, CELL_EDGES, error)
		&& count_by(mesh, VERTEX_EDGES, error);
}

bool
mesh_take_sides(struct mesh *mesh, int sides, struct error *error)
{
	const int said = mesh->count[EDGE];

	mesh->count[EDGE] = sides;
	mesh->counted[EDGE] = mesh_relation_name(mesh, CELL_VERTICES);
	return mesh_check_sizes(mesh, error) && (!said || said == sides
		|| error_set(error, EXIT_ERRORS, "there should be %d edges, but %s has %d: set this number, or 0", said,
			mesh->counted[EDGE], sides));
}
