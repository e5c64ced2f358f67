#include "runtime/meshranks/mesh_cut.h"

#include "runtime/ranks/owners.h"

#include <string.h>

/* Pieces of an order, as long as each other but for an element. */
static bool
cut_order(struct mesh_cut *cut, const struct mesh *mesh, const char *order, struct findings *findings)
{
	const int count = mesh->count[cut->location];
	struct arena arena = { NULL };
	struct mesh_numbering numbering;
	const bool good = mesh_number(mesh, &arena, order, &numbering, findings);

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
cut_by_file(struct mesh_cut *cut, const struct mesh *mesh, const char *path, struct findings *findings)
{
	const struct owners owners = owners_of(cut, mesh);
	struct error error;

	if (owners_read(&owners, cut->owner, path, &error))
		return true;
	if (error.status == EXIT_USAGE)
		return findings_fail(findings, EXIT_USAGE, "--partition takes curve, random[:SEED] or a file that can be read, not '%s'",
			path);
	return findings_take(findings, &error);
}

static bool
check_owners(const struct mesh_cut *cut, const struct mesh *mesh, struct findings *findings)
{
	const struct owners owners = owners_of(cut, mesh);
	struct error error;

	return owners_check(&owners, &error) || findings_take(findings, &error);
}

bool
mesh_cut_open(struct mesh_cut *cut, struct arena *arena, const struct mesh *mesh, enum location location,
	const char *partition, int ranks, struct findings *findings)
{
	const bool placed = mesh->xyz[VERTEX] || mesh->xyz[CELL];
	bool good;

	*cut = (struct mesh_cut){ ranks, location, arena_array(arena, int, (size_t)mesh->count[location] + 1) };
	if (!strcmp(partition, "curve"))
		good = cut_order(cut, mesh, placed ? "hilbert" : "rcm", findings);
	else if (owners_are_random(partition))
		good = cut_order(cut, mesh, partition, findings);
	else
		good = cut_by_file(cut, mesh, partition, findings);
	return good && check_owners(cut, mesh, findings);
}
