#include "runtime/mesh/lattice_keys.h"
#include "runtime/mesh/mesh_order.h"

#include <string.h>

struct place {
	int i, j;
};

struct patch {
	struct lattice_keys *k;
	struct place (*at)[3]; /* by cell and slot: where the vertex lies */
	int *queue;
	bool *met;
};

/* Cells that grow from one on have places that fit each other: a vertex lies across an edge as far as the one on this side. */
static void
flood(struct patch *p, int start)
{
	const struct mesh *mesh = p->k->mesh;
	int begin = 0, end = 0;

	memcpy(p->at[start], (struct place[]){ { 0, 0 }, { 1, 0 }, { 0, 1 } }, sizeof p->at[start]);
	p->met[start] = true;
	p->queue[end++] = start;
	while (begin < end) {
		const int cell = p->queue[begin++];
		const int *vertices = mesh_row(mesh, CELL_VERTICES, cell);
		const struct place *at = p->at[cell];

		for (int s = 0; s < 3; s++) {
			const int next = (s + 1) % 3, far = (s + 2) % 3;
			int edge = -1, other, slot;

			for (int e = 0; e < 3; e++)
				if (mesh_slot(mesh, EDGE_VERTICES, mesh_at(mesh, CELL_EDGES, cell, e), vertices[far]) < 0)
					edge = mesh_at(mesh, CELL_EDGES, cell, e);
			other = mesh_at(mesh, EDGE_CELLS, edge, mesh_at(mesh, EDGE_CELLS, edge, 0) == cell);
			if (other < 0 || p->met[other])
				continue;
			slot = mesh_slot(mesh, CELL_VERTICES, other, vertices[next]);
			p->at[other][slot] = at[next];
			p->at[other][(slot + 1) % 3] = at[s];
			p->at[other][(slot + 2) % 3] = (struct place){ at[s].i + at[next].i - at[far].i, at[s].j + at[next].j - at[far].j };
			p->met[other] = true;
			p->queue[end++] = other;
		}
	}
}

static bool
is_lattice(const struct mesh *mesh)
{
	bool *rim, good = true;
	struct arena arena = { NULL };

	rim = arena_array(&arena, bool, (size_t)mesh->count[VERTEX] + 1);
	for (int e = 0; e < mesh->count[EDGE]; e++)
		if (mesh_at(mesh, EDGE_CELLS, e, 1) < 0)
			rim[mesh_at(mesh, EDGE_VERTICES, e, 0)] = rim[mesh_at(mesh, EDGE_VERTICES, e, 1)] = true;
	for (int v = 0; v < mesh->count[VERTEX]; v++)
		good = good && (rim[v] || mesh_degree(mesh, VERTEX_EDGES, v) == 6);
	arena_free(&arena);
	return good;
}

static struct place
least(struct place a, struct place b)
{
	return (struct place){ a.i < b.i ? a.i : b.i, a.j < b.j ? a.j : b.j };
}

static uint64_t
place_key(struct place place)
{
	return ((uint64_t)place.j + (1u << 31)) << 32 | ((uint64_t)place.i + (1u << 31));
}

/* Keys become the ranks of places, equal ones for equal places. */
static void
rank_places(struct arena *arena, const uint64_t *places, int count, uint64_t *ranks)
{
	int *order = arena_array(arena, int, (size_t)count + 1), *at = arena_array(arena, int, (size_t)count + 1);
	uint64_t rank = 0;

	mesh_order_rank(places, count, order);
	for (int c = 0; c < count; c++)
		at[order[c]] = c;
	for (int n = 0; n < count; n++) {
		rank += n && places[at[n]] != places[at[n - 1]];
		ranks[at[n]] = rank;
	}
}

/* Edges and vertices belong to the rhombus of a cell: the first that has them. */
static void
fill_keys(struct patch *p, const uint64_t *rhombus)
{
	const struct mesh *mesh = p->k->mesh;

	for (int e = 0; e < mesh->count[EDGE]; e++)
		p->k->keys[EDGE][e] = UINT64_MAX;
	for (int v = 0; v < mesh->count[VERTEX]; v++)
		p->k->keys[VERTEX][v] = UINT64_MAX;
	for (int c = 0; c < mesh->count[CELL]; c++) {
		const struct place *at = p->at[c], low = least(least(at[0], at[1]), at[2]);
		int kind = 1;

		for (int s = 0; s < 3; s++) {
			uint64_t *key = &p->k->keys[VERTEX][mesh_at(mesh, CELL_VERTICES, c, s)];

			kind = at[s].i == low.i && at[s].j == low.j ? 0 : kind;
			*key = place_key(at[s]) < *key ? place_key(at[s]) : *key;
		}
		p->k->keys[CELL][c] = lattice_key(rhombus[c], kind, 2);
		for (int s = 0; s < 3; s++) {
			const int edge = mesh_at(mesh, CELL_EDGES, c, s);
			const struct place one = at[mesh_slot(mesh, CELL_VERTICES, c, mesh_at(mesh, EDGE_VERTICES, edge, 0))];
			const struct place two = at[mesh_slot(mesh, CELL_VERTICES, c, mesh_at(mesh, EDGE_VERTICES, edge, 1))];
			const int edge_kind = one.j == two.j ? 0 : one.i == two.i ? 1 : 2;
			const uint64_t key = lattice_key(rhombus[c], edge_kind, 3);

			if (key < p->k->keys[EDGE][edge])
				p->k->keys[EDGE][edge] = key;
		}
	}
}

bool
lattice_find_patch(struct lattice_keys *keys)
{
	const struct mesh *mesh = keys->mesh;
	const size_t cells = (size_t)mesh->count[CELL];
	struct patch p = { .k = keys };
	uint64_t *places, *rhombus;

	if (!is_lattice(mesh))
		return false;
	p.at = arena_alloc(keys->arena, cells*sizeof *p.at, _Alignof (struct place));
	p.queue = arena_array(keys->arena, int, cells + 1);
	p.met = arena_array(keys->arena, bool, cells + 1);
	for (int c = 0; c < mesh->count[CELL]; c++)
		if (!p.met[c])
			flood(&p, c);
	places = arena_array(keys->arena, uint64_t, cells + 1);
	rhombus = arena_array(keys->arena, uint64_t, cells + 1);
	for (size_t c = 0; c < cells; c++)
		places[c] = place_key(least(least(p.at[c][0], p.at[c][1]), p.at[c][2]));
	rank_places(keys->arena, places, mesh->count[CELL], rhombus);
	fill_keys(&p, rhombus);
	return true;
}
