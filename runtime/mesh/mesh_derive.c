#include "runtime/mesh/mesh_derive.h"

#include <limits.h>
#include <string.h>

/* The sides of all cells, one after the other, behind the edges whose vertices are known. */
struct sides {
	struct arena arena;
	int known, count;
	int *low, *high; /* their vertices */
	int *order;      /* sides with the same vertices stand together */
};

/* Orders sides by a key below `keys`, stably. */
static void
sort_by(struct sides *s, const int *key, int keys)
{
	int *start = arena_array(&s->arena, int, (size_t)keys + 1), *sorted = arena_array(&s->arena, int, (size_t)s->count + 1);

	for (int i = 0; i < s->count; i++)
		start[key[i] + 1]++;
	for (int k = 0; k < keys; k++)
		start[k + 1] += start[k];
	for (int i = 0; i < s->count; i++)
		sorted[start[key[s->order[i]]]++] = s->order[i];
	s->order = sorted;
}

static void
add_side(struct sides *s, int a, int b)
{
	s->low[s->count] = a < b ? a : b;
	s->high[s->count] = a < b ? b : a;
	s->count++;
}

static bool
find_sides(const struct mesh *mesh, struct sides *s, struct findings *findings)
{
	long long sides = mesh->relations[EDGE_VERTICES].at ? mesh->count[EDGE] : 0;

	for (int c = 0; c < mesh->count[CELL]; c++)
		sides += mesh_degree(mesh, CELL_VERTICES, c);
	if (sides > INT_MAX - 1)
		return findings_fail(findings, EXIT_ERRORS, "too many edges for int");
	s->low = arena_array(&s->arena, int, sides + 1);
	s->high = arena_array(&s->arena, int, sides + 1);
	if (mesh->relations[EDGE_VERTICES].at)
		for (int e = 0; e < mesh->count[EDGE]; e++)
			add_side(s, mesh_at(mesh, EDGE_VERTICES, e, 0), mesh_at(mesh, EDGE_VERTICES, e, 1));
	s->known = s->count;
	for (int c = 0; c < mesh->count[CELL]; c++) {
		const int degree = mesh_degree(mesh, CELL_VERTICES, c), *v = mesh_row(mesh, CELL_VERTICES, c);

		for (int i = 0; i < degree; i++)
			add_side(s, v[i], v[(i + 1) % degree]);
	}
	s->order = arena_array(&s->arena, int, sides + 1);
	for (int i = 0; i < s->count; i++)
		s->order[i] = i;
	sort_by(s, s->high, mesh->count[VERTEX]);
	sort_by(s, s->low, mesh->count[VERTEX]);
	return true;
}

static bool
same(const struct sides *s, int i, int j)
{
	return s->low[i] == s->low[j] && s->high[i] == s->high[j];
}

/* Numbers the groups by the first of their sides; returns their count. */
static int
number_groups(const struct sides *s, int *number)
{
	int count = 0;

	memset(number, -1, (size_t)s->count*sizeof *number);
	for (int i = 0; i < s->count; i++)
		if (!i || !same(s, s->order[i - 1], s->order[i]))
			number[s->order[i]] = 0;
	for (int i = 0; i < s->count; i++)
		if (!number[i])
			number[i] = count++;
	for (int i = 1; i < s->count; i++)
		if (same(s, s->order[i - 1], s->order[i]))
			number[s->order[i]] = number[s->order[i - 1]];
	return count;
}

/* Sides must be known edges, no two of which may be the same. */
static bool
check_known(const struct mesh *mesh, const struct sides *s, const int *number, struct findings *findings)
{
	const int base = mesh->base;

	for (int e = 0; e < s->known; e++)
		if (number[e] != e)
			return findings_fail(findings, EXIT_ERRORS, "edges %d and %d both join vertices %d and %d", number[e] + base,
				e + base, s->low[e] + base, s->high[e] + base);
	for (int i = s->known; i < s->count; i++)
		if (number[i] >= s->known)
			return findings_fail(findings, EXIT_ERRORS, "no edge joins vertices %d and %d, but a cell has both in a row",
				s->low[i] + base, s->high[i] + base);
	return true;
}

