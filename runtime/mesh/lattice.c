#include "runtime/mesh/generate.h"

#include "generator/base/random.h"

#include <math.h>
#include <string.h>

/* The number of a vertex; a periodic lattice has no vertices i = nx and j = ny. */
static int
number(int nx, int ny, bool periodic, int i, int j)
{
	return periodic ? j%ny*nx + i%nx : j*(nx + 1) + i;
}

/* Rhombus (i, j) has two cells. Its own edges are those along i and j and the one between the cells; in an open
 * lattice the edges of the far sides come last. */
static void
fill_rhombus(struct mesh *mesh, int nx, int ny, bool periodic, int i, int j)
{
	const int rhombus = j*nx + i;
	const int here = number(nx, ny, periodic, i, j), east = number(nx, ny, periodic, i + 1, j);
	const int north = number(nx, ny, periodic, i, j + 1), far = number(nx, ny, periodic, i + 1, j + 1);

	memcpy(mesh_row(mesh, CELL_VERTICES, 2*rhombus), (int[]){ here, east, north }, 3*sizeof (int));
	memcpy(mesh_row(mesh, CELL_VERTICES, 2*rhombus + 1), (int[]){ east, far, north }, 3*sizeof (int));
	memcpy(mesh_row(mesh, EDGE_VERTICES, 3*rhombus), (int[]){ here, east, east, north, north, here }, 6*sizeof (int));
	if (periodic)
		return;
	if (i == nx - 1)
		memcpy(mesh_row(mesh, EDGE_VERTICES, 3*nx*ny + j), (int[]){ east, far }, 2*sizeof (int));
	if (j == ny - 1)
		memcpy(mesh_row(mesh, EDGE_VERTICES, 3*nx*ny + ny + i), (int[]){ far, north }, 2*sizeof (int));
}

bool
mesh_make_lattice(struct mesh *mesh, int nx, int ny, bool periodic, struct error *error)
{
	const int more = periodic ? 0 : 1;
	const double height = sqrt(3)/2;

	mesh->count[CELL] = 2*nx*ny;
	mesh->count[EDGE] = 3*nx*ny + more*(nx + ny);
	mesh->count[VERTEX] = (nx + more)*(ny + more);
	mesh->dimensions = 2;
	mesh->periodic = periodic;
	memcpy(mesh->periods, (double[2][2]){ { nx, 0 }, { 0.5*ny, height*ny } }, sizeof mesh->periods);
	if (!mesh_make(mesh, CELL_VERTICES, 3, 6LL*nx*ny, error)
			|| !mesh_make(mesh, EDGE_VERTICES, 2, 2LL*mesh->count[EDGE], error))
		return false;
	mesh->xyz[VERTEX] = mesh_values(mesh, VERTEX, 2);
	for (int j = 0; j < ny + more; j++)
		for (int i = 0; i < nx + more; i++) {
			double *xy = mesh->xyz[VERTEX] + 2*(size_t)number(nx, ny, periodic, i, j);

			xy[0] = i + 0.5*j;
			xy[1] = height*j;
		}
	for (int j = 0; j < ny; j++)
		for (int i = 0; i < nx; i++)
			fill_rhombus(mesh, nx, ny, periodic, i, j);
	return true;
}

enum { LEAST_DEGREE = 4, MOST_DEGREE = 12 };

/* Triangles of a closed mesh. */
struct triangles {
	int (*vertex)[3];
	int (*across)[3];  /* the triangle behind vertices s and s + 1 */
	int *degree;       /* of vertices */
	int (*near)[MOST_DEGREE]; /* their neighbours */
};

static void
add_near(struct triangles *t, int a, int b)
{
	t->near[a][t->degree[a]++] = b;
}

static void
remove_near(struct triangles *t, int a, int b)
{
	int s = 0;

	while (t->near[a][s] != b)
		s++;
	t->near[a][s] = t->near[a][--t->degree[a]];
}

static bool
are_near(const struct triangles *t, int a, int b)
{
	for (int s = 0; s < t->degree[a]; s++)
		if (t->near[a][s] == b)
			return true;
	return false;
}

