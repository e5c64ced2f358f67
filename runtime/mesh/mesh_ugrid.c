#include "runtime/mesh/mesh_netcdf.h"

#include "runtime/mesh/mesh_check.h"
#include "runtime/mesh/mesh_derive.h"
#include "runtime/mesh/table_sizes.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* UGRID's names are in the attributes of a variable. Its faces and nodes are cells and vertices here. */

/* The text of an attribute of the topology; NULL if there is none. */
static const char *
name_of(struct mesh_netcdf *file, const char *topology, const char *attribute)
{
	const char *text = netcdf_tables_text(file->tables, topology, attribute);

	return text && *text ? text : NULL;
}

/* Whether a table is (slot, element): a dimension of the elements' name tells, else the longer one is theirs. */
static bool
find_layout(struct mesh_netcdf *file, const char *name, const char *dimension, bool *slots_first)
{
	struct netcdf_shape shape;

	if (!netcdf_tables_shape(file->tables, name, &shape, file->error))
		return false;
	*slots_first = dimension && !strcmp(shape.dimensions[1], dimension) ? true
		: dimension && !strcmp(shape.dimensions[0], dimension) ? false : shape.length[1] > shape.length[0];
	return true;
}

/* Reads a table and counts its entries from 0. NULL with an error. */
static long long *
read_table(struct mesh_netcdf *file, const char *name, const char *dimension, enum location location, int *slots,
	long long *start)
{
	long long fill, *table;
	bool has_fill;

	if (!find_layout(file, name, dimension, &file->slots_first))
		return NULL;
	table = mesh_netcdf_table(file, name, location, slots);
	if (!table)
		return NULL;
	*start = 0;
	netcdf_tables_whole_attribute(file->tables, name, "start_index", start);
	has_fill = netcdf_tables_whole_attribute(file->tables, name, "_FillValue", &fill);
	for (size_t i = 0; i < (size_t)file->mesh->count[location]*(size_t)*slots; i++) {
		if (table[i] < 0 || (has_fill && table[i] == fill)) {
			table[i] = -1;
		} else if (table[i] < *start) {
			error_set(file->error, EXIT_ERRORS, "%s: an entry is %lld, but its start_index is %lld", name, table[i], *start);
			return NULL;
		} else {
			table[i] -= *start;
		}
	}
	return table;
}

/* Some pad faces with their last node. */
static void
drop_repeats(long long *table, int faces, int slots)
{
	for (int f = 0; f < faces; f++) {
		long long *row = table + (size_t)f*(size_t)slots;
		int degree = slots;

		while (degree > 1 && (row[degree - 1] < 0 || row[degree - 1] == row[degree - 2]))
			row[--degree] = -1;
	}
}

static bool
read_relation(struct mesh_netcdf *file, const char *name, const char *dimension, enum relation_id id)
{
	long long start, *table;
	int slots;

	table = read_table(file, name, dimension, relation_kinds[id].from, &slots, &start);
	if (!table)
		return false;
	if (id == CELL_VERTICES) {
		file->mesh->base = start == 1;
		drop_repeats(table, file->mesh->count[CELL], slots);
	}
	mesh_netcdf_take(file, name, id, table, slots);
	return true;
}

/* What a coordinate is: longitude 'x' or latitude 'y' in degrees, 'X' or 'Y' in radians, or neither. */
static char
find_kind(const struct mesh_netcdf *file, const char *name)
{
	const char *units = netcdf_tables_text(file->tables, name, "units");
	const char *standard = netcdf_tables_text(file->tables, name, "standard_name");
	bool radians;

	units = units ? units : "";
	standard = standard ? standard : "";
	radians = !strncmp(units, "rad", 3);
	if (!strcmp(standard, "longitude") || !strncmp(units, "degrees_e", 9) || !strncmp(units, "degree_e", 8))
		return radians ? 'X' : 'x';
	if (!strcmp(standard, "latitude") || !strncmp(units, "degrees_n", 9) || !strncmp(units, "degree_n", 8))
		return radians ? 'Y' : 'y';
	return 0;
}

static void
scale(double *values, int count, char kind)
{
	for (int i = 0; i < count && (kind == 'x' || kind == 'y'); i++)
		values[i] *= acos(-1)/180;
}

/* Longitude and latitude in either order, or x and y of a plane. */
static bool
place_vertices(struct mesh_netcdf *file, double *one, char kind_one, double *two, char kind_two)
{
	const int count = file->mesh->count[VERTEX];
	const bool sphere = kind_one && kind_two, turned = kind_one == 'y' || kind_one == 'Y';
	double *xy;

	if (sphere) {
		scale(one, count, kind_one);
		scale(two, count, kind_two);
		file->mesh->xyz[VERTEX] = mesh_netcdf_sphere(file, VERTEX, turned ? two : one, turned ? one : two, 1);
		return true;
	}
	file->mesh->dimensions = 2;
	file->mesh->xyz[VERTEX] = xy = mesh_values(file->mesh, VERTEX, 2);
	for (int v = 0; v < count; v++) {
		xy[2*(size_t)v] = one[v];
		xy[2*(size_t)v + 1] = two[v];
	}
	return true;
}

