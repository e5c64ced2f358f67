#include "runtime/mesh/mesh_open.h"

#include "runtime/formats/npy.h"
#include "runtime/mesh/mesh_own.h"

#include <limits.h>
#include <string.h>

static bool
refuse(const char *text, struct error *error)
{
	return error_set(error, EXIT_USAGE, "--relation %s: write LOCATION.NAME=FILE, as edge.wings=wings.npy", text);
}

/* Reads "edge.wings" into a relation's name and where it begins. */
static bool
read_name(struct mesh *mesh, const char *text, size_t length, struct mesh_own *own, struct error *error)
{
	const char *whole = arena_strndup(mesh->arena, text, length), *dot = strchr(whole, '.');
	const size_t before = dot ? (size_t)(dot - whole) : length;

	own->shown = whole;
	own->from = location_named(arena_strndup(mesh->arena, whole, before));
	own->name = dot ? dot + 1 : "";
	if (own->from == LOCATIONS || !*own->name)
		return refuse(text, error);
	for (int id = 0; id < RELATIONS; id++)
		if (relation_kinds[id].from == own->from && !strcmp(relation_kinds[id].name, own->name))
			return error_set(error, EXIT_USAGE, "--relation %s: every mesh has %s; to replace it, give the mesh as a folder"
				" with %s_%s.npy", text, whole, location_names[own->from], own->name);
	return true;
}

static bool
is_table(const struct mesh *mesh, const struct mesh_own *own, const char *path, const struct array *array,
	struct error *error)
{
	const int count = mesh->count[own->from];

	if (!array->whole || array->ndim != 2 || array->shape[1] > INT_MAX/4)
		return error_set(error, EXIT_ERRORS, "%s: expected int32 or int64 of (element, slot)", path);
	return array->shape[0] == count || error_set(error, EXIT_ERRORS, "%s: the mesh has %d %s, not %lld", path, count,
		location_plurals[own->from], array->shape[0]);
}

static void
take_table(struct mesh *mesh, struct mesh_own *own, const struct array *array)
{
	const size_t entries = array_elements(array);

	own->width = (int)array->shape[1];
	own->at = arena_array(mesh->arena, int, entries + 1);
	for (size_t i = 0; i < entries; i++)
		own->at[i] = array_whole_at(array, i);
	mesh_add_own(mesh, own);
}

bool
mesh_read_own(struct mesh *mesh, const char *text, struct error *error)
{
	const size_t length = strcspn(text, "=");
	const char *path = text + length + (text[length] == '=');
	struct mesh_own own = { .to = LOCATIONS };
	struct array array;
	bool good;

	if (!read_name(mesh, text, length, &own, error))
		return false;
	if (!*path)
		return refuse(text, error);
	if (!npy_read_any(path, &array, error))
		return error_set(error, EXIT_ERRORS, "%s", error->text);
	own.shown = path;
	good = is_table(mesh, &own, path, &array, error);
	if (good)
		take_table(mesh, &own, &array);
	array_free(&array);
	return good;
}
