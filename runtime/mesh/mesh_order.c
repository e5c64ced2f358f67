#include "runtime/mesh/mesh_order.h"

#include "runtime/formats/npy.h"
#include "runtime/mesh/geometry.h"
#include "runtime/mesh/mesh_own.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Numbers edges or vertices as the cells name them, in their new order; what none names comes last. */
static void
follow_cells(const struct mesh *mesh, enum relation_id id, const int *cell_place, int *place)
{
	const int cells = mesh->count[CELL], count = mesh->count[relation_kinds[id].to];
	struct arena arena = { NULL };
	int *at = arena_array(&arena, int, (size_t)cells + 1), next = 0;

	for (int c = 0; c < cells; c++)
		at[cell_place[c]] = c;
	memset(place, -1, (size_t)count*sizeof *place);
	for (int i = 0; i < cells; i++)
		for (int s = 0; s < mesh->relations[id].width; s++) {
			const int element = mesh_at(mesh, id, at[i], s);

			if (element >= 0 && place[element] < 0)
				place[element] = next++;
		}
	for (int e = 0; e < count; e++)
		if (place[e] < 0)
			place[e] = next++;
	arena_free(&arena);
}

/* Each number must be there once. */
static bool
take_numbers(const struct array *array, const char *path, int *place, int count, struct error *error)
{
	struct arena arena = { NULL };
	int *taken = arena_array(&arena, int, (size_t)count + 1);
	bool good = true;

	for (int c = 0; c < count && good; c++) {
		const long long number = array->element == 4 ? ((const int32_t *)array->data)[c] : ((const int64_t *)array->data)[c];

		if (number < 0 || number >= count)
			good = error_set(error, EXIT_ERRORS, "%s: cell %d gets the number %lld, but there are %d, from 0", path, c,
				number, count);
		else if (taken[number])
			good = error_set(error, EXIT_ERRORS, "%s: cells %d and %d both get the number %lld", path, taken[number] - 1,
				c, number);
		else
			taken[place[c] = (int)number] = c + 1;
	}
	arena_free(&arena);
	return good;
}

static bool
read_order(const struct mesh *mesh, const char *path, int *place, struct error *error)
{
	struct array array;
	bool good = npy_read_any(path, &array, error);

	/* A path is an order that may be wrong. */
	if (!good)
		error->status = EXIT_ERRORS;
	if (good && (!array.whole || array.ndim != 1 || array.shape[0] != mesh->count[CELL]))
		good = error_set(error, EXIT_ERRORS, "%s: expected int32 or int64, a number for each of %d cells", path,
			mesh->count[CELL]);
	good = good && take_numbers(&array, path, place, mesh->count[CELL], error);
	array_free(&array);
	return good;
}

static bool
order_hilbert(const struct mesh *mesh, int *place, struct error *error)
{
	struct arena arena = { NULL };

	if (!mesh->xyz[VERTEX] && !mesh->xyz[CELL])
		return error_set(error, EXIT_ERRORS, "order hilbert needs coordinates, which the mesh does not have; rcm does not");
	mesh_order_hilbert(mesh, mesh_centres(mesh, &arena), place);
	arena_free(&arena);
	return true;
}

/* "random" or "random:SEED". */
static bool
read_seed(const char *order, uint64_t *seed)
{
	char *end;

	*seed = 1;
	if (strncmp(order, "random", 6) || (order[6] && order[6] != ':'))
		return false;
	if (!order[6])
		return true;
	if (order[7] < '0' || order[7] > '9')
		return false;
	errno = 0;
	*seed = strtoull(order + 7, &end, 10);
	return !*end && !errno;
}

static bool
is_npy(const char *path)
{
	const size_t length = strlen(path);

	return length > 4 && !strcmp(path + length - 4, ".npy");
}

/* Numbers the cells, and with *all the rest. */
static bool
find_places(const struct mesh *mesh, const char *order, int *const place[LOCATIONS], bool *all, struct error *error)
{
	uint64_t seed;

	*all = false;
	if (!strcmp(order, "hilbert"))
		return order_hilbert(mesh, place[CELL], error);
	if (!strcmp(order, "rcm")) {
		mesh_order_rcm(mesh, place[CELL]);
		return true;
	}
	if (is_npy(order))
		return read_order(mesh, order, place[CELL], error);
	*all = true;
	if (!strcmp(order, "lattice"))
		return mesh_order_lattice(mesh, place, error);
	if (!read_seed(order, &seed))
		return error_set(error, EXIT_USAGE, "'%s' is no order of a mesh: use given, hilbert, rcm, lattice, random[:SEED] or"
			" FILE.npy", order);
	for (int l = 0; l < LOCATIONS; l++)
		mesh_order_random(place[l], mesh->count[l], &seed);
	return true;
}

bool
mesh_number(const struct mesh *mesh, struct arena *arena, const char *order, struct mesh_numbering *numbering,
	struct error *error)
{
	bool all;

	*numbering = (struct mesh_numbering){ .order = order };
	if (!strcmp(order, "given"))
		return true;
	for (int l = 0; l < LOCATIONS; l++)
		numbering->place[l] = arena_array(arena, int, (size_t)mesh->count[l] + 1);
	if (!find_places(mesh, order, numbering->place, &all, error))
		return false;
	if (!all) {
		follow_cells(mesh, CELL_EDGES, numbering->place[CELL], numbering->place[EDGE]);
		follow_cells(mesh, CELL_VERTICES, numbering->place[CELL], numbering->place[VERTEX]);
	}
	return true;
}

/* The entries of a table can be renumbered if it is known what they are. */
static bool
can_renumber(const struct mesh *mesh, struct error *error)
{
	for (const struct mesh_own *own = mesh->own; own; own = own->next)
		if (own->to == LOCATIONS)
			return error_set(error, EXIT_ERRORS, "%s: only a stencil has the target of this relation: give a stencil, or"
				" --order given", own->shown);
	return true;
}

bool
mesh_order(struct mesh *mesh, const char *order, struct error *error)
{
	struct arena arena = { NULL };
	struct mesh_numbering numbering;
	bool good = mesh_number(mesh, &arena, order, &numbering, error);

	if (good && *numbering.place)
		good = can_renumber(mesh, error);
	if (good && *numbering.place)
		mesh_renumber(mesh, numbering.place);
	arena_free(&arena);
	return good;
}
