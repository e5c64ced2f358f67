#include "runtime/library/plan_mesh.h"

#include "runtime/mesh/mesh_check.h"
#include "runtime/mesh/mesh_own.h"
#include "runtime/mesh/table_sizes.h"

#include <limits.h>
#include <string.h>

bool
mesh_find_where(const char *where, enum location *location, int *relation)
{
	const char *dot = strchr(where, '.');
	const size_t length = dot ? (size_t)(dot - where) : strlen(where);

	for (int l = 0; l < LOCATIONS; l++)
		if (strlen(location_names[l]) == length && !strncmp(location_names[l], where, length))
			for (int r = 0; r <= COLUMN; r++) {
				const bool begins_there = r < RELATIONS ? relation_kinds[r].from == (enum location)l
					: r == COLUMN || l == (r == CELL_STAR ? CELL : EDGE);

				*location = (enum location)l;
				*relation = r;
				if (begins_there && !strcmp(mesh_slots_name(r), dot ? dot + 1 : ""))
					return true;
			}
	return false;
}

/* "edge.wings -> cell": a relation of the caller's own. */
static bool
read_own(const struct mesh *mesh, const char *text, struct mesh_own *own)
{
	const char *dot = strchr(text, '.'), *arrow = strstr(text, "->");

	if (!dot || !arrow || arrow < dot)
		return false;
	own->from = location_named(arena_strndup(mesh->arena, text, (size_t)(dot - text)));
	own->to = location_named(arrow + 2 + strspn(arrow + 2, " "));
	own->shown = arena_strndup(mesh->arena, text, strcspn(text, " -"));
	own->name = own->shown + (dot + 1 - text);
	return own->from < LOCATIONS && own->to < LOCATIONS && *own->name;
}

/* Where a relation goes in the mesh: among those of the language, or its own. False with an error. */
static bool
find_place(const struct mesh *mesh, const char *name, int *id, struct mesh_own *own, struct error *error)
{
	*own = (struct mesh_own){ .from = LOCATIONS };
	*id = RELATIONS;
	if (name && mesh_find_where(name, &own->from, id) && *id < RELATIONS)
		return true;
	if (!name || !read_own(mesh, name, own))
		return error_set(error, EXIT_ERRORS, "a mesh has no relation '%s'; one is cell.vertices, and one of your own"
			" edge.wings -> cell", name ? name : "");
	*id = RELATIONS;
	for (int known = 0; known < RELATIONS; known++)
		if (!strcmp(relation_kinds[known].full, own->shown))
			return error_set(error, EXIT_ERRORS, "%s: every mesh has %s: use that name", name, own->shown);
	return true;
}

/* A relation's table, in the mesh's memory. */
static bool
take_relation(struct mesh *mesh, const struct stencil_mesh_relation *from, struct error *error)
{
	struct mesh_own own;
	const char *shown;
	size_t entries;
	int id;

	if (!find_place(mesh, from->name, &id, &own, error))
		return false;
	if (!from->neighbors || from->slots < 1 || from->slots > INT_MAX/4)
		return error_set(error, EXIT_ERRORS, "%s: a table of %d slots%s", from->name, from->slots,
			from->neighbors ? "" : " is a null pointer");
	if (!mesh->count[own.from])
		return error_set(error, EXIT_ERRORS, "%s is there, but the number of %s is 0: set it", from->name,
			location_plurals[own.from]);
	shown = arena_strndup(mesh->arena, from->name, strcspn(from->name, " -"));
	if (!mesh_take_size(mesh, own.from, shown, mesh->count[own.from], error))
		return false;
	entries = (size_t)mesh->count[own.from]*(size_t)from->slots;
	own.width = from->slots;
	own.at = arena_array(mesh->arena, int, entries + 1);
	memcpy(own.at, from->neighbors, entries*sizeof (int));
	if (id < RELATIONS)
		mesh->relations[id] = (struct mesh_relation){ .width = own.width, .at = own.at };
	else
		mesh_add_own(mesh, &own);
	return true;
}

/* Whether the caller's own relations lead to elements that there are. */
static bool
check_own(const struct mesh *mesh, struct error *error)
{
	bool good = true;

	for (const struct mesh_own *own = mesh->own; own && good; own = own->next)
		good = mesh_own_check(mesh, own, own->to, error);
	return good;
}

/* Rows and coordinates. */
static bool
copy_elements(struct mesh *mesh, const struct stencil_mesh_tables *tables, enum location l, struct error *error)
{
	const size_t count = (size_t)mesh->count[l];

	if (!count && (tables->rows[l] || tables->coordinates[l]))
		return error_set(error, EXIT_ERRORS, "%s have rows or coordinates, but their number is 0: set it",
			location_plurals[l]);
	if ((tables->rows[l] && !mesh_take_size(mesh, l, arena_printf(mesh->arena, "the table of rows of %s", location_plurals[l]),
				mesh->count[l], error))
			|| (tables->coordinates[l] && !mesh_take_size(mesh, l, arena_printf(mesh->arena, "the table of coordinates of %s",
				location_plurals[l]), mesh->count[l], error)))
		return false;
	if (tables->rows[l]) {
		mesh->row[l] = arena_array(mesh->arena, int, count + 1);
		memcpy(mesh->row[l], tables->rows[l], count*sizeof (int));
	}
	if (tables->coordinates[l] && tables->dimensions) {
		mesh->xyz[l] = mesh_values(mesh, l, tables->dimensions);
		memcpy(mesh->xyz[l], tables->coordinates[l], count*(size_t)tables->dimensions*sizeof (double));
	}
	return true;
}

static bool
check_tables(const struct stencil_mesh_tables *t, struct error *error)
{
	if (t->relation_count < 1 || !t->relations)
		return error_set(error, EXIT_ERRORS, "a mesh needs tables, at least cell.vertices");
	if (t->count[CELL] < 1 || t->count[VERTEX] < 1 || t->count[EDGE] < 0)
		return error_set(error, EXIT_ERRORS, "a mesh has cells, edges and vertices, not %d, %d and %d",
			t->count[CELL], t->count[EDGE], t->count[VERTEX]);
	if (t->dimensions == 0 && (t->coordinates[CELL] || t->coordinates[EDGE] || t->coordinates[VERTEX]))
		return error_set(error, EXIT_ERRORS, "there are coordinates, but dimensions is 0: set it to 2 or 3");
	return t->dimensions == 0 || t->dimensions == 2 || t->dimensions == 3
		|| error_set(error, EXIT_ERRORS, "coordinates have 2 or 3 dimensions, not %d", t->dimensions);
}

bool
mesh_take_tables(struct mesh *mesh, struct arena *arena, const struct stencil_mesh_tables *tables,
	struct error *error)
{
	*mesh = mesh_empty(arena);
	if (!check_tables(tables, error))
		return false;
	mesh->dimensions = tables->dimensions;
	memcpy(mesh->count, tables->count, sizeof mesh->count);
	for (int i = 0; i < tables->relation_count; i++)
		if (!take_relation(mesh, &tables->relations[i], error))
			return false;
	if (!mesh->relations[CELL_VERTICES].at)
		return error_set(error, EXIT_ERRORS, "there is no cell.vertices");
	for (int l = 0; l < LOCATIONS; l++)
		if (!copy_elements(mesh, tables, (enum location)l, error))
			return false;
	return mesh_complete(mesh, error) && check_own(mesh, error);
}
