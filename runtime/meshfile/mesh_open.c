#include "runtime/meshfile/mesh_open.h"

#include "runtime/mesh/generate.h"
#include "runtime/mesh/mesh_check.h"
#include "runtime/meshfile/mesh_folder.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* Reads what there is at a path. */
static bool
read_path(struct mesh *mesh, const char *path, struct findings *findings)
{
	struct stat status;

	if (stat(path, &status))
		return findings_fail(findings, EXIT_IO, "%s", strerror(errno));
	if (S_ISDIR(status.st_mode))
		return mesh_folder_read(mesh, path, findings);
	return findings_fail(findings, EXIT_ERRORS, "this is no folder of .npy files");
}

bool
mesh_open(struct mesh *mesh, struct arena *arena, const char *what, struct findings *findings)
{
	if (mesh_is_generated(what))
		return mesh_generate(mesh, arena, what, findings);
	*mesh = (struct mesh){ .arena = arena };
	return read_path(mesh, what, findings) && mesh_complete(mesh, findings);
}
