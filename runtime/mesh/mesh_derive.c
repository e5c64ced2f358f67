#include "runtime/mesh/mesh_derive.h"

#include <string.h>

/* Whether edge i + shift of each cell joins its vertices i and i + 1, as far as its cells agree. If so, these
 * become edge.vertices, in the sense of the first cell. */
static bool
try_shift(struct mesh *mesh, int shift)
{
	memset(mesh->relations[EDGE_VERTICES].at, -1, 2*sizeof (int)*(size_t)mesh->count[EDGE]);
	for (int c = 0; c < mesh->count[CELL]; c++) {
		const int degree = mesh_degree(mesh, CELL_VERTICES, c), *v = mesh_row(mesh, CELL_VERTICES, c);

		if (degree != mesh_degree(mesh, CELL_EDGES, c))
			return false;
		for (int i = 0; i < degree; i++) {
			const int a = v[i], b = v[(i + 1) % degree], e = mesh_at(mesh, CELL_EDGES, c, (i + shift) % degree);
			int *ends = e < 0 ? NULL : mesh_row(mesh, EDGE_VERTICES, e);

			if (!ends)
				return false;
			if (ends[0] < 0) {
				ends[0] = a;
				ends[1] = b;
			} else if (!(ends[0] == a && ends[1] == b) && !(ends[0] == b && ends[1] == a)) {
				return false;
			}
		}
	}
	return true;
}

/* The ends of an edge are the first two of its corners. */
static bool
take_corners(struct mesh *mesh, struct error *error)
{
	if (!mesh_make(mesh, EDGE_VERTICES, 2, 2LL*mesh->count[EDGE], error))
		return false;
	for (int e = 0; e < mesh->count[EDGE]; e++) {
		const int *corners = mesh_row(mesh, EDGE_CORNERS, e);

		if (corners[0] < 0 || corners[1] < 0)
			return error_set(error, EXIT_ERRORS, "%s: edge %d lacks an end: its slots 0 and 1 are its vertices",
				mesh_relation_name(mesh, EDGE_CORNERS), e + mesh->base);
		memcpy(mesh_row(mesh, EDGE_VERTICES, e), corners, 2*sizeof *corners);
	}
	return true;
}

/* The ends of an edge are the two vertices that have it. */
static bool
take_edges_of_vertices(struct mesh *mesh, struct error *error)
{
	const int width = mesh->relations[VERTEX_EDGES].width;
	const char *name = mesh_relation_name(mesh, VERTEX_EDGES);

	if (!mesh_make(mesh, EDGE_VERTICES, 2, 2LL*mesh->count[EDGE], error))
		return false;
	for (int v = 0; v < mesh->count[VERTEX]; v++)
		for (int s = 0; s < width; s++) {
			const int e = mesh_at(mesh, VERTEX_EDGES, v, s);
			int *ends = e < 0 ? NULL : mesh_row(mesh, EDGE_VERTICES, e);

			if (ends && ends[1] >= 0)
				return error_set(error, EXIT_ERRORS, "%s: vertices %d, %d and %d have edge %d: an edge has two", name,
					ends[0] + mesh->base, ends[1] + mesh->base, v + mesh->base, e + mesh->base);
			if (ends)
				ends[ends[0] >= 0] = v;
		}
	for (int e = 0; e < mesh->count[EDGE]; e++)
		if (mesh_at(mesh, EDGE_VERTICES, e, 1) < 0)
			return error_set(error, EXIT_ERRORS, "%s: edge %d has %s: an edge has two", name, e + mesh->base,
				mesh_at(mesh, EDGE_VERTICES, e, 0) < 0 ? "no vertex" : "one vertex");
	return true;
}

/* Edges that are numbered by what joins them to vertices, but not by edge.vertices. */
static bool
take_ends(struct mesh *mesh, struct error *error)
{
	const struct mesh_relation *r = mesh->relations;

	if (r[EDGE_VERTICES].at)
		return true;
	if (r[EDGE_CORNERS].at)
		return take_corners(mesh, error);
	return r[CELL_EDGES].at || !r[VERTEX_EDGES].at || take_edges_of_vertices(mesh, error);
}

static bool
derive_edge_vertices(struct mesh *mesh, struct error *error)
{
	return mesh_make(mesh, EDGE_VERTICES, 2, 2LL*mesh->count[EDGE], error)
		&& (try_shift(mesh, 0) || try_shift(mesh, 1) || try_shift(mesh, 2)
		|| error_set(error, EXIT_ERRORS, "%s and %s do not fit: in every cell edge i should join vertices i and "
			"i + 1, or be the one before or after that", mesh_relation_name(mesh, CELL_EDGES), mesh_relation_name(mesh, CELL_VERTICES)));
}

