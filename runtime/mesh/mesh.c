#include "runtime/mesh/mesh.h"

#include <string.h>

#define NAMED_CELL "cell."
#define NAMED_EDGE "edge."
#define NAMED_VERTEX "vertex."
const struct relation_kind relation_kinds[RELATIONS] = {
#define RELATION(id, from, name, to, ...) { from, to, #name, NAMED_##from #name },
#include "generator/language/relations.def"
};

struct mesh
mesh_empty(struct arena *arena)
{
	return (struct mesh){ .arena = arena, .findings = findings_open(arena) };
}

const char *
mesh_relation_name(const struct mesh *mesh, enum relation_id id)
{
	return mesh->relations[id].name ? mesh->relations[id].name : relation_kinds[id].full;
}

int
mesh_slots(const struct mesh *mesh, int relation)
{
	switch (relation) {
	case CELL_STAR: return 1 + mesh->relations[CELL_CELLS].width;
	case EDGE_STAR: return 1 + mesh->relations[EDGE_RIM].width;
	case COLUMN: return 1;
	default: return mesh->relations[relation].width;
	}
}

const char *
mesh_slots_name(int relation)
{
	return relation == COLUMN ? "" : relation >= RELATIONS ? "star" : relation_kinds[relation].name;
}

int
mesh_degree(const struct mesh *mesh, enum relation_id id, int element)
{
	const int *row = mesh_row(mesh, id, element);
	int degree = mesh->relations[id].width;

	while (degree && row[degree - 1] < 0)
		degree--;
	return degree;
}

int
mesh_slot(const struct mesh *mesh, enum relation_id id, int element, int neighbour)
{
	const int *row = mesh_row(mesh, id, element);

	for (int s = 0; s < mesh->relations[id].width; s++)
		if (row[s] == neighbour)
			return s;
	return -1;
}

int
mesh_side(const struct mesh *mesh, int cell, int i, int degree)
{
	const int *vertices = mesh_row(mesh, CELL_VERTICES, cell), *edges = mesh_row(mesh, CELL_EDGES, cell);
	const int a = vertices[i], b = vertices[(i + 1) % degree], width = mesh->relations[CELL_EDGES].width;

	/* Usually it is edge i or i + 1. */
	for (int k = 0; k < width; k++) {
		const int edge = edges[(i + k) % width], *ends = edge < 0 ? NULL : mesh_row(mesh, EDGE_VERTICES, edge);

		if (ends && ((ends[0] == a && ends[1] == b) || (ends[0] == b && ends[1] == a)))
			return edge;
	}
	return -1;
}

int
mesh_across(const struct mesh *mesh, int edge, int cell)
{
	const int *cells = mesh_row(mesh, EDGE_CELLS, edge);

	return cells[0] == cell ? cells[1] : cells[0];
}

bool
mesh_has_room(const struct mesh *mesh, enum relation_id id, int width, long long entries, struct error *error)
{
	enum { UNEVEN = 128, SMALL = 1 << 24 };
	const enum location from = relation_kinds[id].from;
	const long long slots = (long long)mesh->count[from]*width;

	return slots <= SMALL || slots <= UNEVEN*entries
		|| error_set(error, EXIT_ERRORS, "a %s has %d %s; a table has as much room for each, and that is too much",
			location_names[from], width, relation_kinds[id].name);
}

bool
mesh_make(struct mesh *mesh, enum relation_id id, int width, long long entries, struct error *error)
{
	const size_t slots = (size_t)mesh->count[relation_kinds[id].from]*(size_t)width;

	if (!mesh_has_room(mesh, id, width, entries, error))
		return false;
	mesh->relations[id].width = width;
	mesh->relations[id].at = arena_array(mesh->arena, int, slots + 1);
	memset(mesh->relations[id].at, -1, slots*sizeof (int));
	return true;
}

double *
mesh_values(struct mesh *mesh, enum location location, int width)
{
	return arena_array(mesh->arena, double, (size_t)mesh->count[location]*(size_t)width + 1);
}

const struct mesh_field *
mesh_field(const struct mesh *mesh, enum location location, int relation, const char *name)
{
	const struct mesh_field *field = mesh->fields;

	while (field && (field->location != location || field->relation != relation || strcmp(field->name, name)))
		field = field->next;
	return field;
}

struct mesh_field *
mesh_add_field(struct mesh *mesh, enum location location, int relation, const char *name, double *values)
{
	struct mesh_field **end = &mesh->fields;

	while (*end && ((*end)->location != location || (*end)->relation != relation || strcmp((*end)->name, name)))
		end = &(*end)->next;
	if (!*end) {
		*end = arena_new(mesh->arena, struct mesh_field);
		**end = (struct mesh_field){ NULL, location, relation, name, mesh_slots(mesh, relation), values };
	}
	return *end;
}
