#include "runtime/meshproblem/mesh_layout.h"

#include <stdlib.h>

/* Elements by when they are visited, in new numbers. */
static void
visit(const struct mesh_layout *l, enum location location, const int *when, int *visited)
{
	for (int e = 0; e < l->problem->mesh->count[location]; e++)
		visited[when[e]] = l->place[location] ? l->place[location][e] : e;
}

/* Whether an element of the stencil's location is updated, by its new number. */
static bool
is_updated(const struct mesh_layout *l, int element)
{
	return l->mesh.end ? element >= l->mesh.first : l->problem->inside[element];
}

/* Where the run of elements begins that are all updated, or all not; and, there, where it goes on. */
static void
find_runs(const struct mesh_layout *l, int count, int *begin, int *next)
{
	for (int e = 0; e < count; e++)
		begin[e] = e && is_updated(l, e) == is_updated(l, e - 1) ? begin[e - 1] : (next[e] = e);
}

/* Each run is visited by itself, for launches are of whole runs. */
static bool
visit_by_runs(const struct mesh_layout *l, const int *when, int *walk)
{
	const enum location own = l->problem->stencil->location;
	const int count = l->problem->mesh->count[own];
	int *memory = malloc(3*((size_t)count + 1)*sizeof *memory), *begin = memory, *next = memory + count, *visited = next + count;

	if (!memory)
		return false;
	visit(l, own, when, visited);
	find_runs(l, count, begin, next);
	for (int i = 0; i < count; i++)
		walk[next[begin[visited[i]]]++] = visited[i];
	free(memory);
	return true;
}

bool
mesh_layout_walk(struct mesh_layout *l, int *const when[LOCATIONS])
{
	for (int i = 0; i < LOCATIONS; i++) {
		if (!when[i])
			continue;
		l->walk[i] = malloc(((size_t)l->problem->mesh->count[i] + 1)*sizeof *l->walk[i]);
		if (!l->walk[i])
			return false;
		if (i != (int)l->problem->stencil->location)
			visit(l, (enum location)i, when[i], l->walk[i]);
		else if (!visit_by_runs(l, when[i], l->walk[i]))
			return false;
	}
	l->mesh.cell_walk = l->walk[CELL];
	l->mesh.edge_walk = l->walk[EDGE];
	l->mesh.vertex_walk = l->walk[VERTEX];
	return true;
}
