#include "runtime/mesh/mesh_netcdf.h"

#include <string.h>

bool
mesh_netcdf_read(struct mesh *mesh, const char *path, bool rebuild, struct error *error)
{
	struct mesh_netcdf file = { .mesh = mesh, .error = error };
	struct netcdf_tables *tables = netcdf_tables_open(mesh->arena, path, error);
	const char *topology;
	const size_t prefix = strlen(path);
	bool good;

	/* The mesh's name is put in front. */
	if (!tables)
		return error_set(error, EXIT_ERRORS, "%s", strncmp(error->text, path, prefix) ? error->text : error->text + prefix + 2);
	file.tables = tables;
	if (netcdf_tables_have(tables, "edge_of_cell"))
		good = mesh_icon_read(&file);
	else if (netcdf_tables_have(tables, "edgesOnCell"))
		good = mesh_mpas_read(&file);
	else if ((topology = netcdf_tables_find(tables, "cf_role", "mesh_topology")))
		good = mesh_ugrid_read(&file, topology, rebuild);
	else
		good = error_set(error, EXIT_ERRORS, "there is no mesh in it: neither ICON's edge_of_cell, nor MPAS' edgesOnCell, "
			"nor a variable with UGRID's cf_role = \"mesh_topology\"");
	netcdf_tables_close(tables);
	return good;
}
