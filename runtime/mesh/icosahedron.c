#include "runtime/mesh/generate.h"

#include <math.h>
#include <string.h>

/*
 * Twenty triangles as ten diamonds of n by n rhombi: five at the north pole, five at the south pole. A diamond has
 * vertices (i, j), 0 <= i, j <= n, of which it owns those with i >= 1 and j < n; the others are its neighbours'.
 */
struct diamonds {
	int n;
	double corners[10][4][3]; /* A, where i = j = 0; B and C, where i = n and j = n; D, opposite A */
};

static void
place_corner(double xyz[3], double turns, double z)
{
	const double pi = acos(-1), radius = sqrt(1 - z*z);

	xyz[0] = radius*cos(2*pi*turns/5);
	xyz[1] = radius*sin(2*pi*turns/5);
	xyz[2] = z;
}

static void
place_diamonds(struct diamonds *d)
{
	const double z = 1/sqrt(5);

	for (int k = 0; k < 5; k++) {
		double (*north)[3] = d->corners[k], (*south)[3] = d->corners[5 + k];

		place_corner(north[0], 0, 1);
		place_corner(north[1], k, z);
		place_corner(north[2], (k + 1)%5, z);
		place_corner(north[3], k + 0.5, -z);
		place_corner(south[0], (k + 1)%5, z);
		place_corner(south[1], k + 0.5, -z);
		place_corner(south[2], (k + 1)%5 + 0.5, -z);
		place_corner(south[3], 0, -1);
	}
}

/* The number of vertex (i, j) of a diamond. */
static int
number(int n, int diamond, int i, int j)
{
	const int k = diamond%5, next = (k + 1)%5, north_pole = 10*n*n;
	const bool north = diamond < 5;

	if (i >= 1 && j < n)
		return (diamond*n + i - 1)*n + j;
	if (north && i == 0)
		return j ? number(n, next, j, 0) : north_pole;
	if (north)
		return number(n, 5 + k, i, 0);
	if (i == 0)
		return j < n ? number(n, next, n, j) : number(n, 5 + next, n, 0);
	return i < n ? number(n, 5 + next, n, i) : north_pole + 1;
}

static void
place_vertex(const struct diamonds *d, int diamond, int i, int j, double xyz[3])
{
	const double (*corner)[3] = d->corners[diamond];
	const int n = d->n;
	double norm = 0;

	for (int a = 0; a < 3; a++) {
		xyz[a] = i + j <= n ? (corner[0][a]*(n - i - j) + corner[1][a]*i + corner[2][a]*j)/n
			: (corner[3][a]*(i + j - n) + corner[2][a]*(n - i) + corner[1][a]*(n - j))/n;
		norm += xyz[a]*xyz[a];
	}
	for (int a = 0; a < 3; a++)
		xyz[a] /= sqrt(norm);
}

static void
fill_rhombus(struct mesh *mesh, int n, int diamond, int i, int j)
{
	const int vertex = number(n, diamond, i, j), back = number(n, diamond, i - 1, j);
	const int across = number(n, diamond, i - 1, j + 1), on = number(n, diamond, i, j + 1);

	memcpy(mesh_row(mesh, CELL_VERTICES, 2*vertex), (int[]){ back, vertex, across }, 3*sizeof (int));
	memcpy(mesh_row(mesh, CELL_VERTICES, 2*vertex + 1), (int[]){ vertex, on, across }, 3*sizeof (int));
	memcpy(mesh_row(mesh, EDGE_VERTICES, 3*vertex), (int[]){ back, vertex, vertex, across, vertex, on }, 6*sizeof (int));
}

bool
mesh_make_icosahedron(struct mesh *mesh, int n, struct error *error)
{
	struct diamonds d = { .n = n };

	mesh->count[CELL] = 20*n*n;
	mesh->count[EDGE] = 30*n*n;
	mesh->count[VERTEX] = 10*n*n + 2;
	mesh->dimensions = 3;
	mesh->xyz[VERTEX] = mesh_values(mesh, VERTEX, 3);
	if (!mesh_make(mesh, CELL_VERTICES, 3, 60LL*n*n, error) || !mesh_make(mesh, EDGE_VERTICES, 2, 60LL*n*n, error))
		return false;
	place_diamonds(&d);
	for (int diamond = 0; diamond < 10; diamond++)
		for (int i = 1; i <= n; i++)
			for (int j = 0; j < n; j++) {
				place_vertex(&d, diamond, i, j, mesh->xyz[VERTEX] + 3*(size_t)number(n, diamond, i, j));
				fill_rhombus(mesh, n, diamond, i, j);
			}
	mesh->xyz[VERTEX][3*(10*(size_t)n*(size_t)n) + 2] = 1;
	mesh->xyz[VERTEX][3*(10*(size_t)n*(size_t)n + 1) + 2] = -1;
	return true;
}
