#include "runtime/mesh/table_sizes.h"

#include "runtime/mesh/mesh_own.h"

#include <limits.h>

/* Compares the size of one table with the number of elements. */
static bool
check_rows(const struct mesh *mesh, const struct mesh_size *size, struct findings *findings)
{
	const enum location l = size->location;
	const char *counted = mesh->counted[l];

	return size->rows == mesh->count[l]
		|| findings_fail(findings, EXIT_ERRORS, "%s has %lld row%s, but %s%s %d %s: it needs one row for each", size->name,
			size->rows, size->rows == 1 ? "" : "s", counted ? counted : "the mesh", counted ? " tells of" : " has",
			mesh->count[l], location_plurals[l]);
}

bool
mesh_take_size(struct mesh *mesh, enum location location, const char *name, long long rows, struct findings *findings)
{
	struct mesh_size **end = &mesh->sizes;

	if (rows > INT_MAX - 1)
		return findings_fail(findings, EXIT_ERRORS, "%s has %lld rows: too many %s for int", name, rows,
			location_plurals[location]);
	while (*end)
		end = &(*end)->next;
	*end = arena_new(mesh->arena, struct mesh_size);
	**end = (struct mesh_size){ .location = location, .name = name, .rows = rows };
	if (!mesh->counted[location] && !mesh->count[location]) {
		mesh->counted[location] = name;
		mesh->count[location] = (int)rows;
	}
	return check_rows(mesh, *end, findings);
}

/* An edge has two ends and up to two cells; other relations have one slot or more. */
static bool
check_slots(const struct mesh *mesh, enum relation_id id, struct findings *findings)
{
	const int width = mesh->relations[id].width;

	if ((id == EDGE_CELLS || id == EDGE_VERTICES) && width != 2)
		return findings_fail(findings, EXIT_ERRORS, "%s has %d slots: an edge has 2, -1 where there is no second cell",
			mesh_relation_name(mesh, id), width);
	if (id == EDGE_CORNERS && width < 2)
		return findings_fail(findings, EXIT_ERRORS, "%s has %d slots: an edge of triangles has 4, two of them its ends",
			mesh_relation_name(mesh, id), width);
	return width > 0 || findings_fail(findings, EXIT_ERRORS, "%s has no slots: leave it out, or give it one or more",
		mesh_relation_name(mesh, id));
}

bool
mesh_check_sizes(const struct mesh *mesh, struct findings *findings)
{
	for (const struct mesh_size *size = mesh->sizes; size; size = size->next)
		if (!check_rows(mesh, size, findings))
			return false;
	if (mesh->count[CELL] < 1 || mesh->count[VERTEX] < 1 || mesh->count[EDGE] < 0)
		return findings_fail(findings, EXIT_ERRORS, "a mesh has cells, edges and vertices, not %d, %d and %d",
			mesh->count[CELL], mesh->count[EDGE], mesh->count[VERTEX]);
	for (int id = 0; id < RELATIONS; id++)
		if (mesh->relations[id].at && !check_slots(mesh, (enum relation_id)id, findings))
			return false;
	for (const struct mesh_own *own = mesh->own; own; own = own->next)
		if (own->width < 1)
			return findings_fail(findings, EXIT_ERRORS, "%s has no slots: give it one or more", own->shown);
	return mesh->dimensions == 0 || mesh->dimensions == 2 || mesh->dimensions == 3
		|| findings_fail(findings, EXIT_ERRORS, "coordinates have 2 or 3 dimensions, not %d", mesh->dimensions);
}

/* Each element is an entry, so there are no more elements than entries. */
static bool
count_by(struct mesh *mesh, enum relation_id id, struct findings *findings)
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
		return findings_fail(findings, EXIT_ERRORS, "%s: %s %lld, but there are only %zu entries", mesh_relation_name(mesh, id),
			location_names[to], (long long)most + mesh->base, entries);
	mesh->count[to] = most + 1;
	mesh->counted[to] = mesh_relation_name(mesh, id);
	return true;
}

bool
mesh_count_entries(struct mesh *mesh, struct findings *findings)
{
	return count_by(mesh, CELL_VERTICES, findings) && count_by(mesh, CELL_EDGES, findings)
		&& count_by(mesh, VERTEX_EDGES, findings);
}

bool
mesh_take_sides(struct mesh *mesh, int sides, struct findings *findings)
{
	const int said = mesh->count[EDGE];

	mesh->count[EDGE] = sides;
	mesh->counted[EDGE] = mesh_relation_name(mesh, CELL_VERTICES);
	return mesh_check_sizes(mesh, findings) && (!said || said == sides
		|| findings_fail(findings, EXIT_ERRORS, "there should be %d edges, but %s tells of %d: say so, or 0", said,
			mesh->counted[EDGE], sides));
}
