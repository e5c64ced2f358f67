#include "runtime/mesh/mesh_netcdf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ICON's tables are (slot, element) and count from 1; what is missing is below 1. */

static const struct {
	const char *name;
	enum relation_id id;
} relations[] = {
	{ "vertex_of_cell", CELL_VERTICES }, { "edge_of_cell", CELL_EDGES }, { "edge_vertices", EDGE_VERTICES },
	{ "adjacent_cell_of_edge", EDGE_CELLS }, { "neighbor_cell_index", CELL_CELLS }, { "edges_of_vertex", VERTEX_EDGES },
	{ "cells_of_vertex", VERTEX_CELLS }, { "vertices_of_vertex", VERTEX_VERTICES },
};
enum { RELATION_NAMES = sizeof relations/sizeof *relations, REQUIRED = 4 };

static const struct mesh_netcdf_field fields[] = {
	{ "cell_area", CELL, COLUMN }, { "dual_area", VERTEX, COLUMN }, { "edge_length", EDGE, COLUMN },
	{ "dual_edge_length", EDGE, COLUMN }, { "edge_system_orientation", EDGE, COLUMN },
	{ "orientation_of_normal", CELL, CELL_EDGES }, { "edge_orientation", VERTEX, VERTEX_EDGES },
	{ "edge_cell_distance", EDGE, EDGE_CELLS },
};
static const char *const rows[LOCATIONS] = { "refin_c_ctrl", "refin_e_ctrl", "refin_v_ctrl" };
enum { FIELDS = sizeof fields/sizeof *fields };

/* Longitude or latitude of a location in radians. */
static double *
read_angle(struct mesh_netcdf *file, const char *name, enum location location)
{
	double *angles = mesh_netcdf_values(file, name, location, COLUMN);
	const char *units = netcdf_tables_text(file->tables, name, "units");

	if (angles && units && !strncmp(units, "degree", 6))
		for (int e = 0; e < file->mesh->count[location]; e++)
			angles[e] *= acos(-1)/180;
	return angles;
}

static bool
read_angles(struct mesh_netcdf *file, enum location location, double radius)
{
	static const char *const names[LOCATIONS][2] = { { "clon", "clat" }, { "elon", "elat" }, { "vlon", "vlat" } };
	const double *lon, *lat;

	if (!mesh_netcdf_has(file, names[location][0]) || !mesh_netcdf_has(file, names[location][1]))
		return true;
	lon = read_angle(file, names[location][0], location);
	lat = lon ? read_angle(file, names[location][1], location) : NULL;
	if (lat)
		file->mesh->xyz[location] = mesh_netcdf_sphere(file, location, lon, lat, radius);
	return lat != NULL;
}

/* Where there are no angles of vertices. */
static bool
read_cartesian(struct mesh_netcdf *file, double radius)
{
	static const char *const names[] = { "cartesian_x_vertices", "cartesian_y_vertices", "cartesian_z_vertices" };
	double *xyz;

	if (file->mesh->xyz[VERTEX] || !mesh_netcdf_has(file, names[0]))
		return true;
	file->mesh->dimensions = 3;
	xyz = mesh_values(file->mesh, VERTEX, 3);
	for (size_t a = 0; a < 3; a++) {
		const double *values = mesh_netcdf_values(file, names[a], VERTEX, COLUMN);

		if (!values)
			return false;
		for (size_t v = 0; v < (size_t)file->mesh->count[VERTEX]; v++)
			xyz[3*v + a] = radius*values[v];
	}
	file->mesh->xyz[VERTEX] = xyz;
	return true;
}

bool
mesh_icon_read(struct mesh_netcdf *file)
{
	double radius = 1;

	file->slots_first = true;
	file->mesh->base = 1;
	for (int i = 0; i < RELATION_NAMES; i++)
		if ((i < REQUIRED || mesh_netcdf_has(file, relations[i].name))
				&& !mesh_netcdf_relation(file, relations[i].name, relations[i].id))
			return false;
	if (!netcdf_tables_real_attribute(file->tables, NULL, "sphere_radius", &radius) || !(radius > 0 && radius < 1e12))
		radius = 1;
	/* A file need not count its vertices but where they lie. */
	if (!read_angles(file, VERTEX, radius) || !read_cartesian(file, radius))
		return false;
	if (!file->mesh->counted[VERTEX])
		return error_set(file->error, EXIT_ERRORS, "nothing says how many vertices there are, neither vlon nor "
			"cells_of_vertex");
	if (!read_angles(file, CELL, radius) || !read_angles(file, EDGE, radius)
			|| !mesh_netcdf_rows(file, rows, false))
		return false;
	return mesh_netcdf_fields(file, fields, FIELDS);
}