static void
set_across(struct triangles *t, int triangle, int from, int to)
{
	for (int s = 0; s < 3; s++)
		if (t->across[triangle][s] == from) {
			t->across[triangle][s] = to;
			return;
		}
}

/* Triangles a b c and b a d become a d c and d b c, if c and d may have an edge more and a and b one less. */
static void
try_flip(struct triangles *t, int one, int slot)
{
	int *v = t->vertex[one], *across = t->across[one];
	const int a = v[slot], b = v[(slot + 1)%3], c = v[(slot + 2)%3], two = across[slot];
	const int bc = across[(slot + 1)%3], ca = across[(slot + 2)%3];
	int other = 0, d, ad, db;

	while (t->vertex[two][other] != b)
		other++;
	d = t->vertex[two][(other + 2)%3];
	ad = t->across[two][(other + 1)%3];
	db = t->across[two][(other + 2)%3];
	if (c == d || t->degree[a] <= LEAST_DEGREE || t->degree[b] <= LEAST_DEGREE || t->degree[c] >= MOST_DEGREE
			|| t->degree[d] >= MOST_DEGREE || are_near(t, c, d))
		return;
	memcpy(v, (int[]){ a, d, c }, 3*sizeof *v);
	memcpy(across, (int[]){ ad, two, ca }, 3*sizeof *v);
	memcpy(t->vertex[two], (int[]){ d, b, c }, 3*sizeof *v);
	memcpy(t->across[two], (int[]){ db, bc, one }, 3*sizeof *v);
	set_across(t, ad, two, one);
	set_across(t, bc, one, two);
	remove_near(t, a, b);
	remove_near(t, b, a);
	add_near(t, c, d);
	add_near(t, d, c);
}

/* Where each triangle of a torus has its neighbours. */
static void
find_neighbours(const struct mesh *mesh, struct triangles *t)
{
	const int nx = (int)mesh->periods[0][0], ny = mesh->count[VERTEX]/nx;

	for (int j = 0; j < ny; j++)
		for (int i = 0; i < nx; i++) {
			const int one = 2*(j*nx + i), east = 2*(j*nx + (i + 1)%nx), north = 2*((j + 1)%ny*nx + i);
			const int south = 2*((j + ny - 1)%ny*nx + i), west = 2*(j*nx + (i + nx - 1)%nx);

			memcpy(t->vertex[one], mesh_row(mesh, CELL_VERTICES, one), 3*sizeof (int));
			memcpy(t->vertex[one + 1], mesh_row(mesh, CELL_VERTICES, one + 1), 3*sizeof (int));
			memcpy(t->across[one], (int[]){ south + 1, one + 1, west + 1 }, 3*sizeof (int));
			memcpy(t->across[one + 1], (int[]){ east, north, one }, 3*sizeof (int));
		}
	for (int e = 0; e < mesh->count[EDGE]; e++) {
		const int *ends = mesh_row(mesh, EDGE_VERTICES, e);

		add_near(t, ends[0], ends[1]);
		add_near(t, ends[1], ends[0]);
	}
}

void
mesh_flip_edges(struct mesh *mesh, uint64_t seed)
{
	const int cells = mesh->count[CELL];
	const long long tries = 3LL*mesh->count[EDGE]/2;
	struct arena arena = { NULL };
	struct triangles t = {
		.vertex = arena_alloc(&arena, (size_t)cells*sizeof *t.vertex, _Alignof (int)),
		.across = arena_alloc(&arena, (size_t)cells*sizeof *t.across, _Alignof (int)),
		.degree = arena_array(&arena, int, mesh->count[VERTEX]),
		.near = arena_alloc(&arena, (size_t)mesh->count[VERTEX]*sizeof *t.near, _Alignof (int)),
	};

	find_neighbours(mesh, &t);
	for (long long n = 0; n < tries; n++) {
		const uint64_t random = random_next(&seed)%(3*(uint64_t)cells);

		try_flip(&t, (int)(random/3), (int)(random%3));
	}
	memcpy(mesh->relations[CELL_VERTICES].at, t.vertex, (size_t)cells*sizeof *t.vertex);
	mesh->relations[EDGE_VERTICES].at = NULL;
	arena_free(&arena);
}
