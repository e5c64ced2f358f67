#include "runtime/mesh/geometry.h"

#include "runtime/mesh/mesh_derive.h"
#include "runtime/mesh/space.h"

#include <math.h>
#include <string.h>

/* A mesh's points, and what is computed of them. */
struct measures {
	struct mesh *mesh;
	struct arena arena;
	struct space space;
	const double *middles, *centres;
	double sense; /* -1 if cells run clockwise */
};

/* Finds out where the vertices lie. */
static bool
find_space(const struct mesh *mesh, struct space *space)
{
	const double *xyz = mesh->xyz[VERTEX];
	double least = HUGE_VAL, most = 0;
	bool flat = true;

	*space = (struct space){ .periodic = mesh->periodic };
	memcpy(space->periods, mesh->periods, sizeof space->periods);
	if (mesh->dimensions == 2)
		return true;
	for (int v = 0; v < mesh->count[VERTEX]; v++, xyz += 3) {
		const double norm = sqrt(xyz[0]*xyz[0] + xyz[1]*xyz[1] + xyz[2]*xyz[2]);

		least = norm < least ? norm : least;
		most = norm > most ? norm : most;
		flat = flat && xyz[2] == mesh->xyz[VERTEX][2];
	}
	space->sphere = !flat && most - least <= 1e-6*most;
	space->radius = 0.5*(least + most);
	return flat || space->sphere;
}

static struct point
point_of(const struct space *space, int dimensions, const double *xyz, int element)
{
	const double *p = xyz + (size_t)dimensions*(size_t)element;
	struct point point = { p[0], p[1], dimensions == 3 && space->sphere ? p[2] : 0 };

	return space->sphere ? space_mean(space, &point, 1) : point;
}

static void
set_point(double *xyz, int dimensions, int element, struct point point)
{
	double *p = xyz + (size_t)dimensions*(size_t)element;

	p[0] = point.x;
	p[1] = point.y;
	if (dimensions == 3)
		p[2] = point.z;
}

const double *
mesh_middles(const struct mesh *mesh, struct arena *arena)
{
	double *xyz;
	struct space space;

	if (mesh->xyz[EDGE])
		return mesh->xyz[EDGE];
	find_space(mesh, &space);
	xyz = arena_array(arena, double, (size_t)mesh->count[EDGE]*(size_t)mesh->dimensions + 1);
	for (int e = 0; e < mesh->count[EDGE]; e++) {
		const int *ends = mesh_row(mesh, EDGE_VERTICES, e);
		struct point p[2];

		for (int k = 0; k < 2; k++)
			p[k] = point_of(&space, mesh->dimensions, mesh->xyz[VERTEX], ends[k]);
		p[1] = space_near(&space, p[1], p[0]);
		set_point(xyz, mesh->dimensions, e, space_mean(&space, p, 2));
	}
	return xyz;
}

/* The centre of a cell from its vertices. */
static struct point
centre_of(const struct mesh *mesh, const struct space *space, int cell, struct point *points)
{
	const int degree = mesh_degree(mesh, CELL_VERTICES, cell), *vertices = mesh_row(mesh, CELL_VERTICES, cell);

	for (int i = 0; i < degree; i++)
		points[i] = space_near(space, point_of(space, mesh->dimensions, mesh->xyz[VERTEX], vertices[i]), points[0]);
	if (degree == 3) {
		const struct point centre = space_circumcentre(space, points[0], points[1], points[2]);

		/* Not of three points in a row. */
		if (isfinite(centre.x) && isfinite(centre.y) && isfinite(centre.z))
			return centre;
	}
	return space_mean(space, points, degree);
}

const double *
mesh_centres(const struct mesh *mesh, struct arena *arena)
{
	struct arena scratch = { NULL };
	struct point *points;
	double *xyz;
	struct space space;

	if (mesh->xyz[CELL])
		return mesh->xyz[CELL];
	find_space(mesh, &space);
	xyz = arena_array(arena, double, (size_t)mesh->count[CELL]*(size_t)mesh->dimensions + 1);
	points = arena_array(&scratch, struct point, mesh->relations[CELL_VERTICES].width + 1);
	for (int c = 0; c < mesh->count[CELL]; c++) {
		points[0] = point_of(&space, mesh->dimensions, mesh->xyz[VERTEX], mesh_at(mesh, CELL_VERTICES, c, 0));
		set_point(xyz, mesh->dimensions, c, centre_of(mesh, &space, c, points));
	}
	arena_free(&scratch);
	return xyz;
}

static struct point
vertex_point(const struct measures *m, int vertex)
{
	return point_of(&m->space, m->mesh->dimensions, m->mesh->xyz[VERTEX], vertex);
}

static struct point
middle(const struct measures *m, int edge)
{
	return point_of(&m->space, m->mesh->dimensions, m->middles, edge);
}

static struct point
centre(const struct measures *m, int cell)
{
	return point_of(&m->space, m->mesh->dimensions, m->centres, cell);
}

