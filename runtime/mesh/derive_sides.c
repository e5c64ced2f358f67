#include "runtime/mesh/mesh_derive.h"
#include "runtime/mesh/table_sizes.h"

#include <limits.h>
#include <string.h>

/* Pairs of numbers, those that edges are known by first: the vertices of the cells' sides, or the cells on both sides of them. */
struct sides {
	struct arena arena;
	int known, count;
	int *low, *high; /* the two numbers */
	int *order;      /* equal pairs stand together */
};

static void
make_sides(struct sides *s, long long room)
{
	s->low = arena_array(&s->arena, int, room + 1);
	s->high = arena_array(&s->arena, int, room + 1);
}

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

/* Brings equal pairs of numbers below `keys` together, in the order in which they were added. */
static void
sort_sides(struct sides *s, int keys)
{
	s->order = arena_array(&s->arena, int, (size_t)s->count + 1);
	for (int i = 0; i < s->count; i++)
		s->order[i] = i;
	sort_by(s, s->high, keys);
	sort_by(s, s->low, keys);
}

static void
add_side(struct sides *s, int a, int b)
{
	s->low[s->count] = a < b ? a : b;
	s->high[s->count] = a < b ? b : a;
	s->count++;
}

static bool
find_sides(const struct mesh *mesh, struct sides *s, struct error *error)
{
	long long sides = mesh->relations[EDGE_VERTICES].at ? mesh->count[EDGE] : 0;

	for (int c = 0; c < mesh->count[CELL]; c++)
		sides += mesh_degree(mesh, CELL_VERTICES, c);
	if (sides > INT_MAX - 1)
		return error_set(error, EXIT_ERRORS, "too many edges for int");
	make_sides(s, sides);
	if (mesh->relations[EDGE_VERTICES].at)
		for (int e = 0; e < mesh->count[EDGE]; e++)
			add_side(s, mesh_at(mesh, EDGE_VERTICES, e, 0), mesh_at(mesh, EDGE_VERTICES, e, 1));
	s->known = s->count;
	for (int c = 0; c < mesh->count[CELL]; c++) {
		const int degree = mesh_degree(mesh, CELL_VERTICES, c), *v = mesh_row(mesh, CELL_VERTICES, c);

		for (int i = 0; i < degree; i++)
			add_side(s, v[i], v[(i + 1) % degree]);
	}
	sort_sides(s, mesh->count[VERTEX]);
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
check_known(const struct mesh *mesh, const struct sides *s, const int *number, struct error *error)
{
	const int base = mesh->base;

	for (int e = 0; e < s->known; e++)
		if (number[e] != e)
			return error_set(error, EXIT_ERRORS, "edges %d and %d both join vertices %d and %d", number[e] + base,
				e + base, s->low[e] + base, s->high[e] + base);
	for (int i = s->known; i < s->count; i++)
		if (number[i] >= s->known)
			return error_set(error, EXIT_ERRORS, "no edge joins vertices %d and %d, but a cell has both in a row",
				s->low[i] + base, s->high[i] + base);
	return true;
}

/* The cells of each group of sides, two a group; count[CELL] is none. False with an error if there are more. */
static int *
find_cells(const struct mesh *mesh, struct sides *s, const int *number, int groups, struct error *error)
{
	int *cells = arena_array(&s->arena, int, 2*(size_t)groups + 1), side = 0;

	for (size_t i = 0; i < 2*(size_t)groups; i++)
		cells[i] = mesh->count[CELL];
	for (int c = 0; c < mesh->count[CELL]; c++)
		for (int end = side + mesh_degree(mesh, CELL_VERTICES, c); side < end; side++) {
			int *pair = cells + 2*(size_t)number[side];

			if (pair[1] < mesh->count[CELL]) {
				findings_add(mesh->findings, FINDING_CROWDED, "cells %d, %d and %d have vertices %d and %d in a row: an edge has two "
					"cells or one", pair[0] + mesh->base, pair[1] + mesh->base, c + mesh->base, s->low[side] + mesh->base,
					s->high[side] + mesh->base);
				findings_are_good(mesh->findings, error);
				return NULL;
			}
			pair[pair[0] < mesh->count[CELL]] = c;
		}
	return cells;
}

/* "cells 3 and 5", "only cell 3" */
static const char *
name_cells(const struct mesh *mesh, int a, int b)
{
	return a == mesh->count[CELL] || b == mesh->count[CELL]
		? arena_printf(mesh->arena, "only cell %d", (a < b ? a : b) + mesh->base)
		: arena_printf(mesh->arena, "cells %d and %d", a + mesh->base, b + mesh->base);
}

/* Rejects edges that have the same cells, which are ambiguous, and edges that are no side of their cells. */
static bool
check_pairs(const struct mesh *mesh, const struct sides *pairs, const int *number, struct error *error)
{
	const char *name = mesh_relation_name(mesh, EDGE_CELLS);
	struct arena arena = { NULL };
	bool *taken = arena_array(&arena, bool, (size_t)pairs->known + 1), good = true;

	for (int e = 0; good && e < pairs->known; e++)
		if (number[e] != e)
			good = error_set(error, EXIT_ERRORS, "%s: edges %d and %d both have %s, so sides are ambiguous: give %s or %s,"
				" too", name, number[e] + mesh->base, e + mesh->base,
				name_cells(mesh, pairs->low[e], pairs->high[e]), relation_kinds[EDGE_VERTICES].full,
				relation_kinds[CELL_EDGES].full);
	for (int i = pairs->known; good && i < pairs->count; i++) {
		const char *cells = number[i] >= pairs->known || taken[number[i]] ? name_cells(mesh, pairs->low[i], pairs->high[i]) : NULL;

		if (cells)
			good = error_set(error, EXIT_ERRORS, number[i] >= pairs->known ? "%s: no edge has %s, but there is such a side"
				: "%s: one edge has %s, but there are several such sides", name, cells);
		else
			taken[number[i]] = true;
	}
	arena_free(&arena);
	return good;
}

/* Gives groups of sides the numbers of the edges that have their cells. */
static bool
number_by_cells(const struct mesh *mesh, struct sides *s, int *number, int groups, struct error *error)
{
	const int *cells = find_cells(mesh, s, number, groups, error);
	struct sides pairs = { .known = groups };
	int *edge;
	bool good;

	if (!cells)
		return false;
	make_sides(&pairs, 2LL*groups);
	for (int e = 0; e < groups; e++) {
		const int *row = mesh_row(mesh, EDGE_CELLS, e);

		add_side(&pairs, row[0], row[1] < 0 ? mesh->count[CELL] : row[1]);
	}
	for (int g = 0; g < groups; g++)
		add_side(&pairs, cells[2*(size_t)g], cells[2*(size_t)g + 1]);
	sort_sides(&pairs, mesh->count[CELL] + 1);
	edge = arena_array(&pairs.arena, int, (size_t)pairs.count + 1);
	number_groups(&pairs, edge);
	good = check_pairs(mesh, &pairs, edge, error);
	for (int i = 0; good && i < s->count; i++)
		number[i] = edge[groups + number[i]];
	arena_free(&pairs.arena);
	return good;
}

/* Numbers the sides: as edges that are known by their vertices, or by their cells, else in the order of the sides. */
static bool
number_sides(struct mesh *mesh, struct sides *s, int *number, struct error *error)
{
	const int count = number_groups(s, number);

	if (mesh->relations[EDGE_VERTICES].at)
		return check_known(mesh, s, number, error);
	if (!mesh_take_sides(mesh, count, error))
		return false;
	return !mesh->relations[EDGE_CELLS].at || number_by_cells(mesh, s, number, count, error);
}

bool
mesh_derive_cell_edges(struct mesh *mesh, struct error *error)
{
	struct sides s = { .arena.chunks = NULL };
	const int width = mesh->relations[CELL_VERTICES].width;
	int *number, side;
	bool good = find_sides(mesh, &s, error);

	if (good) {
		number = arena_array(&s.arena, int, (size_t)s.count + 1);
		good = number_sides(mesh, &s, number, error)
			&& mesh_make(mesh, CELL_EDGES, width, (long long)mesh->count[CELL]*width, error);
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
