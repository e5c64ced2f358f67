#include "runtime/meshranks/mesh_cut.h"

#include "runtime/ranks/owners.h"

#include <string.h>

/* Pieces of an order, as long as each other but for an element. */
static bool
cut_order(struct mesh_cut *cut, const struct mesh *mesh, const char *order, struct error *error)
{
	const int count = mesh->count[cut->location];
	struct arena arena = { NULL };
	struct mesh_numbering numbering;
	const bool good = mesh_number(mesh, &arena, order, &numbering, error);

	for (int e = 0; good && e < count; e++)
		cut->owner[e] = (int)((long long)numbering.place[cut->location][e]*cut->ranks/count);
	arena_free(&arena);
	return good;
}

static struct owners
owners_of(const struct mesh_cut *cut, const struct mesh *mesh)
{
	return (struct owners){ mesh->count[cut->location], cut->ranks, cut->owner, location_names[cut->location] };
}

static bool
cut_by_file(struct mesh_cut *cut, const struct mesh *mesh, const char *path, struct error *error)
{
	const struct owners owners = owners_of(cut, mesh);

	if (owners_read(&owners, cut->owner, path, error))
		return true;
	if (error->status == EXIT_USAGE)
		error_set(error, EXIT_USAGE, "--partition takes curve, random[:SEED] or a file that can be read, not '%s'", path);
	return false;
}

bool
mesh_cut_open(struct mesh_cut *cut, struct arena *arena, const struct mesh *mesh, enum location location,
	const char *partition, int ranks, struct error *error)
{
	const bool placed = mesh->xyz[VERTEX] || mesh->xyz[CELL];
	struct owners owners;
	bool good;

	*cut = (struct mesh_cut){ ranks, location, arena_array(arena, int, (size_t)mesh->count[location] + 1) };
	if (!strcmp(partition, "curve"))
		good = cut_order(cut, mesh, placed ? "hilbert" : "rcm", error);
	else if (owners_are_random(partition))
		good = cut_order(cut, mesh, partition, error);
	else
		good = cut_by_file(cut, mesh, partition, error);
	owners = owners_of(cut, mesh);
	return good && owners_check(&owners, error);
}
