#ifndef MESH_READ_H
#define MESH_READ_H

#include "generator/cli/command_line.h"
#include "runtime/cli/tool.h"
#include "runtime/mesh/mesh.h"

/* A mesh as a command line names it. */
struct mesh_source {
	const char *what;  /* --mesh */
	const char *order; /* NULL: as given */
	struct texts relations; /* --relation: of its own */
	bool rebuild, geometry, quiet;
};

/* Reads or makes a mesh with relations of its own, checks and renumbers it, and adds its geometry if that is asked for. What was found is
 * reported. */
bool mesh_read(struct tool *tool, const struct mesh_source *source, struct mesh *mesh, struct error *error);

/* An error of a mesh gets its name, unless it is one of usage. Returns false. */
bool mesh_error(const char *what, struct error *error);

/* The same after reporting what was found about the mesh. */
bool mesh_fail(const struct tool *tool, const char *what, bool quiet, const struct mesh *mesh, struct error *error);

#endif
