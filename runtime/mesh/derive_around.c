#include "runtime/mesh/mesh_derive.h"

#include <string.h>

/* The edges and cells round each vertex, one vertex after the other. */
struct walks {
	struct arena arena;
	bool *seen;                   /* [cell*width + slot]: the cell was met at that vertex */
	long long entries;            /* of cell.vertices */
	int *cells, *edges;
	long long *cell_start, *edge_start; /* [vertex + 1] */
};

/* The slot of a vertex in a cell; its cell's degree. */
static int
corner(const struct mesh *mesh, int cell, int vertex, int *degree)
{
	*degree = mesh_degree(mesh, CELL_VERTICES, cell);
	return mesh_slot(mesh, CELL_VERTICES, cell, vertex);
}

/* The edges by which one leaves a cell round a vertex: clockwise, and counter-clockwise; -1 if the tables do not say. */
static int
clockwise(const struct mesh *mesh, int cell, int vertex)
{
	int degree;
	const int slot = corner(mesh, cell, vertex, &degree);

	return slot < 0 ? -1 : mesh_side(mesh, cell, slot, degree);
}

static int
counter_clockwise(const struct mesh *mesh, int cell, int vertex)
{
	int degree;
	const int slot = corner(mesh, cell, vertex, &degree);

	return slot < 0 ? -1 : mesh_side(mesh, cell, (slot + degree - 1) % degree, degree);
}

/* The cell to begin with: the first one, or, at a boundary, that which is farthest clockwise. */
static int
walk_back(const struct mesh *mesh, int vertex, int first, long long most)
{
	int cell = first;

	for (long long n = 0; n < most; n++) {
		const int edge = clockwise(mesh, cell, vertex), next = edge < 0 ? -1 : mesh_across(mesh, edge, cell);

		if (next < 0)
			return cell;
		if (next == first)
			return first;
		cell = next;
	}
	return first;
}

/* Adds the cells and edges from a cell on to the last; counts grow. */
static void
walk_on(const struct mesh *mesh, struct walks *w, int vertex, int first, long long *cells, long long *edges)
{
	const int width = mesh->relations[CELL_VERTICES].width;
	int cell = first, edge, degree, slot;

	while (cell >= 0) {
		slot = corner(mesh, cell, vertex, &degree);
		if (slot < 0 || w->seen[(size_t)cell*(size_t)width + (size_t)slot])
			return;
		w->seen[(size_t)cell*(size_t)width + (size_t)slot] = true;
		edge = clockwise(mesh, cell, vertex);
		w->cells[(*cells)++] = cell;
		w->edges[(*edges)++] = edge;
		edge = counter_clockwise(mesh, cell, vertex);
		cell = edge < 0 ? -1 : mesh_across(mesh, edge, cell);
		if (edge >= 0 && cell < 0)
			w->edges[(*edges)++] = edge;
	}
}

/* Which cells there are at each vertex, in their order. */
static int *
list_cells(const struct mesh *mesh, struct walks *w)
{
	const int width = mesh->relations[CELL_VERTICES].width, *at = mesh->relations[CELL_VERTICES].at;
	const size_t slots = (size_t)mesh->count[CELL]*(size_t)width;
	long long *start;
	int *list;

	w->cell_start = start = arena_array(&w->arena, long long, (size_t)mesh->count[VERTEX] + 2);
	for (size_t i = 0; i < slots; i++)
		if (at[i] >= 0) {
			start[at[i] + 2]++;
			w->entries++;
		}
	for (int v = 0; v < mesh->count[VERTEX]; v++)
		start[v + 2] += start[v + 1];
	list = arena_array(&w->arena, int, w->entries + 1);
	for (size_t i = 0; i < slots; i++)
		if (at[i] >= 0)
			list[start[at[i] + 1]++] = (int)(i/(size_t)width);
	return list;
}

/* The most elements that a vertex has in a list. */
static int
widest(const struct mesh *mesh, const long long *start)
{
	long long width = 1;

	for (int v = 0; v < mesh->count[VERTEX]; v++)
		if (start[v + 1] - start[v] > width)
			width = start[v + 1] - start[v];
	return (int)width;
}

static bool
met(const struct mesh *mesh, const struct walks *w, int cell, int vertex)
{
	return w->seen[(size_t)cell*(size_t)mesh->relations[CELL_VERTICES].width
		+ (size_t)mesh_slot(mesh, CELL_VERTICES, cell, vertex)];
}

static bool
walk(const struct mesh *mesh, struct walks *w, struct error *error)
{
	const int *list = list_cells(mesh, w);
	const size_t slots = (size_t)mesh->count[CELL]*(size_t)mesh->relations[CELL_VERTICES].width;
	long long cells = 0, edges = 0;

	/* So many cells at a vertex take long, too. */
	if (!mesh_has_room(mesh, VERTEX_CELLS, widest(mesh, w->cell_start), w->entries, error))
		return false;
	w->seen = arena_array(&w->arena, bool, slots + 1);
	w->cells = arena_array(&w->arena, int, w->entries + 1);
	w->edges = arena_array(&w->arena, int, 2*w->entries + 1);
	w->edge_start = arena_array(&w->arena, long long, (size_t)mesh->count[VERTEX] + 1);
	for (int v = 0; v < mesh->count[VERTEX]; v++) {
		const long long end = w->cell_start[v + 1], most = end - cells;

		w->edge_start[v] = edges;
		/* Where the mesh only touches itself there are several fans. */
		for (long long i = w->cell_start[v]; i < end; i++)
			if (!met(mesh, w, list[i], v))
				walk_on(mesh, w, v, walk_back(mesh, v, list[i], most), &cells, &edges);
		/* Not so if the tables contradict each other; checks will tell. */
		cells = end;
	}
	w->edge_start[mesh->count[VERTEX]] = edges;
	return true;
}