static bool
derive_cell_edges(struct mesh *mesh, struct findings *findings)
{
	struct sides s = { .arena.chunks = NULL };
	const int width = mesh->relations[CELL_VERTICES].width;
	int *number, count, side;
	bool good = find_sides(mesh, &s, findings);

	if (good) {
		number = arena_array(&s.arena, int, (size_t)s.count + 1);
		count = number_groups(&s, number);
		if (s.known || mesh->relations[EDGE_VERTICES].at)
			good = check_known(mesh, &s, number, findings);
		else
			mesh->count[EDGE] = count;
		good = good && mesh_make(mesh, CELL_EDGES, width, (long long)mesh->count[CELL]*width, findings);
		side = s.known;
		for (int c = 0; good && c < mesh->count[CELL]; c++) {
			const int degree = mesh_degree(mesh, CELL_VERTICES, c);

			for (int i = 0; i < degree; i++)
				mesh_row(mesh, CELL_EDGES, c)[i] = number[side++];
		}
	}
	arena_free(&s.arena);
	return good;
}

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

static bool
derive_edge_vertices(struct mesh *mesh, struct findings *findings)
{
	return mesh_make(mesh, EDGE_VERTICES, 2, 2LL*mesh->count[EDGE], findings)
		&& (try_shift(mesh, 0) || try_shift(mesh, 1) || try_shift(mesh, 2)
		|| findings_fail(findings, EXIT_ERRORS, "%s and %s do not fit: in every cell edge i should join vertices i and "
			"i + 1, or be before or behind that", mesh_relation_name(mesh, CELL_EDGES), mesh_relation_name(mesh, CELL_VERTICES)));
}

static bool
derive_edge_cells(struct mesh *mesh, struct findings *findings)
{
	const int width = mesh->relations[CELL_EDGES].width, base = mesh->base;
	bool *crowded = arena_array(mesh->arena, bool, (size_t)mesh->count[EDGE] + 1);

	if (!mesh_make(mesh, EDGE_CELLS, 2, 2LL*mesh->count[EDGE], findings))
		return false;
	for (int c = 0; c < mesh->count[CELL]; c++)
		for (int s = 0; s < width; s++) {
			const int e = mesh_at(mesh, CELL_EDGES, c, s);
			int *cells = e < 0 ? NULL : mesh_row(mesh, EDGE_CELLS, e);

			if (!cells)
				continue;
			if (cells[1] >= 0 && !crowded[e]) {
				crowded[e] = true;
				findings_add(findings, FINDING_CROWDED, "edge %d has more than two cells: %d, %d and %d, between vertices "
					"%d and %d", e + base, cells[0] + base, cells[1] + base, c + base,
					mesh_at(mesh, EDGE_VERTICES, e, 0) + base, mesh_at(mesh, EDGE_VERTICES, e, 1) + base);
			}
			cells[cells[0] >= 0] = c;
		}
	return !findings->counts[FINDING_CROWDED];
}

static bool
derive_cell_cells(struct mesh *mesh, struct findings *findings)
{
	const int width = mesh->relations[CELL_EDGES].width;

	if (!mesh_make(mesh, CELL_CELLS, width, (long long)mesh->count[CELL]*width, findings))
		return false;
	for (int c = 0; c < mesh->count[CELL]; c++)
		for (int s = 0; s < width; s++)
			if (mesh_at(mesh, CELL_EDGES, c, s) >= 0)
				mesh_row(mesh, CELL_CELLS, c)[s] = mesh_across(mesh, mesh_at(mesh, CELL_EDGES, c, s), c);
	return true;
}

bool
mesh_derive_edges(struct mesh *mesh, struct findings *findings)
{
	const struct mesh_relation *r = mesh->relations;

	return (r[CELL_EDGES].at || derive_cell_edges(mesh, findings))
		&& (r[EDGE_VERTICES].at || derive_edge_vertices(mesh, findings))
		&& (r[EDGE_CELLS].at || derive_edge_cells(mesh, findings))
		&& (r[CELL_CELLS].at || derive_cell_cells(mesh, findings));
}

bool
mesh_derive(struct mesh *mesh, struct findings *findings)
{
	return mesh_derive_edges(mesh, findings) && mesh_derive_around(mesh, findings);
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
