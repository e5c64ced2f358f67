#include "runtime/mesh/lattice_keys.h"

#include <math.h>
#include <string.h>

/* One step beside the edge between two vertices. */
struct step {
	int cell, edge;
	int vertex; /* the third of the cell; -1 if there is none */
};

/* The cell on the left of the way from v to n, or on the right. */
static struct step
beside(const struct mesh *mesh, int v, int n, bool left)
{
	struct step step = { -1, -1, -1 };

	if (v < 0 || n < 0)
		return step;
	for (int s = 0; s < mesh_degree(mesh, VERTEX_CELLS, v); s++) {
		const int cell = mesh_at(mesh, VERTEX_CELLS, v, s), *at = mesh_row(mesh, CELL_VERTICES, cell);
		const int slot = mesh_slot(mesh, CELL_VERTICES, cell, v);

		if (at[(slot + (left ? 1 : 2)) % 3] == n)
			step = (struct step){ cell, -1, at[(slot + (left ? 2 : 1)) % 3] };
	}
	for (int s = 0; s < mesh_degree(mesh, VERTEX_EDGES, v); s++) {
		const int edge = mesh_at(mesh, VERTEX_EDGES, v, s);

		if (mesh_slot(mesh, EDGE_VERTICES, edge, n) >= 0)
			step.edge = edge;
	}
	return step;
}

/* The neighbour of v that follows n counter-clockwise, and clockwise. */
static int
on_left(const struct mesh *mesh, int v, int n)
{
	return beside(mesh, v, n, true).vertex;
}

static int
on_right(const struct mesh *mesh, int v, int n)
{
	return beside(mesh, v, n, false).vertex;
}

/* The way on from v, coming from another vertex. */
static int
straight(const struct mesh *mesh, int v, int from)
{
	return on_left(mesh, v, on_left(mesh, v, on_left(mesh, v, from)));
}

struct diamonds {
	struct lattice_keys *k;
	int n;
	int *seen[LOCATIONS]; /* by element: whether it has a key */
};

static bool
give(struct diamonds *d, enum location location, int element, uint64_t key)
{
	if (element < 0 || d->seen[location][element]++)
		return false;
	d->k->keys[location][element] = key;
	return true;
}

/* The rhombus whose last vertex is v; `next` is the neighbour of v in its row, (i, j + 1). */
static bool
take_rhombus(struct diamonds *d, int diamond, int i, int j, int v, int next)
{
	const struct mesh *mesh = d->k->mesh;
	const uint64_t rhombus = ((uint64_t)diamond*(uint64_t)d->n + (uint64_t)i)*(uint64_t)d->n + (uint64_t)j;
	const struct step second = beside(mesh, v, next, true), first = beside(mesh, v, second.vertex, true);

	return give(d, VERTEX, v, rhombus) && give(d, CELL, first.cell, lattice_key(rhombus, 0, 2))
		&& give(d, CELL, second.cell, lattice_key(rhombus, 1, 2))
		&& give(d, EDGE, beside(mesh, v, first.vertex, true).edge, lattice_key(rhombus, 0, 3))
		&& give(d, EDGE, first.edge, lattice_key(rhombus, 1, 3)) && give(d, EDGE, second.edge, lattice_key(rhombus, 2, 3));
}

/* Goes along the side that begins at two vertices, and from each vertex of it along its row. *last and *turned are
 * where that row began, and its second vertex. */
static bool
take_diamond(struct diamonds *d, int diamond, int start, int second, int *last, int *turned)
{
	const struct mesh *mesh = d->k->mesh;
	int back = start, v = second;

	for (int i = 0; i < d->n; i++) {
		int at = v, next = on_right(mesh, v, on_right(mesh, v, back));

		*last = v;
		*turned = next;
		for (int j = 0; j < d->n; j++) {
			const int from = at;

			if (next < 0 || !take_rhombus(d, diamond, i, j, at, next))
				return false;
			at = next;
			next = j + 1 < d->n ? straight(mesh, at, from) : next;
		}
		at = straight(mesh, v, back);
		back = v;
		v = at;
		if (i + 1 < d->n && v < 0)
			return false;
	}
	return true;
}

/* The number of steps along a side; 0 if the degrees are not those of an icosahedron. *pole is the first vertex of five. */
static int
find_side(const struct mesh *mesh, int *pole)
{
	const int n = (int)lround(sqrt((mesh->count[VERTEX] - 2)/10.0));
	int fives = 0;

	*pole = -1;
	for (int v = 0; v < mesh->count[VERTEX]; v++) {
		const int degree = mesh_degree(mesh, VERTEX_EDGES, v);

		if (degree != 5 && degree != 6)
			return 0;
		if (degree == 5 && !fives++)
			*pole = v;
	}
	return fives == 12 && 10LL*n*n + 2 == mesh->count[VERTEX] && 20LL*n*n == mesh->count[CELL] ? n : 0;
}

bool
lattice_find_diamonds(struct lattice_keys *keys)
{
	const struct mesh *mesh = keys->mesh;
	struct diamonds d = { .k = keys };
	int pole, toward[5], last[5], turned[5], ignored, poles = 0;

	d.n = find_side(mesh, &pole);
	if (!d.n)
		return false;
	for (int l = 0; l < LOCATIONS; l++)
		d.seen[l] = arena_array(keys->arena, int, (size_t)mesh->count[l] + 1);
	toward[0] = mesh_at(mesh, VERTEX_VERTICES, pole, 0);
	for (int k = 1; k < 5; k++)
		toward[k] = on_left(mesh, pole, toward[k - 1]);
	for (int k = 0; k < 5; k++)
		if (!take_diamond(&d, k, pole, toward[k], &last[k], &turned[k]))
			return false;
	for (int k = 0; k < 5; k++) {
		const int next = (k + 1) % 5;

		if (!take_diamond(&d, 5 + k, last[next], on_right(mesh, last[next], turned[next]), &ignored, &ignored))
			return false;
	}
	/* The poles come last. */
	for (int v = 0; v < mesh->count[VERTEX]; v++)
		if (!d.seen[VERTEX][v])
			keys->keys[VERTEX][v] = 10ull*(uint64_t)d.n*(uint64_t)d.n + (uint64_t)poles++;
	return poles == 2;
}