static bool
fill(struct mesh *mesh, enum relation_id id, const int *list, const long long *start, struct error *error)
{
	const int vertices = mesh->count[VERTEX];

	if (!mesh_make(mesh, id, widest(mesh, start), start[vertices], error))
		return false;
	for (int v = 0; v < vertices; v++)
		memcpy(mesh_row(mesh, id, v), list + start[v], (size_t)(start[v + 1] - start[v])*sizeof *list);
	return true;
}

void
mesh_find_vertex_vertices(const struct mesh *mesh, int vertex, int *row)
{
	const int width = mesh->relations[VERTEX_EDGES].width;

	for (int s = 0; s < width; s++) {
		const int edge = mesh_at(mesh, VERTEX_EDGES, vertex, s);
		const int *ends = edge < 0 ? NULL : mesh_row(mesh, EDGE_VERTICES, edge);

		row[s] = ends ? ends[ends[0] == vertex] : -1;
	}
	row[width] = ROW_END;
}

void
mesh_find_corners(const struct mesh *mesh, int edge, int *row)
{
	const int *ends = mesh_row(mesh, EDGE_VERTICES, edge);

	memcpy(row, ends, 2*sizeof *ends);
	for (int k = 0; k < 2; k++) {
		const int cell = mesh_at(mesh, EDGE_CELLS, edge, k);

		row[2 + k] = -1;
		for (int s = 0; cell >= 0 && s < 3; s++)
			if (mesh_at(mesh, CELL_VERTICES, cell, s) != ends[0] && mesh_at(mesh, CELL_VERTICES, cell, s) != ends[1])
				row[2 + k] = mesh_at(mesh, CELL_VERTICES, cell, s);
	}
	row[4] = ROW_END;
}

void
mesh_find_edge_edges(const struct mesh *mesh, int edge, int *row)
{
	for (int k = 0; k < 2; k++) {
		const int cell = mesh_at(mesh, EDGE_CELLS, edge, k);
		const int degree = cell < 0 ? 0 : mesh_degree(mesh, CELL_EDGES, cell);
		const int slot = degree ? mesh_slot(mesh, CELL_EDGES, cell, edge) : -1;

		for (int s = 1; slot >= 0 && s < degree; s++)
			*row++ = mesh_at(mesh, CELL_EDGES, cell, (slot + s) % degree);
	}
	*row = ROW_END;
}

/* Of a triangle these are all other edges. */
void
mesh_find_rim(const struct mesh *mesh, int edge, int *row)
{
	mesh_find_edge_edges(mesh, edge, row);
}

/* Makes a table of what `find` finds, in no more than so many slots. */
static bool
fill_rows(struct mesh *mesh, enum relation_id id, void (*find)(const struct mesh *, int, int *), int width,
	long long entries, struct error *error)
{
	const int count = mesh->count[relation_kinds[id].from];
	struct arena arena = { NULL };
	int *found = arena_array(&arena, int, 2*mesh->relations[CELL_EDGES].width + width + 4);
	const bool good = mesh_make(mesh, id, width, entries, error);

	for (int e = 0; good && e < count; e++) {
		int *row = mesh_row(mesh, id, e);

		find(mesh, e, found);
		for (int s = 0; s < width && found[s] != ROW_END; s++)
			row[s] = found[s];
	}
	arena_free(&arena);
	return good;
}

static bool
derive_edge_edges(struct mesh *mesh, struct error *error)
{
	long long entries = 0;

	for (int c = 0; c < mesh->count[CELL]; c++) {
		const int degree = mesh_degree(mesh, CELL_EDGES, c);

		entries += (long long)degree*(degree - 1);
	}
	return fill_rows(mesh, EDGE_EDGES, mesh_find_edge_edges, 2*(mesh->relations[CELL_EDGES].width - 1), entries, error);
}

static bool
derive_of_triangles(struct mesh *mesh, struct error *error)
{
	const struct mesh_relation *r = mesh->relations;
	const long long entries = 4LL*mesh->count[EDGE];

	return (r[EDGE_CORNERS].at || fill_rows(mesh, EDGE_CORNERS, mesh_find_corners, 4, entries, error))
		&& (r[EDGE_RIM].at || fill_rows(mesh, EDGE_RIM, mesh_find_rim, 4, entries, error));
}

bool
mesh_derive_around(struct mesh *mesh, struct error *error)
{
	const struct mesh_relation *r = mesh->relations;
	struct walks w = { .arena.chunks = NULL };
	bool good = true;

	if (!r[VERTEX_EDGES].at || !r[VERTEX_CELLS].at) {
		good = walk(mesh, &w, error)
			&& (r[VERTEX_EDGES].at || fill(mesh, VERTEX_EDGES, w.edges, w.edge_start, error))
			&& (r[VERTEX_CELLS].at || fill(mesh, VERTEX_CELLS, w.cells, w.cell_start, error));
	}
	arena_free(&w.arena);
	if (good && !r[VERTEX_VERTICES].at)
		good = fill_rows(mesh, VERTEX_VERTICES, mesh_find_vertex_vertices, r[VERTEX_EDGES].width,
			2LL*mesh->count[EDGE], error);
	if (good && r[CELL_VERTICES].width == 3)
		return derive_of_triangles(mesh, error);
	return good && (r[EDGE_EDGES].at || derive_edge_edges(mesh, error));
}