static bool
derive_edge_cells(struct mesh *mesh, struct error *error)
{
	const int width = mesh->relations[CELL_EDGES].width, base = mesh->base;
	bool *crowded = arena_array(mesh->arena, bool, (size_t)mesh->count[EDGE] + 1);

	if (!mesh_make(mesh, EDGE_CELLS, 2, 2LL*mesh->count[EDGE], error))
		return false;
	for (int c = 0; c < mesh->count[CELL]; c++)
		for (int s = 0; s < width; s++) {
			const int e = mesh_at(mesh, CELL_EDGES, c, s);
			int *cells = e < 0 ? NULL : mesh_row(mesh, EDGE_CELLS, e);

			if (!cells)
				continue;
			if (cells[1] >= 0 && !crowded[e]) {
				crowded[e] = true;
				findings_add(mesh->findings, FINDING_CROWDED, "edge %d has more than two cells: %d, %d and %d, between vertices "
					"%d and %d", e + base, cells[0] + base, cells[1] + base, c + base,
					mesh_at(mesh, EDGE_VERTICES, e, 0) + base, mesh_at(mesh, EDGE_VERTICES, e, 1) + base);
			}
			cells[cells[0] >= 0] = c;
		}
	return findings_are_at_most(mesh->findings, FINDING_CROWDED, 0, error);
}

static bool
derive_cell_cells(struct mesh *mesh, struct error *error)
{
	const int width = mesh->relations[CELL_EDGES].width;

	if (!mesh_make(mesh, CELL_CELLS, width, (long long)mesh->count[CELL]*width, error))
		return false;
	for (int c = 0; c < mesh->count[CELL]; c++)
		for (int s = 0; s < width; s++)
			if (mesh_at(mesh, CELL_EDGES, c, s) >= 0)
				mesh_row(mesh, CELL_CELLS, c)[s] = mesh_across(mesh, mesh_at(mesh, CELL_EDGES, c, s), c);
	return true;
}

/* Whether an edge's second cell is the first one of a table that is given: that which has the third of its corners, or the first
 * edge of its rim. */
static bool
is_turned(const struct mesh *mesh, int edge)
{
	const struct mesh_relation *corners = &mesh->relations[EDGE_CORNERS], *rim = &mesh->relations[EDGE_RIM];
	const enum relation_id id = corners->at ? CELL_VERTICES : CELL_EDGES;
	const int *cells = mesh_row(mesh, EDGE_CELLS, edge);
	const int first = corners->at ? corners->width > 2 ? mesh_at(mesh, EDGE_CORNERS, edge, 2) : -1
		: rim->at ? mesh_at(mesh, EDGE_RIM, edge, 0) : -1;

	return first >= 0 && cells[1] >= 0 && mesh_slot(mesh, id, cells[0], first) < 0 && mesh_slot(mesh, id, cells[1], first) >= 0;
}

static void
turn_cells(struct mesh *mesh)
{
	for (int e = 0; e < mesh->count[EDGE]; e++)
		if (is_turned(mesh, e)) {
			int *cells = mesh_row(mesh, EDGE_CELLS, e), first = cells[0];

			cells[0] = cells[1];
			cells[1] = first;
		}
}

bool
mesh_derive_edges(struct mesh *mesh, struct error *error)
{
	const struct mesh_relation *r = mesh->relations;
	const bool has_ends = r[EDGE_VERTICES].at || r[EDGE_CORNERS].at, has_cells = r[EDGE_CELLS].at;

	if (!take_ends(mesh, error) || !(r[CELL_EDGES].at || mesh_derive_cell_edges(mesh, error))
			|| !(r[EDGE_VERTICES].at || derive_edge_vertices(mesh, error))
			|| !(has_cells || derive_edge_cells(mesh, error)))
		return false;
	if (!has_cells)
		turn_cells(mesh);
	if (!has_ends && (has_cells || r[VERTEX_EDGES].at))
		mesh_orient_edges(mesh);
	return r[CELL_CELLS].at || derive_cell_cells(mesh, error);
}

void
mesh_orient_edges(struct mesh *mesh)
{
	for (int e = 0; e < mesh->count[EDGE]; e++) {
		const int cell = mesh_at(mesh, EDGE_CELLS, e, 0);
		const int degree = cell < 0 ? 0 : mesh_degree(mesh, CELL_VERTICES, cell);
		int *ends = mesh_row(mesh, EDGE_VERTICES, e);
		const int slot = degree ? mesh_slot(mesh, CELL_VERTICES, cell, ends[0]) : -1;

		if (slot >= 0 && mesh_at(mesh, CELL_VERTICES, cell, (slot + 1) % degree) != ends[1]) {
			const int first = ends[0];

			ends[0] = ends[1];
			ends[1] = first;
		}
	}
}
