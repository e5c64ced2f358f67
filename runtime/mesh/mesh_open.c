#include "runtime/mesh/mesh_open.h"

#include "runtime/mesh/mesh_check.h"
#include "runtime/mesh/mesh_folder.h"
#include "runtime/mesh/mesh_gmsh.h"
#include "runtime/mesh/mesh_netcdf.h"
#include "runtime/mesh/generate.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum kind { KIND_NONE, KIND_NETCDF, KIND_GMSH };

/* What the first bytes of a file say. False with an error. */
static bool
find_kind(const char *path, enum kind *kind, struct error *error)
{
	char bytes[12] = "";
	FILE *file = fopen(path, "rb");
	bool good;

	*kind = KIND_NONE;
	if (!file)
		return error_set(error, EXIT_IO, "%s", strerror(errno));
	if (fread(bytes, 1, sizeof bytes - 1, file) && (!strncmp(bytes, "CDF", 3) || !strncmp(bytes, "\x89HDF", 4)))
		*kind = KIND_NETCDF;
	else if (!strcmp(bytes, "$MeshFormat"))
		*kind = KIND_GMSH;
	good = !ferror(file) || error_set(error, EXIT_IO, "%s", strerror(errno));
	fclose(file);
	return good;
}

/* Reads what there is at a path. */
static bool
read_path(struct mesh *mesh, const char *path, bool rebuild, struct error *error)
{
	struct stat status;
	enum kind kind;

	if (stat(path, &status))
		return error_set(error, EXIT_IO, "%s", strerror(errno));
	if (S_ISDIR(status.st_mode))
		return mesh_folder_read(mesh, path, error);
	if (!S_ISREG(status.st_mode))
		return error_set(error, EXIT_IO, "there is no such file or folder");
	if (!find_kind(path, &kind, error))
		return false;
	switch (kind) {
	case KIND_NETCDF: return mesh_netcdf_read(mesh, path, rebuild, error);
	case KIND_GMSH: return mesh_gmsh_read(mesh, path, error);
	case KIND_NONE: break;
	}
	return error_set(error, EXIT_ERRORS, "this is neither a folder of .npy files nor a file of NetCDF or Gmsh");
}

bool
mesh_open(struct mesh *mesh, struct arena *arena, const char *what, bool rebuild, struct error *error)
{
	if (mesh_is_generated(what))
		return mesh_generate(mesh, arena, what, error);
	*mesh = mesh_empty(arena);
	return read_path(mesh, what, rebuild, error) && mesh_complete(mesh, error);
}
