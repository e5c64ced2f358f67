#include "runtime/mesh/mesh_check.h"

#include <stdlib.h>

/* Counts what can be reached by way of cell.cells, piece by piece. */
static int
count_pieces(const struct mesh *mesh)
{
	struct arena arena = { NULL };
	int *stack = arena_array(&arena, int, (size_t)mesh->count[CELL] + 1), pieces = 0;
	bool *seen = arena_array(&arena, bool, (size_t)mesh->count[CELL] + 1);

	for (int c = 0; c < mesh->count[CELL]; c++) {
		int height = 0;

		if (seen[c])
			continue;
		pieces++;
		seen[c] = true;
		stack[height++] = c;
		while (height) {
			const int *row = mesh_row(mesh, CELL_CELLS, stack[--height]);

			for (int s = 0; s < mesh->relations[CELL_CELLS].width; s++)
				if (row[s] >= 0 && !seen[row[s]]) {
					seen[row[s]] = true;
					stack[height++] = row[s];
				}
		}
	}
	arena_free(&arena);
	return pieces;
}

struct mesh_facts
mesh_find_facts(const struct mesh *mesh)
{
	struct mesh_facts facts = {
		.pieces = count_pieces(mesh),
		.euler = (long long)mesh->count[VERTEX] - mesh->count[EDGE] + mesh->count[CELL],
	};

	for (int e = 0; e < mesh->count[EDGE]; e++)
		facts.boundary += mesh_at(mesh, EDGE_CELLS, e, 1) < 0;
	return facts;
}

static void
note_rows(const struct mesh *mesh)
{
	const int *row = mesh->row[CELL];
	int count = 0, first = -1;

	for (int e = 0; row && e < mesh->count[EDGE]; e++) {
		const int *cells = mesh_row(mesh, EDGE_CELLS, e);

		if (cells[1] >= 0 && row[cells[0]] > 0 && row[cells[1]] > 0 && abs(row[cells[0]] - row[cells[1]]) > 2) {
			first = first < 0 ? e : first;
			count++;
		}
	}
	if (count)
		findings_note(mesh->findings, "%d pairs of neighbors have rows that differ by more than two: the first is cells %d and %d", count,
			mesh_at(mesh, EDGE_CELLS, first, 0) + mesh->base, mesh_at(mesh, EDGE_CELLS, first, 1) + mesh->base);
}

void
mesh_note_facts(const struct mesh *mesh)
{
	const struct mesh_facts facts = mesh_find_facts(mesh);
	int unused = 0;

	if (facts.pieces > 1 || (facts.euler != 0 && facts.euler != 1 && facts.euler != 2))
		findings_note(mesh->findings, "V - E + C is %lld (sphere 2, torus 0, plane 1), %d piece%s", facts.euler, facts.pieces,
			facts.pieces == 1 ? "" : "s");
	for (int v = 0; v < mesh->count[VERTEX]; v++)
		unused += !mesh_degree(mesh, VERTEX_CELLS, v);
	if (unused)
		findings_note(mesh->findings, "%d vertices belong to no cell", unused);
	note_rows(mesh);
}
