#include "runtime/mesh/mesh_own.h"

#include <string.h>

static struct mesh_own **
find(struct mesh_own **list, enum location from, const char *name)
{
	while (*list && ((*list)->from != from || strcmp((*list)->name, name)))
		list = &(*list)->next;
	return list;
}

void
mesh_add_own(struct mesh *mesh, const struct mesh_own *own)
{
	struct mesh_own **place = find(&mesh->own, own->from, own->name), *next = *place ? (*place)->next : NULL;

	*place = arena_new(mesh->arena, struct mesh_own);
	**place = *own;
	(*place)->next = next;
}

const struct mesh_own *
mesh_own(const struct mesh *mesh, enum location from, const char *name)
{
	struct mesh_own *list = mesh->own;

	return *find(&list, from, name);
}

bool
mesh_own_check(const struct mesh *mesh, const struct mesh_own *own, enum location to, struct error *error)
{
	const int count = mesh->count[to], before = mesh->findings->counts[FINDING_ENTRY];

	if (own->to != LOCATIONS && own->to != to)
		return error_set(error, EXIT_ERRORS, "%s leads to %s, but in the stencil to %s", own->shown,
			location_plurals[own->to], location_plurals[to]);
	for (int e = 0; e < mesh->count[own->from]; e++)
		for (int s = 0; s < own->width; s++) {
			const int entry = own->at[(size_t)e*(size_t)own->width + (size_t)s];

			if (entry < -1 || entry >= count)
				findings_add(mesh->findings, FINDING_ENTRY, "%s: %s %d, slot %d: %s %d of %d", own->shown,
					location_names[own->from], e, s, location_names[to], entry, count);
		}
	return findings_are_at_most(mesh->findings, FINDING_ENTRY, before, error);
}