static bool
read_coordinates(struct mesh_netcdf *file, const char *names)
{
	const size_t first = strcspn(names, " "), gap = strspn(names + first, " ");
	const char *one = arena_strndup(file->mesh->arena, names, first), *two = names + first + gap;
	double *a, *b;

	if (!gap || strchr(two, ' '))
		return error_set(file->error, EXIT_ERRORS, "node_coordinates should name two variables, not '%s'", names);
	a = mesh_netcdf_values(file, one, VERTEX, COLUMN);
	b = a ? mesh_netcdf_values(file, two, VERTEX, COLUMN) : NULL;
	return b && place_vertices(file, a, find_kind(file, one), b, find_kind(file, two));
}

/* Whether what the file says about elements are the same neighbours, in any order, as those that follow from nodes. */
static bool
compare(struct mesh_netcdf *file, const char *name, const char *dimension, enum relation_id id)
{
	const struct relation_kind *kind = &relation_kinds[id];
	const struct mesh *mesh = file->mesh;
	long long start, *table;
	int slots;

	if (!name || !mesh_netcdf_has(file, name))
		return true;
	table = read_table(file, name, dimension, kind->from, &slots, &start);
	for (int e = 0; table && e < mesh->count[kind->from]; e++) {
		const long long *row = table + (size_t)e*(size_t)slots;
		int said = 0, found = 0;

		for (int s = 0; s < mesh->relations[id].width; s++)
			found += mesh_at(mesh, id, e, s) >= 0;
		for (int s = 0; s < slots; s++) {
			said += row[s] >= 0;
			if (row[s] >= 0 && (row[s] > INT_MAX || mesh_slot(mesh, id, e, (int)row[s]) < 0))
				findings_add(file->mesh->findings, FINDING_INVERSE, "%s: %s %d, slot %d: %s %lld is none of its %s;"
					" --rebuild ignores this", name, location_names[kind->from], e + mesh->base, s, location_names[kind->to],
					row[s] + start, kind->name);
		}
		if (said != found)
			findings_add(file->mesh->findings, FINDING_INVERSE, "%s: %s %d has %d neighbors, not %d; --rebuild ignores this",
				name, location_names[kind->from], e + mesh->base, said, found);
	}
	return table && findings_are_good(file->mesh->findings, file->error);
}

/* Takes a relation that begins at edges or faces if the file has it. */
static bool
take_if_there(struct mesh_netcdf *file, const char *name, const char *dimension, enum relation_id id)
{
	return !name || !mesh_netcdf_has(file, name) || read_relation(file, name, dimension, id);
}

bool
mesh_ugrid_read(struct mesh_netcdf *file, const char *topology, bool rebuild)
{
	const char *faces = name_of(file, topology, "face_node_connectivity");
	const char *nodes = name_of(file, topology, "node_coordinates");
	const char *edge_nodes = name_of(file, topology, "edge_node_connectivity");
	const char *face_edges = name_of(file, topology, "face_edge_connectivity");
	const char *face_dimension = name_of(file, topology, "face_dimension");
	const char *edge_dimension = name_of(file, topology, "edge_dimension");
	long long dimension = 2;

	netcdf_tables_whole_attribute(file->tables, topology, "topology_dimension", &dimension);
	if (dimension != 2)
		return error_set(file->error, EXIT_ERRORS, "%s: topology_dimension is %lld, expected 2", topology, dimension);
	if (!faces || !nodes)
		return error_set(file->error, EXIT_ERRORS, "%s has no attribute %s", topology,
			faces ? "node_coordinates" : "face_node_connectivity");
	if (!read_relation(file, faces, face_dimension, CELL_VERTICES) || !read_coordinates(file, nodes)
			|| !take_if_there(file, edge_nodes, edge_dimension, EDGE_VERTICES))
		return false;
	if (!edge_nodes && !rebuild && !take_if_there(file, face_edges, face_dimension, CELL_EDGES))
		return false;
	if (!mesh_count_entries(file->mesh, file->error) || !mesh_check_sizes(file->mesh, file->error)
			|| !mesh_check_entries(file->mesh, file->error) || !mesh_derive_edges(file->mesh, file->error))
		return false;
	return rebuild || !file->mesh->relations[EDGE_VERTICES].name || (compare(file, face_edges, face_dimension, CELL_EDGES)
			&& compare(file, name_of(file, topology, "edge_face_connectivity"), edge_dimension, EDGE_CELLS)
			&& compare(file, name_of(file, topology, "face_face_connectivity"), face_dimension, CELL_CELLS));
}
