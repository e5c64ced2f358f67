#include "runtime/mesh/mesh_derive.h"

/* How many edges there are from each vertex to the nearest one of the boundary; -1 where none leads there. Returns whether
 * there is a boundary. */
static bool
find_distances(const struct mesh *mesh, struct arena *arena, int *distance)
{
	int *queue = arena_array(arena, int, (size_t)mesh->count[VERTEX] + 1), begin = 0, end = 0;

	for (int v = 0; v < mesh->count[VERTEX]; v++)
		distance[v] = -1;
	for (int e = 0; e < mesh->count[EDGE]; e++)
		for (int s = 0; s < 2 && mesh_at(mesh, EDGE_CELLS, e, 1) < 0; s++) {
			const int v = mesh_at(mesh, EDGE_VERTICES, e, s);

			if (distance[v] < 0)
				queue[end++] = v;
			distance[v] = 0;
		}
	for (; begin < end; begin++)
		for (int s = 0; s < mesh->relations[VERTEX_VERTICES].width; s++) {
			const int v = mesh_at(mesh, VERTEX_VERTICES, queue[begin], s);

			if (v >= 0 && distance[v] < 0) {
				distance[v] = distance[queue[begin]] + 1;
				queue[end++] = v;
			}
		}
	return end > 0;
}

static void
find_rows(const struct mesh *mesh, const int *distance, int *rows[LOCATIONS])
{
	for (int v = 0; v < mesh->count[VERTEX]; v++)
		rows[VERTEX][v] = 1 + distance[v];
	for (int c = 0; c < mesh->count[CELL]; c++) {
		const int degree = mesh_degree(mesh, CELL_VERTICES, c), *vertices = mesh_row(mesh, CELL_VERTICES, c);
		int least = distance[vertices[0]];

		for (int s = 1; s < degree; s++)
			least = distance[vertices[s]] < least ? distance[vertices[s]] : least;
		rows[CELL][c] = 1 + least;
	}
	for (int e = 0; e < mesh->count[EDGE]; e++) {
		const int *cells = mesh_row(mesh, EDGE_CELLS, e);

		rows[EDGE][e] = rows[CELL][cells[0]] + (cells[1] < 0 ? 0 : rows[CELL][cells[1]]);
	}
}

void
mesh_derive_rows(struct mesh *mesh)
{
	struct arena arena = { NULL };
	int *distance = arena_array(&arena, int, (size_t)mesh->count[VERTEX] + 1), *rows[LOCATIONS];

	if (find_distances(mesh, &arena, distance)) {
		for (int l = 0; l < LOCATIONS; l++)
			rows[l] = arena_array(mesh->arena, int, (size_t)mesh->count[l] + 1);
		find_rows(mesh, distance, rows);
		for (int l = 0; l < LOCATIONS; l++)
			mesh->row[l] = mesh->row[l] ? mesh->row[l] : rows[l];
	}
	arena_free(&arena);
}
