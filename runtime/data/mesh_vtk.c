#include "runtime/data/mesh_vtk.h"

#include "runtime/mesh/space.h"

#include <stdlib.h>
#include <string.h>

static struct point
point_of(const struct mesh *mesh, int vertex)
{
	const double *xyz = mesh->xyz[VERTEX] + (size_t)vertex*(size_t)mesh->dimensions;

	return (struct point){ xyz[0], xyz[1], mesh->dimensions > 2 ? xyz[2] : 0 };
}

static void
set_place(struct vtk_grid *grid, long long point, struct point p)
{
	double *place = grid->places + 3*point;

	place[0] = p.x;
	place[1] = p.y;
	place[2] = p.z;
}

/* All elements share the mesh's vertices. */
static void
share_points(const struct mesh *mesh, enum relation_id id, struct mesh_picture *picture)
{
	struct vtk_grid *grid = &picture->grid;

	for (int v = 0; v < mesh->count[VERTEX]; v++)
		set_place(grid, v, point_of(mesh, v));
	for (long long c = 0, corner = 0; c < grid->cells; c++)
		for (int s = 0; corner < grid->ends[c]; s++)
			grid->corners[corner++] = mesh_at(mesh, id, (int)c, s);
}

/* Each element has points near its first one. */
static void
unfold_points(const struct mesh *mesh, enum relation_id id, struct mesh_picture *picture)
{
	struct space plane = { .periodic = true };
	struct vtk_grid *grid = &picture->grid;

	memcpy(plane.periods, mesh->periods, sizeof plane.periods);
	for (long long c = 0, corner = 0; c < grid->cells; c++) {
		const struct point first = point_of(mesh, mesh_at(mesh, id, (int)c, 0));

		for (int s = 0; corner < grid->ends[c]; s++, corner++) {
			const int vertex = mesh_at(mesh, id, (int)c, s);

			set_place(grid, corner, space_near(&plane, point_of(mesh, vertex), first));
			grid->corners[corner] = corner;
			picture->vertices[corner] = vertex;
		}
	}
}

bool
mesh_picture_open(const struct mesh *mesh, struct arena *arena, bool edges, struct mesh_picture *picture)
{
	const enum relation_id id = edges ? EDGE_VERTICES : CELL_VERTICES;
	struct vtk_grid *grid = &picture->grid;
	long long corners = 0;

	if (!mesh->xyz[VERTEX])
		return false;
	*picture = (struct mesh_picture){
		.grid = { .shape = edges ? VTK_LINE : VTK_POLYGON, .cells = mesh->count[edges ? EDGE : CELL] },
	};
	grid->ends = arena_array(arena, long long, grid->cells);
	for (int c = 0; c < (int)grid->cells; c++)
		grid->ends[c] = corners += mesh_degree(mesh, id, c);
	grid->points = mesh->periodic ? corners : mesh->count[VERTEX];
	grid->corners = arena_array(arena, long long, corners);
	grid->places = arena_array(arena, double, 3*grid->points);
	if (mesh->periodic)
		picture->vertices = arena_array(arena, int, corners);
	(mesh->periodic ? unfold_points : share_points)(mesh, id, picture);
	return true;
}

struct array
mesh_picture_values(const struct mesh_picture *picture, const struct array *array, bool of_points)
{
	const size_t levels = array->ndim > 1 ? (size_t)array->shape[0] : 1, size = (size_t)array->element;
	const size_t elements = (size_t)array->shape[array->ndim - 1];
	const size_t count = (size_t)(of_points ? picture->grid.points : picture->grid.cells);
	const char *from = array->data;
	struct array values = {
		.ndim = 2, .shape = { (long long)count, (long long)levels }, .element = array->element, .whole = array->whole,
		.data = malloc(count*levels*size),
	};
	char *to = values.data;

	for (size_t i = 0; i < count && to; i++) {
		const size_t element = of_points && picture->vertices ? (size_t)picture->vertices[i] : i;

		for (size_t k = 0; k < levels; k++, to += size)
			memcpy(to, from + (k*elements + element)*size, size);
	}
	return values;
}
