#ifndef MESH_NETCDF_H
#define MESH_NETCDF_H

#include "runtime/mesh/mesh.h"
#include "runtime/formats/netcdf_table.h"

/* Meshes in NetCDF files. */

/* A file that is read into a mesh. */
struct mesh_netcdf {
	struct mesh *mesh;
	struct error *error;
	const struct netcdf_tables *tables;
	bool slots_first;               /* tables are (slot, element) */
};

/* Reads ICON's, MPAS' or UGRID's mesh, whichever it is; with `rebuild` only what UGRID asks for, all else being derived. */
bool mesh_netcdf_read(struct mesh *mesh, const char *path, bool rebuild, struct error *error);

/* The three, of a file that is open. */
bool mesh_icon_read(struct mesh_netcdf *file);
bool mesh_mpas_read(struct mesh_netcdf *file);
bool mesh_ugrid_read(struct mesh_netcdf *file, const char *topology, bool rebuild);

/* Whether the file has a variable. */
bool mesh_netcdf_has(const struct mesh_netcdf *file, const char *name);

/* Reads whole numbers, the elements of a location by slots. NULL with an error. */
long long *mesh_netcdf_table(struct mesh_netcdf *file, const char *name, enum location location, int *slots);

/* Reads a relation whose entries count from 1; what is below 1 is missing. */
bool mesh_netcdf_relation(struct mesh_netcdf *file, const char *name, enum relation_id id);

/* Makes a relation of a table whose missing entries are -1; what int cannot hold is out of range. */
void mesh_netcdf_take(struct mesh_netcdf *file, const char *name, enum relation_id id, const long long *table, int slots);

/* Reads values: columns if `relation` is COLUMN, else of its slots. NULL with an error. */
double *mesh_netcdf_values(struct mesh_netcdf *file, const char *name, enum location location, int relation);

/* Adds those fields of a list that the file has, if the mesh has their relations. */
struct mesh_netcdf_field {
	const char *name;
	enum location location;
	int relation;
};
bool mesh_netcdf_fields(struct mesh_netcdf *file, const struct mesh_netcdf_field *fields, int count);

/* Reads the rows of each location whose variable there is. ICON's count from the boundary, MPAS' masks from the inside,
 * to 7; others are inner: 0. */
bool mesh_netcdf_rows(struct mesh_netcdf *file, const char *const names[LOCATIONS], bool mask);

/* Makes points of arrays of longitude and latitude, in radians, on a sphere. */
double *mesh_netcdf_sphere(struct mesh_netcdf *file, enum location location, const double *lon, const double *lat,
	double radius);

#endif
