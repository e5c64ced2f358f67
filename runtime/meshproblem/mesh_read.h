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

/* Reads or makes a mesh with relations of its own, checks and renumbers it, and adds its geometry if that is asked for. Returns an exit
 * status; what was found is reported. */
int mesh_read(struct tool *tool, const struct mesh_source *source, struct mesh *mesh);

/* Reports what was found. Returns the exit status that it calls for. */
int mesh_report_findings(const struct tool *tool, const char *what, bool quiet, struct findings *findings);

/* An error of a mesh gets its name, unless it is one of usage. Returns false. */
bool mesh_error(const char *what, struct error *error);

#endif
