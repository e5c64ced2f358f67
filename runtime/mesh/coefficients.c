#include "runtime/mesh/geometry.h"
#include "runtime/mesh/mesh_derive.h"

static const double *
values_of(const struct mesh *mesh, enum location location, int relation, const char *name)
{
	return mesh_field(mesh, location, relation, name)->values;
}

static void
add_signs(struct mesh *mesh, double sense)
{
	const int cell_width = mesh->relations[CELL_EDGES].width, vertex_width = mesh->relations[VERTEX_EDGES].width;
	double *of_cells = mesh_values(mesh, CELL, cell_width), *of_vertices = mesh_values(mesh, VERTEX, vertex_width);

	for (int c = 0; c < mesh->count[CELL]; c++)
		for (int s = 0; s < mesh_degree(mesh, CELL_EDGES, c); s++)
			of_cells[(size_t)c*(size_t)cell_width + (size_t)s] =
				mesh_at(mesh, EDGE_CELLS, mesh_at(mesh, CELL_EDGES, c, s), 0) == c ? 1 : -1;
	for (int v = 0; v < mesh->count[VERTEX]; v++)
		for (int s = 0; s < mesh_degree(mesh, VERTEX_EDGES, v); s++) {
			const int edge = mesh_at(mesh, VERTEX_EDGES, v, s), cell = mesh_at(mesh, EDGE_CELLS, edge, 0);
			const int degree = mesh_degree(mesh, CELL_VERTICES, cell), slot = mesh_slot(mesh, CELL_VERTICES, cell, v);

			/* Where cells[0] begins its side along the edge, the way out of it is clockwise. */
			of_vertices[(size_t)v*(size_t)vertex_width + (size_t)s] =
				mesh_side(mesh, cell, slot, degree) == edge ? -sense : sense;
		}
	mesh_add_field(mesh, CELL, CELL_EDGES, "sign", of_cells);
	mesh_add_field(mesh, VERTEX, VERTEX_EDGES, "sign", of_vertices);
}

/* length sign/area, slot by slot. */
static void
add_factors(struct mesh *mesh, enum relation_id id, const char *of_edge, const char *name)
{
	const enum location from = relation_kinds[id].from;
	const double *length = values_of(mesh, EDGE, COLUMN, of_edge), *area = values_of(mesh, from, COLUMN, "area");
	const double *sign = values_of(mesh, from, (int)id, "sign");
	const size_t width = (size_t)mesh->relations[id].width;
	double *factors = mesh_values(mesh, from, (int)width);

	for (int e = 0; e < mesh->count[from]; e++)
		for (int s = 0; s < mesh_degree(mesh, id, e); s++) {
			const size_t i = (size_t)e*width + (size_t)s;

			factors[i] = length[mesh_at(mesh, id, e, s)]*sign[i]/area[e];
		}
	mesh_add_field(mesh, from, (int)id, name, factors);
}

static void
add_laplacian(struct mesh *mesh)
{
	const double *length = values_of(mesh, EDGE, COLUMN, "length"), *area = values_of(mesh, CELL, COLUMN, "area");
	const double *dual_length = values_of(mesh, EDGE, COLUMN, "dual_length");
	double *weights = mesh_values(mesh, CELL, 4);

	for (int c = 0; c < mesh->count[CELL]; c++)
		for (int s = 0; s < 3; s++) {
			const int edge = mesh_at(mesh, CELL_EDGES, c, s);

			if (mesh_at(mesh, CELL_CELLS, c, s) < 0)
				continue;
			weights[4*(size_t)c + 1 + (size_t)s] = length[edge]/(area[c]*dual_length[edge]);
			weights[4*(size_t)c] -= weights[4*(size_t)c + 1 + (size_t)s];
		}
	mesh_add_field(mesh, CELL, CELL_STAR, "geofac_n2s", weights);
}

/* The vertex that an edge of a cell shares with the one that follows it. */
static int
between(const struct mesh *mesh, int edge, int next)
{
	const int *ends = mesh_row(mesh, EDGE_VERTICES, edge), *others = mesh_row(mesh, EDGE_VERTICES, next);

	return ends[0] == others[0] || ends[0] == others[1] ? ends[0] : ends[1];
}

/* The weights of the other edges of one of an edge's cells. */
static void
add_weights_round(const struct mesh *mesh, int edge, int side, double sense, const double *kites, const double *area,
	const double *length, double *weights, int *slot)
{
	const int cell = mesh_at(mesh, EDGE_CELLS, edge, side), width = mesh->relations[CELL_VERTICES].width;
	const int degree = cell < 0 ? 0 : mesh_degree(mesh, CELL_EDGES, cell);
	const int start = degree ? mesh_slot(mesh, CELL_EDGES, cell, edge) : 0;
	double met = 0;
	int before = edge;

	for (int s = 1; s < degree; s++) {
		const int other = mesh_at(mesh, CELL_EDGES, cell, (start + s) % degree);
		const int corner = mesh_slot(mesh, CELL_VERTICES, cell, between(mesh, before, other));
		const double out = mesh_at(mesh, EDGE_CELLS, other, 0) == cell ? 1 : -1;
		const int at = mesh_at(mesh, EDGE_EDGES, edge, *slot) == other ? *slot : mesh_slot(mesh, EDGE_EDGES, edge, other);

		met += kites[(size_t)cell*(size_t)width + (size_t)corner]/area[cell];
		weights[at] = sense*(0.5 - met)*length[other]*out*(side ? -1 : 1);
		before = other;
		(*slot)++;
	}
}

static void
add_weights(struct mesh *mesh, double sense)
{
	const double *length = values_of(mesh, EDGE, COLUMN, "length"), *area = values_of(mesh, CELL, COLUMN, "area");
	const double *dual_length = values_of(mesh, EDGE, COLUMN, "dual_length");
	const double *kites = values_of(mesh, CELL, CELL_VERTICES, "kite");
	const int width = mesh->relations[EDGE_EDGES].width;
	double *weights = mesh_values(mesh, EDGE, width);

	for (int e = 0; e < mesh->count[EDGE]; e++) {
		double *row = weights + (size_t)e*(size_t)width;
		int slot = 0;

		for (int side = 0; side < 2; side++)
			add_weights_round(mesh, e, side, sense, kites, area, length, row, &slot);
		for (int s = 0; s < slot; s++)
			row[s] /= dual_length[e];
	}
	mesh_add_field(mesh, EDGE, EDGE_EDGES, "weights", weights);
}

void
mesh_add_coefficients(struct mesh *mesh, double sense)
{
	add_signs(mesh, sense);
	add_factors(mesh, CELL_EDGES, "length", "geofac_div");
	add_factors(mesh, VERTEX_EDGES, "dual_length", "geofac_rot");
	if (mesh->relations[CELL_EDGES].width == 3)
		add_laplacian(mesh);
	else
		add_weights(mesh, sense);
}
