#include "runtime/meshranks/mesh_cut.h"

#include <stdio.h>
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

static bool
read_owners(struct mesh_cut *cut, const struct mesh *mesh, const char *path, FILE *file, struct findings *findings)
{
	const int count = mesh->count[cut->location];
	int owner, rest;

	for (int e = 0; e < count; e++) {
		if (fscanf(file, "%d", &owner) != 1)
			return findings_fail(findings, EXIT_ERRORS, "%s: line %d: expected the rank of a %s, of which there are %d", path,
				e + 1, location_names[cut->location], count);
		if (owner < 0 || owner >= cut->ranks)
			return findings_fail(findings, EXIT_ERRORS, "%s: line %d: rank %d is none of 0 to %d", path, e + 1, owner,
				cut->ranks - 1);
		cut->owner[e] = owner;
	}
	return fscanf(file, "%d", &rest) != 1 || findings_fail(findings, EXIT_ERRORS, "%s has more ranks than the mesh has %d %ss",
		path, count, location_names[cut->location]);
}

static bool
cut_by_file(struct mesh_cut *cut, const struct mesh *mesh, const char *path, struct findings *findings)
{
	FILE *file = fopen(path, "r");
	bool good;

	if (!file)
		return findings_fail(findings, EXIT_USAGE, "--partition takes curve, random[:SEED] or a file that can be read, not '%s'",
			path);
	good = read_owners(cut, mesh, path, file, findings);
	fclose(file);
	return good;
}

/* A rank without elements has nothing to launch. */
static bool
check_owners(const struct mesh_cut *cut, const struct mesh *mesh, struct findings *findings)
{
	struct arena arena = { NULL };
	int *owned = arena_array(&arena, int, (size_t)cut->ranks), empty = -1;

	for (int e = 0; e < mesh->count[cut->location]; e++)
		owned[cut->owner[e]]++;
	for (int rank = cut->ranks; rank-- > 0; )
		empty = owned[rank] ? empty : rank;
	arena_free(&arena);
	return empty < 0 || findings_fail(findings, EXIT_ERRORS, "rank %d gets no %s: take fewer ranks than %d", empty,
		location_names[cut->location], cut->ranks);
}

/* A file may have any other name. */
static bool
is_random(const char *partition)
{
	const char *seed = partition + strlen("random:");

	return !strcmp(partition, "random")
		|| (!strncmp(partition, "random:", strlen("random:")) && *seed && !seed[strspn(seed, "0123456789")]);
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
	else if (is_random(partition))
		good = cut_order(cut, mesh, partition, findings);
	else
		good = cut_by_file(cut, mesh, partition, findings);
	return good && check_owners(cut, mesh, findings);
}