static void
measure_edges(struct measures *m, double *length, double *dual_length)
{
	const struct mesh *mesh = m->mesh;

	for (int e = 0; e < mesh->count[EDGE]; e++) {
		const int *ends = mesh_row(mesh, EDGE_VERTICES, e), *cells = mesh_row(mesh, EDGE_CELLS, e);

		length[e] = space_distance(&m->space, vertex_point(m, ends[0]), vertex_point(m, ends[1]));
		dual_length[e] = space_distance(&m->space, centre(m, cells[0]), cells[1] < 0 ? middle(m, e) : centre(m, cells[1]));
	}
}

/* The areas that cells share with their vertices; returns their sum. */
static double
measure_kites(struct measures *m, double *kites)
{
	const struct mesh *mesh = m->mesh;
	const int width = mesh->relations[CELL_VERTICES].width;
	double sum = 0;

	for (int c = 0; c < mesh->count[CELL]; c++) {
		const int degree = mesh_degree(mesh, CELL_VERTICES, c);
		const struct point heart = centre(m, c);

		for (int i = 0; i < degree; i++) {
			const struct point corner = vertex_point(m, mesh_at(mesh, CELL_VERTICES, c, i));
			const struct point before = middle(m, mesh_side(mesh, c, (i + degree - 1) % degree, degree));
			const struct point behind = middle(m, mesh_side(mesh, c, i, degree));
			double *kite = &kites[(size_t)c*(size_t)width + (size_t)i];

			*kite = space_area(&m->space, corner, behind, heart) + space_area(&m->space, corner, heart, before);
			sum += *kite;
		}
	}
	return sum;
}

/* Turns kites to be positive, spreads them to vertex.cells and sums them to areas. */
static void
sum_kites(const struct measures *m, double *kites, double *of_vertices, double *areas, double *dual_areas)
{
	const struct mesh *mesh = m->mesh;
	const size_t width = (size_t)mesh->relations[CELL_VERTICES].width, dual = (size_t)mesh->relations[VERTEX_CELLS].width;

	for (int c = 0; c < mesh->count[CELL]; c++)
		for (int i = 0; i < mesh_degree(mesh, CELL_VERTICES, c); i++) {
			double *kite = &kites[(size_t)c*width + (size_t)i];

			*kite *= m->sense;
			areas[c] += *kite;
		}
	for (int v = 0; v < mesh->count[VERTEX]; v++)
		for (int s = 0; s < mesh_degree(mesh, VERTEX_CELLS, v); s++) {
			const int cell = mesh_at(mesh, VERTEX_CELLS, v, s), i = mesh_slot(mesh, CELL_VERTICES, cell, v);
			const double kite = kites[(size_t)cell*width + (size_t)i];

			of_vertices[(size_t)v*dual + (size_t)s] = kite;
			dual_areas[v] += kite;
		}
}

/* Whether all areas are positive; a vertex without cells has none. */
static bool
areas_are_good(const struct mesh *mesh, enum location location, const double *areas)
{
	for (int e = 0; e < mesh->count[location]; e++)
		if (!(areas[e] > 0 && areas[e] < HUGE_VAL) && (location == CELL || mesh_degree(mesh, VERTEX_CELLS, e))) {
			findings_note(mesh->findings, "no geometry: %s %d has the area %g", location_names[location], e + mesh->base, areas[e]);
			return false;
		}
	return true;
}

static bool
measure(struct measures *m)
{
	struct mesh *mesh = m->mesh;
	double *length = mesh_values(mesh, EDGE, 1), *dual_length = mesh_values(mesh, EDGE, 1);
	double *kites = mesh_values(mesh, CELL, mesh->relations[CELL_VERTICES].width), *areas = mesh_values(mesh, CELL, 1);
	double *of_vertices = mesh_values(mesh, VERTEX, mesh->relations[VERTEX_CELLS].width);
	double *dual_areas = mesh_values(mesh, VERTEX, 1);

	m->middles = mesh_middles(mesh, &m->arena);
	m->centres = mesh_centres(mesh, &m->arena);
	measure_edges(m, length, dual_length);
	m->sense = measure_kites(m, kites) < 0 ? -1 : 1;
	sum_kites(m, kites, of_vertices, areas, dual_areas);
	if (!areas_are_good(mesh, CELL, areas) || !areas_are_good(mesh, VERTEX, dual_areas))
		return false;
	mesh_add_field(mesh, EDGE, COLUMN, "length", length);
	mesh_add_field(mesh, EDGE, COLUMN, "dual_length", dual_length);
	mesh_add_field(mesh, CELL, COLUMN, "area", areas);
	mesh_add_field(mesh, VERTEX, COLUMN, "area", dual_areas);
	mesh_add_field(mesh, CELL, CELL_VERTICES, "kite", kites);
	mesh_add_field(mesh, VERTEX, VERTEX_CELLS, "kite", of_vertices);
	return true;
}

bool
mesh_add_geometry(struct mesh *mesh)
{
	struct measures m = { .mesh = mesh };
	bool good = mesh->xyz[VERTEX] != NULL;

	if (good && !find_space(mesh, &m.space)) {
		findings_note(mesh->findings, "no geometry: the vertices are neither on a sphere nor in a plane");
		good = false;
	}
	good = good && measure(&m);
	if (good)
		mesh_add_coefficients(mesh, m.sense);
	arena_free(&m.arena);
	return good;
}
