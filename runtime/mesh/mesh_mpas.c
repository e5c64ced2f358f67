#include "runtime/mesh/mesh_netcdf.h"

#include <string.h>

/* MPAS' tables are (element, slot) and count from 1; 0 is missing, and slots behind the number of edges are padding,
 * whatever they hold. */

static const struct {
	const char *name;
	enum relation_id id;
	const char *degree; /* the variable that says how many slots count, or NULL */
} relations[] = {
	{ "verticesOnCell", CELL_VERTICES, "nEdgesOnCell" }, { "edgesOnCell", CELL_EDGES, "nEdgesOnCell" },
	{ "cellsOnEdge", EDGE_CELLS, NULL }, { "verticesOnEdge", EDGE_VERTICES, NULL },
	{ "cellsOnVertex", VERTEX_CELLS, NULL }, { "cellsOnCell", CELL_CELLS, "nEdgesOnCell" },
	{ "edgesOnEdge", EDGE_EDGES, "nEdgesOnEdge" }, { "edgesOnVertex", VERTEX_EDGES, NULL },
};
enum { RELATION_NAMES = sizeof relations/sizeof *relations, REQUIRED = 5 };

static const struct mesh_netcdf_field fields[] = {
	{ "areaCell", CELL, COLUMN }, { "areaTriangle", VERTEX, COLUMN }, { "dcEdge", EDGE, COLUMN }, { "dvEdge", EDGE, COLUMN },
	{ "fVertex", VERTEX, COLUMN }, { "weightsOnEdge", EDGE, EDGE_EDGES }, { "kiteAreasOnVertex", VERTEX, VERTEX_CELLS },
};
static const char *const rows[LOCATIONS] = { "bdyMaskCell", "bdyMaskEdge", "bdyMaskVertex" };
enum { FIELDS = sizeof fields/sizeof *fields };

/* Removes the padding of a relation. */
static bool
trim_slots(struct mesh_netcdf *file, enum relation_id id, const char *name)
{
	const enum location location = relation_kinds[id].from;
	const int width = file->mesh->relations[id].width;
	const double *degree = mesh_netcdf_values(file, name, location, COLUMN);

	if (!degree)
		return false;
	for (int e = 0; e < file->mesh->count[location]; e++) {
		if (!(degree[e] >= 0 && degree[e] <= width))
			return error_set(file->error, EXIT_ERRORS, "%s: %s %d has %g of %d slots", name, location_names[location],
				e + 1, degree[e], width);
		for (int s = (int)degree[e]; s < width; s++)
			mesh_row(file->mesh, id, e)[s] = -1;
	}
	return true;
}

static bool
read_coordinates(struct mesh_netcdf *file, enum location location, bool sphere)
{
	static const char *const names[LOCATIONS][3] = {
		{ "xCell", "yCell", "zCell" }, { "xEdge", "yEdge", "zEdge" }, { "xVertex", "yVertex", "zVertex" },
	};
	const size_t dimensions = sphere ? 3 : 2;
	double *xyz;

	if (!mesh_netcdf_has(file, names[location][0]))
		return true;
	xyz = mesh_values(file->mesh, location, (int)dimensions);
	for (size_t a = 0; a < dimensions; a++) {
		const double *values = mesh_netcdf_values(file, names[location][a], location, COLUMN);

		if (!values)
			return false;
		for (size_t e = 0; e < (size_t)file->mesh->count[location]; e++)
			xyz[dimensions*e + a] = values[e];
	}
	file->mesh->dimensions = (int)dimensions;
	file->mesh->xyz[location] = xyz;
	return true;
}

/* A plane may repeat itself, in both directions. */
static void
read_periods(struct mesh_netcdf *file)
{
	double x, y;

	if (!netcdf_tables_real_attribute(file->tables, NULL, "x_period", &x)
			|| !netcdf_tables_real_attribute(file->tables, NULL, "y_period", &y) || !(x > 0 && y > 0))
		return;
	file->mesh->periodic = true;
	memcpy(file->mesh->periods, (double[2][2]){ { x, 0 }, { 0, y } }, sizeof file->mesh->periods);
}

bool
mesh_mpas_read(struct mesh_netcdf *file)
{
	const char *text = netcdf_tables_text(file->tables, NULL, "on_a_sphere");
	const bool sphere = !text || (*text != 'N' && *text != 'n');

	file->mesh->base = 1;
	for (int i = 0; i < RELATION_NAMES; i++) {
		if (i >= REQUIRED && !mesh_netcdf_has(file, relations[i].name))
			continue;
		if (!mesh_netcdf_relation(file, relations[i].name, relations[i].id)
				|| (relations[i].degree && !trim_slots(file, relations[i].id, relations[i].degree)))
			return false;
	}
	for (int l = 0; l < LOCATIONS; l++)
		if (!read_coordinates(file, (enum location)l, sphere))
			return false;
	if (!sphere)
		read_periods(file);
	if (!mesh_netcdf_rows(file, rows, true))
		return false;
	return mesh_netcdf_fields(file, fields, FIELDS);
}
