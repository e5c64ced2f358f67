#include "runtime/mesh/mesh_gmsh.h"

#include <stdlib.h>
#include <string.h>

/* A node by its tag. */
struct tagged {
	long long tag;
	int node;
};

static int
compare(const void *a, const void *b)
{
	const struct tagged *one = a, *two = b;

	return one->tag != two->tag ? (one->tag > two->tag) - (one->tag < two->tag) : (one->node > two->node) - (one->node < two->node);
}

/* Sorts nodes by tag, which must be positive and differ. NULL with an error. */
static struct tagged *
sort_nodes(struct arena *arena, const struct gmsh_node *nodes, int count, struct error *error)
{
	struct tagged *sorted = arena_array(arena, struct tagged, count + 1);

	for (int i = 0; i < count; i++)
		sorted[i] = (struct tagged){ nodes[i].tag, i };
	qsort(sorted, (size_t)count, sizeof *sorted, compare);
	for (int i = 0; i < count; i++)
		if (sorted[i].tag < 1 || (i && sorted[i].tag == sorted[i - 1].tag)) {
			error_set(error, EXIT_ERRORS, sorted[i].tag < 1 ? "a node has the tag %lld" : "two nodes have the tag %lld",
				sorted[i].tag);
			return NULL;
		}
	return sorted;
}

/* Finds the nodes of the cells, [4*cell + slot], -1 behind those of a triangle, and which of them are used. */
static bool
find_nodes(const struct tagged *sorted, int node_count, const long long *cells, int cell_count, int *found, bool *used,
	struct error *error)
{
	for (size_t i = 0; i < 4*(size_t)cell_count; i++) {
		const struct tagged wanted = { cells[i], 0 };
		size_t low = 0, high = (size_t)node_count;

		found[i] = -1;
		if (i%4 == 3 && !cells[i])
			continue;
		while (low < high) {
			const size_t middle = low + (high - low)/2;

			if (sorted[middle].tag < wanted.tag)
				low = middle + 1;
			else
				high = middle;
		}
		if (low == (size_t)node_count || sorted[low].tag != wanted.tag)
			return error_set(error, EXIT_ERRORS, "there is no node %lld, but cell %zu has it", wanted.tag, i/4);
		found[i] = sorted[low].node;
		used[found[i]] = true;
	}
	return true;
}

/* Numbers those nodes that are used and places them. Returns the numbers. */
static const int *
place_nodes(struct mesh *mesh, struct arena *arena, const struct gmsh_node *nodes, int count, const bool *used)
{
	int *number = arena_array(arena, int, count + 1);

	for (int i = 0; i < count; i++)
		number[i] = used[i] ? mesh->count[VERTEX]++ : -1;
	mesh->dimensions = 3;
	mesh->xyz[VERTEX] = mesh_values(mesh, VERTEX, 3);
	for (int i = 0; i < count; i++)
		if (used[i])
			memcpy(mesh->xyz[VERTEX] + 3*(size_t)number[i], nodes[i].xyz, sizeof nodes[i].xyz);
	return number;
}

bool
mesh_gmsh_take(struct mesh *mesh, const struct gmsh_node *nodes, int node_count, const long long *cells, int cell_count,
	struct error *error)
{
	struct arena arena = { NULL };
	const struct tagged *sorted = sort_nodes(&arena, nodes, node_count, error);
	int *found = arena_array(&arena, int, 4*(size_t)cell_count + 1), width = 3;
	bool *used = arena_array(&arena, bool, node_count + 1), good = sorted != NULL;

	if (good && !cell_count)
		good = error_set(error, EXIT_ERRORS, "there are neither triangles nor quadrangles in it");
	good = good && find_nodes(sorted, node_count, cells, cell_count, found, used, error);
	for (int c = 0; c < cell_count; c++)
		width = cells[4*(size_t)c + 3] ? 4 : width;
	mesh->count[CELL] = cell_count;
	if (good && mesh_make(mesh, CELL_VERTICES, width, (long long)cell_count*width, error)) {
		const int *number = place_nodes(mesh, &arena, nodes, node_count, used);

		for (int c = 0; c < cell_count; c++)
			for (int s = 0; s < width && found[4*(size_t)c + (size_t)s] >= 0; s++)
				mesh_row(mesh, CELL_VERTICES, c)[s] = number[found[4*(size_t)c + (size_t)s]];
		if (mesh->count[VERTEX] < node_count)
			findings_note(mesh->findings, "%d nodes belong to no cell and are dropped", node_count - mesh->count[VERTEX]);
	}
	arena_free(&arena);
	return good;
}
