#include "runtime/mesh/lattice_keys.h"
#include "runtime/mesh/mesh_order.h"

#include "runtime/mesh/mesh_check.h"
#include "runtime/mesh/generate.h"

static bool
find_keys(struct lattice_keys *keys)
{
	for (int l = 0; l < LOCATIONS; l++)
		keys->keys[l] = arena_array(keys->arena, uint64_t, (size_t)keys->mesh->count[l] + 1);
	return lattice_find_diamonds(keys) || lattice_find_patch(keys);
}

bool
mesh_order_lattice(const struct mesh *mesh, int *const place[LOCATIONS], struct error *error)
{
	struct arena arena = { NULL };
	struct mesh seen = *mesh, dual = mesh_empty(&arena);
	struct lattice_keys keys = { .mesh = mesh, .arena = &arena };
	const bool triangles = mesh->relations[CELL_VERTICES].width == 3;
	bool good = true;

	seen.findings = dual.findings; /* of no interest */
	if (!triangles) {
		good = mesh_check_degree(&seen, VERTEX_CELLS, 3, NULL) && mesh_check_degree(&seen, VERTEX_EDGES, 3, NULL)
			&& mesh_take_dual(&dual, mesh, NULL);
		keys.mesh = &dual;
	}
	good = good && find_keys(&keys);
	for (int l = 0; good && l < LOCATIONS; l++) {
		const int from = l == EDGE || triangles ? l : l == CELL ? VERTEX : CELL;

		mesh_order_rank(keys.keys[from], mesh->count[l], place[l]);
	}
	if (!good)
		error_set(error, EXIT_ERRORS, "order lattice is for triangles of an icosahedron, or with six at every inner vertex, "
			"and for their duals; rcm is for all");
	arena_free(&arena);
	return good;
}
